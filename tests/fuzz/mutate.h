// Small, seeded changes of bytes for the smoke test: the same seed gives the same bytes everywhere. libFuzzer has its
// own.
#pragma once

#include <cstdint>
#include <random>
#include <string>

namespace firstfault::fuzz {

class Mutator {
 public:
  explicit Mutator(std::uint64_t seed) : random_(seed) {}

  /// `text` after one to four changes; `other` lends material for splicing.
  [[nodiscard]] std::string mutate(std::string text, const std::string& other);
  /// 0 … bound - 1; 0 where `bound` is 0.
  [[nodiscard]] std::size_t below(std::size_t bound) {
    return bound == 0 ? 0 : static_cast<std::size_t>(random_() % bound);
  }

 private:
  void change_once(std::string& text, const std::string& other);

  std::mt19937_64 random_;
};

}  // namespace firstfault::fuzz
