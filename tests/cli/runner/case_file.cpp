#include "case_file.h"

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace firstfault::test {
namespace {

using Json = nlohmann::ordered_json;

std::string joined(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  std::string text;
  for (const Json& line : value) text += line.get<std::string>() + "\n";
  return text;
}

/// Text as a list of lines; text that does not end with a line end stays a text.
Json in_lines(const std::string& text) {
  if (!text.empty() && text.back() != '\n') return text;
  Json lines = Json::array();
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

void read_input(const Json& json, CaseFile& file) {
  if (!json.contains("stdin")) return;
  if (json["stdin"].is_object())
    file.stdin_tty = true;
  else
    file.stdin_text = joined(json["stdin"]);
}

}  // namespace

CaseFile read_case(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  CaseFile file;
  file.path = path;
  file.text = text.str();
  const Json json = Json::parse(file.text, nullptr, false, true);
  if (!json.is_object()) throw std::runtime_error(path + ": is no JSON object");
  file.args = json.at("args").get<std::vector<std::string>>();
  read_input(json, file);
  file.stdout_mode = json.value("stdout", "pipe");
  file.as_nobody = json.value("as", "") == "nobody";
  file.env = json.value("env", file.env);
  file.first_lines = json.value("first_lines", file.first_lines);
  file.files = json.value("files", Json::object());
  if (json.contains("expect"))
    file.expect = Outcome{json["expect"].at("exit").get<int>(), joined(json["expect"].at("stdout")),
                          joined(json["expect"].at("stderr"))};
  return file;
}

void rewrite_case(const CaseFile& file, const Outcome& outcome) {
  const Json expect = {{"exit", outcome.exit}, {"stdout", in_lines(outcome.out)}, {"stderr", in_lines(outcome.err)}};
  std::string printed = expect.dump(2, ' ', false, Json::error_handler_t::replace);
  for (std::size_t at = printed.find('\n'); at != std::string::npos; at = printed.find('\n', at + 1))
    printed.insert(at + 1, "  ");
  std::string text = file.text.substr(0, file.text.rfind(file.expect ? "\"expect\"" : "}"));
  while (!text.empty() && (text.back() == ' ' || text.back() == '\n')) text.pop_back();
  if (!text.ends_with(',')) text += ',';
  std::ofstream(file.path, std::ios::binary) << text << "\n  \"expect\": " << printed << "\n}\n";
}

}  // namespace firstfault::test
