// Text of a log as Markdown that means exactly that text. Logs are hostile: nothing of them may become a link, HTML or
// markup.
#pragma once

#include <string>
#include <string_view>

namespace firstfault::lsp {

/// For running text: every character that Markdown could act on is escaped; line ends become blanks.
[[nodiscard]] std::string escape_markdown(std::string_view text);

/// A fenced block whose fence is longer than any run of backticks within. `language` may be empty.
[[nodiscard]] std::string code_block(std::string_view text, std::string_view language);

}  // namespace firstfault::lsp
