#include "lsp/convert.h"

#include <doctest/doctest.h>

#include <string>

#include "lsp/locate.h"
#include "lsp/uri.h"

using namespace firstfault;
using namespace firstfault::lsp;

namespace {

UserFrame frame(int line, std::string source, int mark_begin = -1, int mark_end = -1) {
  UserFrame made;
  made.file = "/job/losses.py";
  made.line = line;
  made.source = std::move(source);
  made.mark_begin = mark_begin;
  made.mark_end = mark_end;
  return made;
}

void check_range(const std::string& source, const UserFrame& user_frame, Range expected) {
  const Range range = frame_range(source, user_frame, Encoding::Utf16);
  CAPTURE(range.start.line);
  CAPTURE(range.start.character);
  CAPTURE(range.end.character);
  CHECK(range == expected);
}

/// A failure of rank 1 at line 2 of losses.py, proven by line 9 of /job/train.log.
Report report() {
  Evidence proof;
  proof.id = "e1";
  proof.span = {InputId{0}, 9, 10, 0, 0};
  proof.rank = Rank{1};
  proof.role = Role::Initiator;
  proof.text = "Traceback (most recent call last):\nIndexError: Target 7 <b>is</b> out of bounds.";
  Incident incident;
  incident.verdict = "Rank 1 failed first: class index 7 (losses.py:2). 2 ranks failed because of it.";
  incident.attribution = Attribution::Single;
  incident.certainty = Certainty::Certain;
  incident.cause = {"data.class_index_out_of_range", "A class index is out of range", Certainty::Certain};
  incident.collateral = {{"0,2", "the peer closed the connection", {}}};
  incident.frame = frame(2, "loss(a)");
  incident.evidence = {proof};
  Report made;
  made.outcome = Outcome::Failed;
  made.inputs = {{"/job/train.log", InputKind::Log, 0, 0, "", ""}};
  made.incidents = {incident};
  return made;
}

const Source kSource{"file:///ws/losses.py", "import x\n  loss(a)\n", {}};

}  // namespace

TEST_CASE("takes the first sentence of a verdict, at most 120 characters") {
  CHECK(problem_message("Rank 3 failed first: index 7 in F.nll_loss (a.py:12). 7 ranks followed.") ==
        "Rank 3 failed first: index 7 in F.nll_loss (a.py:12)");
  CHECK(problem_message("Short.") == "Short");
  CHECK(problem_message("").empty());
  const std::string message = problem_message(std::string(300, 'x'));
  CHECK(count_units(message, Encoding::Utf16) <= kMaxProblemCharacters);
  CHECK(message.ends_with("…"));
}

TEST_CASE("underlines the marked call where the line is the quoted one") {
  check_range("a\n    return f(x)\n", frame(2, "return f(x)", 7, 11), {{1, 11}, {1, 15}});
  check_range("a\n    🔥 f(x)\n", frame(2, "🔥 f(x)", 5, 9), {{1, 7}, {1, 11}});
  check_range("a\n    return g(x)\n", frame(2, "return f(x)", 7, 11), {{1, 4}, {1, 15}});
  check_range("a\n    return f(x)\n", frame(2, "return f(x)", 7, 99), {{1, 4}, {1, 15}});
}

TEST_CASE("finds the quoted line again after edits, if it is the only one") {
  check_range("new\nnew\n  f(x)\n", frame(1, "f(x)"), {{2, 2}, {2, 6}});
  CHECK(find_frame_line("f(x)\nf(x)\n", frame(2, "f(x)")) == 1);
  CHECK(!find_frame_line("new\nf(x)\nf(x)\n", frame(1, "f(x)")));
  CHECK(!find_frame_line("new\n", frame(1, "f(x)")));
  CHECK(find_frame_line("any\n", frame(1, "")) == 0);
  CHECK(!find_frame_line("any\n", frame(0, "")));
}

TEST_CASE("stays within a file that has become shorter") {
  check_range("a\nb", frame(99, "gone"), {{1, 0}, {1, 1}});
  check_range("", frame(99, "gone"), {{0, 0}, {0, 0}});
}

