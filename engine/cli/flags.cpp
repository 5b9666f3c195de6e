#include "cli/flags.h"

#include <array>

namespace firstfault::cli {
namespace {

using enum FlagId;

constexpr std::array<std::string_view, 2> kFormats = {"text", "json"};
constexpr std::array<std::string_view, 6> kExportFormats = {"grep", "loki", "prometheus", "mtail", "datadog", "vector"};
constexpr std::array<std::string_view, 3> kEntryFormats = {"text", "markdown", "json"};
constexpr std::array<std::string_view, 3> kReaders = {"engineer", "oncall", "manager"};
constexpr std::array<std::string_view, 3> kColors = {"auto", "always", "never"};

// In the order of FlagId.
constexpr std::array kFlags = {
    Flag{Format, "--format", 0, "FORMAT", kFormats, "text (default) or json",
         "json holds the whole report, for tools. It is never coloured."},
    Flag{Json, "--json", 0, "", {}, "the same as --format json", ""},
    Flag{Source,
         "--source",
         0,
         "DIR",
         {},
         "where your code may be read; repeatable (default: this folder)",
         "A path in a log is matched to it by its longest unique suffix. Where several files fit, none is taken and a "
         "note "
         "says so."},
    Flag{PathMap,
         "--path-map",
         0,
         "FROM=TO",
         {},
         "a folder of the log and where it is here; repeatable",
         "For code that ran in a container or on another machine: --path-map /workspace=$HOME/project"},
    Flag{Rules,
         "--rules",
         0,
         "DIR",
         {},
         "more rules; they replace built-in ones of the same id",
         "They go over those that your folders keep in .firstfault/rules. A broken rule file is an error: see "
         "firstfault "
         "rules check."},
    Flag{Follow,
         "--follow",
         'f',
         "",
         {},
         "read on while the logs are written; Ctrl-C ends it",
         "Prints the verdict within a second of the line that decides, again when it changes, and the whole report at "
         "the end: on Ctrl-C, when standard input ends, or when a log says how the job ended and is quiet for 10 "
         "seconds. Logs may be renamed, cut or not there yet; files that appear in a folder are read too."},
    Flag{Color, "--color", 0, "WHEN", kColors, "auto (default: on a terminal), always or never",
         "Never coloured where NO_COLOR is set. No colour carries a meaning alone."},
    Flag{ExitZero, "--exit-zero", 0, "", {}, "exit with 0 also where a failure was found", ""},
    Flag{RetryAdvice,
         "--retry-advice",
         0,
         "",
         {},
         "say only whether the job may be started again",
         "Prints the advice as JSON. The exit status is 10 same_nodes, 11 exclude_node, 12 after_fix, 13 not_a_failure "
         "or "
         "14 unknown."},
    Flag{Verbose, "--verbose", 'v', "", {}, "all evidence, hypotheses, candidates and notes", ""},
    Flag{ExplainReading,
         "--explain-reading",
         0,
         "",
         {},
         "print how each line was read instead of a verdict",
         "One row a line: rank and how it is known, node, time, the prefixes taken off, what the line was taken for. "
         "With --json one object a line. The exit status is 0 where anything could be read."},
    Flag{ExportFormat, "--format", 0, "FORMAT", kExportFormats, "grep, loki, prometheus, mtail, datadog or vector",
         "prometheus writes alerting rules over a counter; mtail and vector write what keeps that counter."},
    Flag{Cause,
         "--cause",
         0,
         "CAUSE",
         {},
         "a cause, a family of causes, or all; repeatable",
         "By default the families that somebody on call wants to hear of: collective, cuda, hardware, io, memory, "
         "network, process and rendezvous."},
    Flag{Selector, "--selector", 0, "SELECTOR", {}, "for loki: the streams to look at (default: {job=~\".+\"})", ""},
    Flag{EntryFormat, "--format", 0, "FORMAT", kEntryFormats, "text (default), markdown or json",
         "json holds the rule's file and what refers to it, for tools."},
    Flag{Reader, "--for", 0, "READER", kReaders, "only what one reader needs: engineer, oncall or manager",
         "engineer: how to make sure and what mends it. oncall: whether to start the job again. manager: no jargon."},
    Flag{Stdio, "--stdio", 0, "", {}, "speak on standard input and output (always so; for editors that say it)", ""},
    Flag{Delimited, "--delimited", 0, "", {}, "messages between lines of ---, for people and tests", ""},
    Flag{Help, "--help", 'h', "", {}, "this help; -h is shorter", ""},
    Flag{Version, "--version", 'V', "", {}, "the version and the number of rules", ""},
};

constexpr std::array kDiagnoseExamples = {
    Example{"firstfault diagnose train.log", "one log of all ranks"},
    Example{"firstfault diagnose job-4711/", "a folder of per-rank logs, .gz and .zst too"},
    Example{"firstfault diagnose node0.log node1.log", "several logs of one job"},
    Example{"torchrun train.py 2>&1 | firstfault diagnose -", "what a command prints"},
    Example{"firstfault diagnose --follow train.log", "a job that still runs"},
    Example{"firstfault diagnose --json train.log", "the report for a tool"},
};
constexpr std::array kDiagnoseFlags = {Format, Json,     Source,      PathMap, Rules,          Follow,
                                       Color,  ExitZero, RetryAdvice, Verbose, ExplainReading, Help};
constexpr std::array kExplainExamples = {
    Example{"firstfault explain memory.cuda_oom", "a cause, as reports name it"},
    Example{"firstfault explain watchdog-stuck", "a text that logs hold (evidence of a report)"},
    Example{"firstfault explain xid 79", "an error code of NVIDIA's driver"},
    Example{"firstfault explain collective", "all of a family, or all that begin so"},
    Example{"firstfault explain --for oncall hardware.ecc", "in a few lines, for one reader"},
};
constexpr std::array kExplainFlags = {EntryFormat, Json, Reader, Rules, Color, Help};
constexpr std::array kLspExamples = {Example{"firstfault lsp", "started by an editor"}};
constexpr std::array kLspFlags = {Rules, Stdio, Delimited, Help};
constexpr std::array kCheckExamples = {
    Example{"firstfault rules check", "the built-in rules"},
    Example{"firstfault rules check my-rules/", "rules of your own"},
};
constexpr std::array kCheckFlags = {Help};
constexpr std::array kListExamples = {
    Example{"firstfault rules list", "one line a rule"},
    Example{"firstfault rules list --format json", "for tools"},
};
constexpr std::array kListFlags = {Format, Json, Rules, Help};
constexpr std::array kExportExamples = {
    Example{"firstfault rules export --format grep", "patterns for: LC_ALL=C grep -aEn -f FILE LOG"},
    Example{"firstfault rules export --format loki --cause hardware", "rules for Loki's ruler"},
    Example{"firstfault rules export --format mtail --cause hardware.ecc", "a counter for Prometheus"},
};
constexpr std::array kExportFlags = {ExportFormat, Cause, Selector, Rules, Help};

constexpr std::array kCommands = {
    Command{
        CommandId::Diagnose, "diagnose", "[PATH…]", "says which rank of a job failed first, and why",
        "A PATH is a log file, a folder of logs, or - for standard input (also where no PATH is given). All paths "
        "together are one job. Nothing is sent anywhere and nothing is run.\n"
        "Exit status: 0 no failure was found; 1 a failure was found, or one of several paths could not be read; 2 the "
        "command is wrong, nothing could be read, or a rule file is broken.",
        kDiagnoseExamples, kDiagnoseFlags},
    Command{
        CommandId::Explain, "explain", "[ID]", "explains a cause, a text of logs or an Xid",
        "An ID is a cause or a signature as reports and firstfault rules list name them, or an Xid. Without an ID all "
        "causes are listed. Nothing is looked up elsewhere: the encyclopedia is part of this program.\n"
        "Exit status: 0 it is known; 2 it is not, and the nearest names are said.",
        kExplainExamples, kExplainFlags},
    Command{CommandId::Lsp, "lsp", "", "the same for editors: a language server on standard input and output",
            "Speaks LSP 3.17. Editors start it; there is nothing to type.", kLspExamples, kLspFlags},
    Command{
        CommandId::RulesCheck, "rules check", "[PATH…]", "checks rule files against their own examples",
        "A PATH is a rule file or a folder of them. Without a PATH the rules built into this program are "
        "checked.\n"
        "Exit status: 0 all are sound; 2 a rule is broken; each problem is printed as file:line:column with the way to "
        "mend it.",
        kCheckExamples, kCheckFlags},
    Command{CommandId::RulesList, "rules list", "", "lists the loaded rules", "", kListExamples, kListFlags},
    Command{
        CommandId::RulesExport, "rules export", "", "writes alerts for a monitoring system",
        "Writes the texts that speak for a cause as patterns and alerts for tools that watch logs. Such tools see one "
        "line at a time and know no ranks: an alert says where to look, a diagnosis says who was first. What a tool "
        "cannot have is named in the file, or for grep on standard error.",
        kExportExamples, kExportFlags},
};

}  // namespace

std::span<const Flag> all_flags() { return kFlags; }

std::span<const Command> all_commands() { return kCommands; }

const Flag& flag_of(FlagId id) { return kFlags[static_cast<std::size_t>(id)]; }

}  // namespace firstfault::cli
