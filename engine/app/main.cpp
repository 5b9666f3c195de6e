// The program: parses the command line and hands over. The last place that catches what nobody expected.
#include <unistd.h>

#include <exception>

#include "cli/console.h"
#include "cli/parse.h"
#include "cli/rule_files.h"
#include "cli/run.h"
#include "lsp/server.h"

namespace {

using namespace firstfault;

int serve(const cli::Invocation& invocation, cli::Console& console) {
  auto loaded = cli::load_rule_paths(cli::values_of(invocation, cli::FlagId::Rules));
  if (!loaded) return cli::complain_of_usage(loaded.error(), console);
  lsp::ServerOptions options;
  options.rules = std::move(loaded).value();
  options.version = cli::version();
  if (cli::has(invocation, cli::FlagId::Delimited)) options.framing = lsp::Framing::Delimited;
  return lsp::run_server(STDIN_FILENO, STDOUT_FILENO, options);
}

int run(std::span<char*> arguments, cli::Console& console) {
  const std::vector<std::string> words(arguments.begin(), arguments.end());
  const auto parsed = cli::parse(words);
  if (!parsed) return cli::complain_of_usage(parsed.error(), console);
  const cli::Invocation& invocation = parsed.value();
  const bool lsp = invocation.wish == cli::Wish::Run && invocation.command->id == cli::CommandId::Lsp;
  return lsp ? serve(invocation, console) : cli::run(invocation, console);
}

}  // namespace

int main(int argc, char** argv) {
  cli::prepare_descriptors();
  cli::Console console(STDOUT_FILENO, STDERR_FILENO);
  try {
    return run(std::span<char*>(argv, static_cast<std::size_t>(argc)).subspan(argc > 0 ? 1 : 0), console);
  } catch (const std::exception& error) {
    console.complain(std::string("internal error: ") + error.what() + " (please report it with the command you ran)");
  } catch (...) {
    console.complain("internal error (please report it with the command you ran)");
  }
  return cli::kExitTrouble;
}