TEST_CASE("puts one error at the user's line, with the log line and the collateral ranks") {
  const Report made = report();
  const Diagnostic diagnostic = diagnostic_of(made, made.incidents[0], kSource, Encoding::Utf16);
  CHECK(diagnostic.severity == Severity::Error);
  CHECK(diagnostic.code == "data.class_index_out_of_range");
  CHECK(diagnostic.message == "Rank 1 failed first: class index 7 (losses.py:2)");
  CHECK(diagnostic.range == Range{{1, 2}, {1, 9}});
  REQUIRE(diagnostic.related.size() == 2);
  CHECK(diagnostic.related[0].uri == "file:///job/train.log");
  CHECK(diagnostic.related[0].range.start == Position{10, 0});  // editor's line 10, second line of the evidence
  CHECK(diagnostic.related[0].message == "rank 1: IndexError: Target 7 <b>is</b> out of bounds.");
  CHECK(diagnostic.related[1].message == "2 collateral ranks (0,2): the peer closed the connection");
}

TEST_CASE("gives related lines of terminals and archives the user's own line as their place") {
  for (const auto& [path, kind] :
       {std::pair{"terminal:bash", InputKind::Terminal}, std::pair{"/job/train.log.gz", InputKind::Log}}) {
    Report made = report();
    made.inputs[0].path = path;
    made.inputs[0].kind = kind;
    CHECK(diagnostic_of(made, made.incidents[0], kSource, Encoding::Utf16).related[0].uri == kSource.uri);
  }
}

TEST_CASE("warns only, where the answer is not sure") {
  Report made = report();
  made.incidents[0].certainty = Certainty::Possible;
  CHECK(diagnostic_of(made, made.incidents[0], kSource, Encoding::Utf16).severity == Severity::Warning);
  made.incidents[0].certainty = Certainty::Likely;
  CHECK(diagnostic_of(made, made.incidents[0], kSource, Encoding::Utf16).severity == Severity::Error);
  made.incidents[0].attribution = Attribution::Undetermined;
  CHECK(diagnostic_of(made, made.incidents[0], kSource, Encoding::Utf16).severity == Severity::Warning);
}

TEST_CASE("carries in a finding all that a quick fix needs") {
  const Report made = report();
  const UserFrame back = frame_of(diagnostic_of(made, made.incidents[0], kSource, Encoding::Utf16).data);
  CHECK(back.line == 2);
  CHECK(back.source == "loss(a)");
  CHECK(back.file == "/ws/losses.py");
}

TEST_CASE("links a cause's page where the client has one") {
  CHECK(explain_link("command:explain?%22{id}%22", "io.disk_full") == "command:explain?%22io.disk_full%22");
  CHECK(explain_link("", "io.disk_full").empty());
  const Report made = report();
  rules::Cause cause;
  cause.what = "An index is too large.";
  const auto hover = [&](const rules::Cause* known, const std::string& link) {
    return hover_of(made, made.incidents[0], known, link).find("[All about this cause](command:x)") !=
           std::string::npos;
  };
  CHECK(hover(&cause, "command:x"));
  CHECK_FALSE(hover(&cause, ""));
  CHECK_FALSE(hover(nullptr, "command:x"));
}

TEST_CASE("turns paths into URIs and back") {
  for (const std::string path : {"/a b/c.py", "/ü/100%/#1?.log", "/"})
    CHECK(path_from_uri(uri_from_path(path)) == path);
  CHECK(uri_from_path("/a b") == "file:///a%20b");
  CHECK(path_from_uri("file://localhost/a") == "/a");
  CHECK(path_from_uri("file:///a%2g") == "/a%2g");
  CHECK(!path_from_uri("file://elsewhere/a"));
  CHECK(!path_from_uri("untitled:Untitled-1"));
  CHECK(!path_from_uri("file:///a%00b"));
}

TEST_CASE("a hover shows text of a log as it is") {
  const Report made = report();
  const std::string hover = hover_of(made, made.incidents[0], nullptr, "");
  CHECK(hover.find("```text\ntrain.log:9  rank 1  IndexError: Target 7 <b>is</b> out of bounds.\n```") !=
        std::string::npos);
}
