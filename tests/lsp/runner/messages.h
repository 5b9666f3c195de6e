// Texts of a transcript ↔ messages of the wire: ${WORKSPACE}, ${VERSION}, "${file:NAME}", reports in short.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace firstfault::test {

using Json = nlohmann::ordered_json;

/// A temporary folder with a copy of the fixtures, gone at the end.
class Folder {
 public:
  explicit Folder(const std::string& fixtures);
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

class Messages {
 public:
  Messages(std::string workspace, int parent) : workspace_(std::move(workspace)), parent_(parent) {}

  /// What is sent for a block.
  [[nodiscard]] std::string outgoing(const std::string& body) const;
  /// `text` with ${WORKSPACE} filled in.
  [[nodiscard]] std::string filled_in(std::string text) const;
  /// A message of the server as a transcript shows it.
  [[nodiscard]] Json incoming(const std::string& message) const;

 private:
  void fill_in(Json& json) const;
  void generalise(Json& json) const;

  std::string workspace_;
  int parent_;
};

}  // namespace firstfault::test
