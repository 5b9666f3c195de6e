#include "messages.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace firstfault::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kWorkspace = "${WORKSPACE}";

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error(path.string() + ": cannot be read");
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

template <class Change>
void for_each_string(Json& json, const Change& change) {
  if (json.is_string()) {
    std::string text = json.get<std::string>();
    change(text);
    json = text;
  } else if (json.is_structured()) {
    for (Json& member : json) for_each_string(member, change);
  }
}

void replace_strings(Json& json, const char* text, const Json& value) {
  if (json == text) json = value;
  if (json.is_structured())
    for (Json& member : json) replace_strings(member, text, value);
}

/// What a session is about; the whole of it is the corpus' business.
void shorten_report(Json& report) {
  Json incidents = Json::array();
  for (const Json& incident : report["incidents"])
    incidents.push_back(
        {{"certainty", incident["certainty"]}, {"cause", incident["cause"]["id"]}, {"frame", incident["frame"]}});
  report["incidents"] = std::move(incidents);
  for (Json& input : report["inputs"]) input = {{"path", input["path"]}, {"kind", input["kind"]}};
}

/// A page of the encyclopedia: its title tells it from others.
void shorten_page(Json& markdown) {
  const auto text = markdown.get<std::string>();
  markdown = text.substr(0, text.find('\n')) + " …";
}

void shorten_reports(Json& json) {
  if (json.is_object() && json.contains("markdown")) return shorten_page(json["markdown"]);
  if (json.is_object() && json.value("schema", Json()) == "firstfault.report/1") return shorten_report(json);
  if (!json.is_structured()) return;
  for (Json& member : json) shorten_reports(member);
}

/// Keys of "changes" are URIs too.
void rename_keys(Json& json, const std::string& from, const std::string& to) {
  if (!json.is_structured()) return;
  for (Json& member : json) rename_keys(member, from, to);
  if (!json.is_object()) return;
  Json renamed = Json::object();
  for (auto& [key, value] : json.items()) {
    std::string name = key;
    replace_all(name, from, to);
    renamed[name] = std::move(value);
  }
  json = std::move(renamed);
}

}  // namespace

Folder::Folder(const std::string& fixtures) {
  std::string name = (fs::temp_directory_path() / "firstfault-lsp-XXXXXX").string();
  if (!::mkdtemp(name.data())) throw std::runtime_error("cannot make a temporary folder");
  path_ = fs::canonical(name).string();
  fs::copy(fixtures, path_, fs::copy_options::recursive);
}

Folder::~Folder() {
  std::error_code error;
  fs::remove_all(path_, error);
}

std::string Messages::outgoing(const std::string& body) const {
  Json json = Json::parse(body);
  fill_in(json);
  return json.dump();
}

std::string Messages::filled_in(std::string text) const {
  replace_all(text, kWorkspace, workspace_);
  return text;
}

void Messages::fill_in(Json& json) const {
  replace_strings(json, "${PARENT}", parent_);
  for_each_string(json, [&](std::string& text) {
    const std::string file = "${file:";
    if (text.starts_with(file) && text.ends_with('}'))
      text = read_file(fs::path(workspace_) / text.substr(file.size(), text.size() - file.size() - 1));
    else
      text = filled_in(text);
  });
  rename_keys(json, kWorkspace, workspace_);
}

Json Messages::incoming(const std::string& message) const {
  Json json = Json::parse(message);
  generalise(json);
  return json;
}

void Messages::generalise(Json& json) const {
  shorten_reports(json);
  for_each_string(json, [&](std::string& text) {
    replace_all(text, workspace_, kWorkspace);
    if (text == FIRSTFAULT_VERSION) text = "${VERSION}";
  });
  rename_keys(json, workspace_, kWorkspace);
}

}  // namespace firstfault::test
