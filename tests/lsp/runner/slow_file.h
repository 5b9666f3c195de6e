// A file that the server reads while the transcript decides how fast: a named pipe.
#pragma once

#include <string>
#include <string_view>

namespace firstfault::test {

class SlowFile {
 public:
  explicit SlowFile(const std::string& path);
  ~SlowFile();
  SlowFile(const SlowFile&) = delete;
  SlowFile& operator=(const SlowFile&) = delete;

  /// Comes back when the server has taken it.
  void pour(std::string_view text) const;

 private:
  int fd_ = -1;
};

}  // namespace firstfault::test
