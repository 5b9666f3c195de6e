// Log records that are JSON, lines that a container runtime cut, and whose traceback stands below a record.
#include <doctest/doctest.h>

#include "check_parse.h"

using namespace firstfault;
using namespace firstfault::parse;
using Lines = std::vector<std::string>;

namespace {

// How each line was read: "rank 2 node n @time text".
Lines readings_of(const std::string& text) {
  Lines all;
  for (const auto& kept : read(text).readings) {
    std::string line;
    const auto add = [&](const std::string& word) { line += (line.empty() ? "" : " ") + word; };
    if (kept.line.rank) add("rank " + std::to_string(kept.line.rank->value));
    if (!kept.line.node.empty()) add("node " + kept.line.node);
    if (!kept.line.time.empty()) add("@" + kept.line.time);
    all.push_back(line + " | " + kept.line.text);
  }
  return all;
}

const Failure& only_failure(const Facts& facts) {
  REQUIRE(facts.failures.size() == 1);
  return facts.failures.front();
}

std::string speaker(const Facts& facts, const Failure& failure) {
  const auto& stream = facts.streams[failure.stream];
  return stream.label + (stream.label.empty() || stream.tag.empty() ? "" : " ") + stream.tag;
}

const Lines kTraceback{"Traceback (most recent call last):", "  File \"train.py\", line 9, in <module>", "    main()",
                       "KeyError: 'fr'"};

// Each line of the traceback in one record, as a collector writes it.
std::string in_records(const std::string& before, const std::string& after) {
  std::string text;
  for (const auto& line : kTraceback) {
    std::string escaped;
    for (const char c : line) escaped += c == '"' ? std::string("\\\"") : std::string(1, c);
    text += before + escaped + after + "\n";
  }
  return text;
}

// A record of each of these ranks, each followed by an unprefixed traceback.
std::string records_and_tracebacks(const std::vector<int>& ranks) {
  std::string text;
  for (const int rank : ranks)
    text += "2026-11-30 17:51:40,600 [rank" + std::to_string(rank) + "] ERROR training stopped\n" + joined(kTraceback);
  return text;
}

}  // namespace

TEST_CASE("a record's exception is a traceback, whoever escapes it") {
  const auto facts = read(
      R"({"time": "2026-11-30T12:00:00Z", "level": "error", "rank": 2, "msg": "stopped", "exc_info": "Traceback (most recent call last):\n  File \"train.py\", line 9, in <module>\n    main()\nKeyError: 'fr'"})"
      "\n");
  const auto& failure = only_failure(facts);
  CHECK(tracebacks_in(facts) == Lines{"train.py:9 <module> > KeyError: 'fr'"});
  CHECK(failure.rank == Rank{2});
  CHECK(failure.time == "2026-11-30T12:00:00Z");
}

TEST_CASE("a record within a record says its message and its speaker") {
  const auto facts = read(
      R"({"jsonPayload": {"attrs": {"tag": "x"}, "levelname": "ERROR", "message": "[rank2]: Traceback (most recent call last):\n[rank2]:   File \"train.py\", line 9, in <module>\n[rank2]: KeyError: 'fr'\n"}, "severity": "ERROR", "resource": {"labels": {"task_name": "workerpool1-1"}}})"
      "\n");
  CHECK(tracebacks_in(facts) == Lines{"train.py:9 <module> > KeyError: 'fr'"});
  CHECK(only_failure(facts).rank == Rank{2});
}

TEST_CASE("docker's json-file carries lines as they were printed, with their indentation") {
  const auto facts =
      read(in_records("{\"log\":\"[default3]:", "\\n\",\"stream\":\"stderr\",\"time\":\"2026-11-30T12:00:00Z\"}"));
  CHECK(tracebacks_in(facts) == Lines{"train.py:9 <module> > KeyError: 'fr'"});
  CHECK(facts.streams[only_failure(facts).stream].local_rank == LocalRank{3});
}

TEST_CASE("fluent's records name the pod") {
  const auto facts =
      read(in_records("{\"@timestamp\":\"2026-11-30T12:00:00Z\",\"kubernetes\":{\"pod_name\":\"train-1\",\"container_"
                      "name\":\"pytorch\"},\"message\":\"",
                      "\"}"));
  CHECK(tracebacks_in(facts) == Lines{"train.py:9 <module> > KeyError: 'fr'"});
  CHECK(speaker(facts, only_failure(facts)) == "train-1");
  CHECK_FALSE(only_failure(facts).rank.has_value());
}

TEST_CASE("the journal's records name process and host") {
  const auto facts = read(in_records("{\"_HOSTNAME\":\"gpu-7\",\"_PID\":\"24438\",\"MESSAGE\":\"", "\"}"));
  CHECK(tracebacks_in(facts) == Lines{"train.py:9 <module> > KeyError: 'fr'"});
  CHECK(facts.streams[only_failure(facts).stream].node == "gpu-7");
}

