#include "parse/keeping.h"

#include <doctest/doctest.h>

using namespace firstfault::parse;

namespace {

struct Item {
  int order = 0;
};

std::string kept(int offered, const Amounts& amounts) {
  std::vector<Item> all;
  Shelf shelf;
  for (int i = 0; i < offered; ++i) keep(all, shelf, Item{i}, amounts);
  in_order(all);
  std::string text;
  for (const Item& item : all) text += (text.empty() ? "" : " ") + std::to_string(item.order);
  return text;
}

}  // namespace

TEST_CASE("the first and the newest are kept, in the order of the log") {
  CHECK(kept(3, {2, 3, 100}) == "0 1 2");
  CHECK(kept(5, {2, 3, 100}) == "0 1 2 3 4");
  CHECK(kept(9, {2, 3, 100}) == "0 1 6 7 8");
  CHECK(kept(9, {2, 0, 100}) == "0 1");
  CHECK(kept(9, {0, 3, 100}) == "6 7 8");
}

TEST_CASE("where there is no room for more, the newest take the places of older ones of their kind") {
  CHECK(kept(9, {2, 3, 4}) == "0 1 7 8");
  CHECK(kept(9, {2, 3, 1}) == "0");
  CHECK(kept(9, {2, 3, 0}).empty());
}

TEST_CASE("texts that differ by numbers only are of one kind") {
  CHECK(without_numbers("sample 17 of 900 is broken") == "sample # of # is broken");
  CHECK(without_numbers("") == "");
}

TEST_CASE("a count that begins anew keeps the end of the old run and its own beginning") {
  std::vector<Item> all;
  Shelf shelf;
  for (int i = 0; i < 20; ++i) {
    note_step(shelf, i % 10);
    keep(all, shelf, Item{i}, {2, 2, 100});
  }
  in_order(all);
  std::vector<int> orders;
  for (const Item& item : all) orders.push_back(item.order);
  CHECK(orders == std::vector<int>{0, 1, 8, 9, 10, 11, 18, 19});
}

TEST_CASE("a count that begins anew all the time stays bounded") {
  std::vector<Item> all;
  Shelf shelf;
  for (int i = 0; i < 10'000; ++i) {
    note_step(shelf, i % 2);
    keep(all, shelf, Item{i}, {2, 2, 1'000});
  }
  CHECK(all.size() <= 17 * 4);
}
