#include "rules/loader_schema.h"

#include <nlohmann/json.hpp>

namespace firstfault::rules {
namespace {

using Json = nlohmann::ordered_json;

Json object_schema(const Shape& shape);

Json typed(const char* type) { return {{"type", type}}; }

Json list_of(Json items) { return {{"type", "array"}, {"items", std::move(items)}}; }

Json map_of(Json values) { return {{"type", "object"}, {"additionalProperties", std::move(values)}}; }

Json facts_schema(Json value, bool with_match) {
  Json properties = Json::object();
  if (with_match) properties["match"] = typed("string");
  for (const auto name : fact_names()) properties[std::string(name)] = value;
  return {{"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
}

Json field_schema(const Field& field) {
  switch (field.form) {
    case Form::Text:
      return typed("string");
    case Form::Joined:
      return {{"anyOf", {typed("string"), list_of(typed("string"))}}};
    case Form::Texts:
      return list_of(typed("string"));
    case Form::Number:
      return typed("number");
    case Form::Flag:
      return typed("boolean");
    case Form::Word:
      return {{"enum", field.words}};
    case Form::Object:
      return object_schema(*field.shape);
    case Form::Objects:
      return list_of(object_schema(*field.shape));
    case Form::Numbers:
      return map_of(typed("number"));
    case Form::Facts:
      return facts_schema(typed("string"), false);
    case Form::Expected:
      return facts_schema({{"type", {"string", "number"}}}, true);
  }
  return {};
}

Json object_schema(const Shape& shape) {
  Json properties = Json::object();
  Json required = Json::array();
  for (const auto& field : shape.fields) {
    auto schema = field_schema(field);
    schema["description"] = field.doc;
    properties[std::string(field.name)] = std::move(schema);
    if (field.need == Need::Required) required.push_back(field.name);
  }
  return {{"type", "object"},
          {"required", std::move(required)},
          {"properties", std::move(properties)},
          {"additionalProperties", false}};
}

}  // namespace

std::string write_schema(RuleKind kind) {
  Json schema = {
      {"$schema", "http://json-schema.org/draft-07/schema#"},
      {"title", kind == RuleKind::Signature ? "Firstfault signature, version 1" : "Firstfault cause, version 1"},
      {"$comment", "Written by firstfault-rulec --schema from the loader's table of keys."}};
  schema.update(object_schema(shape_of(kind)));
  return schema.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace firstfault::rules