TEST_CASE("records of two pods that interleave are two speakers") {
  const std::string a = in_records("{\"pod\":\"train-0\",\"log\":\"", "\"}");
  const std::string b = in_records("{\"pod\":\"train-1\",\"log\":\"", "\"}");
  std::string woven;
  for (std::size_t i = 0, k = 0; i < a.size();) {
    const auto end_a = a.find('\n', i) + 1;
    const auto end_b = b.find('\n', k) + 1;
    woven += a.substr(i, end_a - i) + b.substr(k, end_b - k);
    i = end_a;
    k = end_b;
  }
  const auto facts = read(woven);
  REQUIRE(facts.failures.size() == 2);
  CHECK(speaker(facts, facts.failures[0]) != speaker(facts, facts.failures[1]));
  for (const auto& failure : facts.failures) CHECK(failure.chain.front().frames.size() == 1);
}

TEST_CASE("what is no record, or a broken one, is text") {
  for (const char* text : {"{\"msg\": \"a\"", "{a: 1}", "{'rank': 3, 'msg': 'x'}", "{}", "{\"loss\": 0.3}"}) {
    const auto facts = read(std::string(text) + "\n");
    CHECK(facts.failures.empty());
    CHECK(facts.streams.size() == 1);
  }
}

TEST_CASE("a rank that is no number of a rank is none") {
  for (const char* rank : {"-1", "\"two\"", "99999999999999999999", "1.5", "null", "[1]"}) {
    const auto facts =
        read("{\"level\": \"error\", \"rank\": " + std::string(rank) + ", \"msg\": \"KeyError: 'fr'\"}\n");
    for (const auto& failure : facts.failures) CHECK_FALSE(failure.rank.has_value());
  }
}

TEST_CASE("lines that the container runtime cut are joined with their end") {
  const auto facts = read(
      "2026-11-30T12:00:00.1Z stderr P Traceback (most recent \n2026-11-30T12:00:00.1Z stderr F call last):\n"
      "2026-11-30T12:00:00.2Z stderr F   File \"train.py\", line 9, in <module>\n"
      "2026-11-30T12:00:00.3Z stderr P KeyError: \n2026-11-30T12:00:00.3Z stderr P 'f\n2026-11-30T12:00:00.3Z stderr F "
      "r'\n");
  CHECK(tracebacks_in(facts) == Lines{"train.py:9 <module> > KeyError: 'fr'"});
}

TEST_CASE("a piece whose end never comes keeps nothing from being read") {
  const auto readings = readings_of("2026-11-30T12:00:00.1Z stderr P half a line\nKeyError: 'fr'\nnext\n");
  REQUIRE(readings.size() == 3);
  CHECK(readings[1] == " | KeyError: 'fr'");
  CHECK(readings[2] == " | next");
}

TEST_CASE("pieces without an end are bounded, and lines after them are whole") {
  std::string text;
  for (int i = 0; i < 3'000; ++i)
    text += "[pod/train-" + std::to_string(i) + "/pytorch] 2026-11-30T12:00:00.1Z stderr P half\n";
  text += "[pod/train-0/pytorch] 2026-11-30T12:00:00.1Z stderr F  a line\n";
  text += "[pod/train-2999/pytorch] 2026-11-30T12:00:00.1Z stderr F another line\n";
  const auto readings = readings_of(text);
  REQUIRE(readings.size() == 3'002);
  CHECK(readings[3'000].ends_with(" | half a line"));
  CHECK(readings[3'001].ends_with("another line"));
}

TEST_CASE("the rank of the record above is a traceback's where every traceback has such a record") {
  const auto facts = read(records_and_tracebacks({2, 0, 1}));
  REQUIRE(facts.failures.size() == 3);
  CHECK(facts.failures[0].rank == Rank{2});
  CHECK(facts.failures[1].rank == Rank{0});
  CHECK(facts.failures[2].rank == Rank{1});
}

TEST_CASE("it is nobody's where one traceback has no record: records and tracebacks may be crossed") {
  const auto facts = read(records_and_tracebacks({2, 0}) + "step 7\n" + joined(kTraceback));
  REQUIRE(facts.failures.size() == 3);
  for (const auto& failure : facts.failures) CHECK_FALSE(failure.rank.has_value());
}

TEST_CASE("it is nobody's where a rank has two, or where there is one traceback alone") {
  for (const auto& ranks : {std::vector<int>{2, 0, 2}, std::vector<int>{2}})
    for (const auto& failure : read(records_and_tracebacks(ranks)).failures) CHECK_FALSE(failure.rank.has_value());
}

TEST_CASE("a record that reports no error says nothing of the traceback below it") {
  std::string text;
  for (int rank = 0; rank < 3; ++rank)
    text += "2026-11-30 17:51:40,600 [rank" + std::to_string(rank) + "] INFO step 7\n" + joined(kTraceback);
  for (const auto& failure : read(text).failures) CHECK_FALSE(failure.rank.has_value());
}

TEST_CASE("what a newest-first export is too long for is said in a note") {
  std::string text;
  for (int i = 400'000; i > 0; --i) {
    const std::string second = std::to_string(100'000'000 + i).substr(1);
    text += "2026-01-02T" + second.substr(2, 2) + ":" + second.substr(4, 2) + ":" + second.substr(6, 2) + "Z step\n";
  }
  const Facts facts = read(text);
  REQUIRE(facts.notes.size() >= 1);
  CHECK(facts.notes.back().find("lines were left out") != std::string::npos);
}
