#include "output/rule_list.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "output/columns.h"

namespace firstfault::output {

std::string rules_to_text(const std::vector<ListedRule>& rules) {
  std::size_t width = 0;
  for (const ListedRule& rule : rules) width = std::max(width, columns(printable(rule.id)));
  std::string text;
  for (const ListedRule& rule : rules) {
    const std::string& what = rule.role.empty() ? rule.kind : rule.role;
    text += padded(printable(rule.id), width) + "  " + padded(what, 10) + "  " + printable(rule.title) + "\n";
  }
  return text;
}

std::string rules_to_markdown(const std::vector<ListedRule>& rules, const EntryLink& link) {
  std::string text = "| Id | What it is |\n| --- | --- |\n";
  for (const ListedRule& rule : rules)
    text += "| " + entry_markdown(rule.id, link) + " | " + cell_markdown(rule.title) + " |\n";
  return text;
}

std::string rules_to_json(const std::vector<ListedRule>& rules) {
  nlohmann::ordered_json array = nlohmann::ordered_json::array();
  for (const ListedRule& rule : rules) {
    array.push_back({{"id", rule.id},
                     {"kind", rule.kind},
                     {"family", rule.family},
                     {"causes", rule.causes},
                     {"role", rule.role.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(rule.role)},
                     {"file", rule.file},
                     {"title", rule.title}});
  }
  return array.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace firstfault::output
