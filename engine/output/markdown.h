// Text as Markdown that means exactly that text: nothing of it may become a link, HTML or markup. Text of logs, which
// are hostile, and prose of rule files, which people also read as it stands.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace firstfault::output {

/// For running text: every character that Markdown could act on is escaped; line ends become blanks.
[[nodiscard]] std::string escape_markdown(std::string_view text);

/// The same for prose: a character is escaped only where it would act.
[[nodiscard]] std::string prose_markdown(std::string_view text);

/// Prose for a cell of a table.
[[nodiscard]] std::string cell_markdown(std::string_view text);

/// A link; nothing of `address` ends it early.
[[nodiscard]] std::string link_markdown(std::string_view title, std::string_view address);

/// Where the page of an entry is; empty for an entry without a page.
using EntryLink = std::function<std::string(std::string_view id)>;

/// The id of an entry, leading to its page.
[[nodiscard]] std::string entry_markdown(std::string_view id, const EntryLink& link);

/// A fenced block whose fence is longer than any run of backticks within. `language` may be empty.
[[nodiscard]] std::string code_block(std::string_view text, std::string_view language);

}  // namespace firstfault::output
