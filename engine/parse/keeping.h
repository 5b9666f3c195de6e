// What is kept of things that a log says again and again: the first ones, and the newest. Bounded however long the log
// is. Not for deciding what matters (blame/).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/cursor.h"

namespace firstfault::parse {

/// Where the ones of one kind stand in the list of all.
struct Shelf {
  std::size_t count = 0;            // offered so far, of this run
  std::vector<std::size_t> newest;  // their places are used again and again
  std::size_t next = 0;
  std::int64_t last_step = -1;  // of things that are counted: a lower number than before begins a new run
  std::size_t runs = 0;
};

struct Amounts {
  std::size_t first = 0;
  std::size_t newest = 0;
  std::size_t in_all = 0;  // of all kinds together
};

/// A count that began anew (a restart, an epoch) keeps its own first and newest ones; of many runs only the first few.
inline void note_step(Shelf& shelf, std::int64_t step) {
  constexpr std::size_t kMostRuns = 16;
  const bool anew = step < shelf.last_step && shelf.runs < kMostRuns;
  if (anew) shelf = {0, {}, 0, step, shelf.runs + 1};
  shelf.last_step = step;
}

/// Adds `item` to `all`, puts it in the place of an older one of its kind, or drops it. `all` is then in no order:
/// see in_order.
template <class Item>
void keep(std::vector<Item>& all, Shelf& shelf, Item item, const Amounts& amounts) {
  const bool room = all.size() < amounts.in_all;
  if (++shelf.count <= amounts.first) {
    if (room) all.push_back(std::move(item));
  } else if (shelf.newest.size() < amounts.newest && room) {
    shelf.newest.push_back(all.size());
    all.push_back(std::move(item));
  } else if (!shelf.newest.empty()) {
    all[shelf.newest[shelf.next++ % shelf.newest.size()]] = std::move(item);
  }
}

/// As the log says them. Ends the use of shelves: their places are others' now.
template <class Item>
void in_order(std::vector<Item>& all) {
  std::stable_sort(all.begin(), all.end(), [](const Item& a, const Item& b) { return a.order < b.order; });
}

/// `text` with every number as "#": "sample 17 is broken" and "sample 18 is broken" are one kind.
[[nodiscard]] inline std::string without_numbers(std::string_view text) {
  std::string kind;
  for (const char c : text)
    if (!text::is_digit(c))
      kind += c;
    else if (kind.empty() || kind.back() != '#')
      kind += '#';
  return kind;
}

}  // namespace firstfault::parse
