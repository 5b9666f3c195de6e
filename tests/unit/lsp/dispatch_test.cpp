#include "lsp/dispatch.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <stdexcept>
#include <string>
#include <vector>

using namespace firstfault;
using namespace firstfault::lsp;

namespace {

/// A server's insides with a pipe for its output.
struct Bench {
  int ends[2] = {-1, -1};
  ServerOptions options{{}, Framing::Delimited, "1"};
  Output output;
  Context context;

  Bench() : output(open_pipe(), Framing::Delimited), context(options, output) {}
  ~Bench() {
    ::close(ends[0]);
    ::close(ends[1]);
  }

  int open_pipe() {
    REQUIRE(::pipe(ends) == 0);
    return ends[1];
  }

  std::vector<Json> said() const {
    std::string bytes(65536, '\0');
    const ssize_t count = ::read(ends[0], bytes.data(), bytes.size());
    Decoder decoder(Framing::Delimited);
    decoder.append(std::string_view(bytes).substr(0, static_cast<std::size_t>(count)));
    std::vector<Json> messages;
    while (const auto frame = decoder.next()) messages.push_back(*parse_json(frame->text));
    return messages;
  }
};

}  // namespace

TEST_CASE("answers a request whose handler throws with InternalError, and says so in the status") {
  Bench bench;
  const auto call = std::make_shared<Call>(Json(7), "some/method", bench.output);
  const Request request{Where::Now,
                        [](Context&, const Json&, const CallPtr&) -> Answer { throw std::runtime_error("broken"); }};
  run_request(bench.context, request, call, nullptr);
  const auto said = bench.said();
  REQUIRE(said.size() == 2);
  CHECK(said[0]["method"] == "firstfault/status");
  CHECK(said[0]["params"]["health"] == "error");
  CHECK(said[1]["id"] == 7);
  CHECK(said[1]["error"]["code"] == -32603);
  CHECK(said[1]["error"]["message"] == "internal error in some/method: broken");
}

TEST_CASE("survives a notification whose handler throws") {
  Bench bench;
  const Notification notification{Where::Now, [](Context&, const Json&) -> std::string { throw 1; }};
  run_notification(bench.context, notification, "some/notice", nullptr);
  bench.output.send("alive");
  CHECK(bench.said().size() == 1);
}

TEST_CASE("answers a call once, whoever comes first") {
  Bench bench;
  const auto cancelled = std::make_shared<Call>(Json("a"), "m", bench.output);
  cancelled->cancel();
  CHECK(!cancelled->start());
  cancelled->answer(Json(1));
  const auto running = std::make_shared<Call>(Json("b"), "m", bench.output);
  CHECK(running->start());
  running->cancel();
  CHECK(running->token().cancelled());
  running->answer(Json(2));
  running->answer(Json(3));
  const auto said = bench.said();
  REQUIRE(said.size() == 2);
  CHECK(said[0]["error"]["code"] == -32800);
  CHECK(said[1]["result"] == 2);
}

TEST_CASE("a table finds calls by id and by progress token, and forgets those that are gone") {
  Bench bench;
  CallTable table;
  const auto by_id = std::make_shared<Call>(Json(1), "m", bench.output);
  const auto by_text = std::make_shared<Call>(Json("1"), "m", bench.output);
  table.add(by_id);
  table.add(by_text);
  table.add_progress("1", by_text);
  table.cancel(Json(1));
  CHECK(by_id->token().cancelled());
  CHECK(!by_text->token().cancelled());
  table.cancel_progress("1");
  CHECK(by_text->token().cancelled());
  for (int i = 0; i < 1000; ++i) table.add(std::make_shared<Call>(Json(i), "m", bench.output));
  table.cancel(Json(5));
  table.cancel_all();
  CHECK(bench.said().size() == 2);
}
