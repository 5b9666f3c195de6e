#include <algorithm>
#include <random>
#include <vector>

#include "analysis/session.h"
#include "harness/diagnose.h"
#include "harness/promises.h"
#include "rules/matcher.h"
#include "rules/rule.h"
#include "targets.h"

namespace firstfault::fuzz {
namespace {

using analysis::Diagnosis;
using corpus::File;

constexpr std::string_view kNextFile = "\x1c\n";  // as in the target `diagnose`

// Two files of one job: up to the mark and behind it, or both halves.
std::vector<File> two_files(std::string_view data) {
  const auto mark = data.find(kNextFile);
  const auto end = mark == std::string_view::npos ? data.size() / 2 : mark;
  const auto begin = mark == std::string_view::npos ? end : mark + kNextFile.size();
  return {{"logs/none_1/attempt_0/0/stderr.log", std::string(data.substr(0, end))},
          {"train.log", std::string(data.substr(begin))}};
}

bool same(const LineReading& a, const LineReading& b) {
  return a.span == b.span && a.layers == b.layers && a.stream == b.stream && a.rank == b.rank && a.road == b.road &&
         a.local_rank == b.local_rank && a.group_rank == b.group_rank && a.pid == b.pid && a.device == b.device &&
         a.node == b.node && a.time == b.time && a.part == b.part && a.rule == b.rule && a.text == b.text;
}

struct Answer {
  Diagnosis diagnosis;
  bool deciding = false;
};

analysis::Session new_session(const std::vector<File>& files) {
  analysis::Session session(rules::builtin_rules(), rules::builtin_matcher(), analysis::Keep::Readings);
  for (const auto& file : files) (void)session.open({file.path, InputKind::Log});
  return session;
}

// What was fed of the files so far.
class Feeder {
 public:
  explicit Feeder(const std::vector<File>& files) : files_(files), session_(new_session(files)), fed_(files.size()) {}

  void feed(std::size_t file, std::size_t bytes) {
    const auto piece = std::string_view(files_[file].bytes).substr(fed_[file], bytes);
    session_.feed(InputId{static_cast<std::uint32_t>(file)}, piece);
    fed_[file] += piece.size();
    deciding_ = session_.saw_deciding_line();
  }

  [[nodiscard]] bool deciding() const { return deciding_; }
  [[nodiscard]] std::size_t left(std::size_t file) const { return files_[file].bytes.size() - fed_[file]; }

  // Diagnoses what there is; the session goes on.
  [[nodiscard]] Diagnosis look() {
    std::vector<File> so_far = files_;
    for (std::size_t i = 0; i < so_far.size(); ++i) so_far[i].bytes.resize(fed_[i]);
    auto diagnosis = session_.finish();
    for (const auto& words : corpus::broken_promises(diagnosis.report, so_far)) throw Broken(words);
    return diagnosis;
  }

 private:
  const std::vector<File>& files_;
  analysis::Session session_;
  std::vector<std::size_t> fed_;
  bool deciding_ = false;
};

// Pieces of a few bytes, which cut characters and escape codes, and large ones, by turns; the data's end chooses them,
// so that a fuzzer can look for bad ones.
Answer in_pieces(const std::vector<File>& files) {
  constexpr int kPieces = 24;
  constexpr int kLooks = 2;
  const std::string_view last = files.back().bytes;
  std::minstd_rand random(static_cast<std::uint32_t>(1 + last.size() + (last.empty() ? 0 : 131U * last.back())));
  Feeder feeder(files);
  for (int piece = 0; piece < kPieces; ++piece) {
    const std::size_t file = random() % files.size();
    const std::size_t most = random() % 3 == 0 ? feeder.left(file) / 8 : 5;
    feeder.feed(file, 1 + random() % (most + 1));
    if (piece % (kPieces / kLooks) == kPieces / kLooks - 1) (void)feeder.look();
  }
  for (std::size_t file = 0; file < files.size(); ++file) feeder.feed(file, feeder.left(file));
  return {feeder.look(), feeder.deciding()};
}

Answer in_one_piece(const std::vector<File>& files) {
  auto session = new_session(files);
  for (std::uint32_t i = 0; i < files.size(); ++i) {
    session.feed(InputId{i}, files[i].bytes);
  }
  const bool deciding = session.saw_deciding_line();
  for (std::uint32_t i = 0; i < files.size(); ++i) session.close(InputId{i});
  return {session.finish(), deciding};
}

}  // namespace

void chunks(std::string_view data) {
  const auto files = two_files(data);
  const Answer whole = in_one_piece(files);
  const Answer pieces = in_pieces(files);
  require(corpus::as_json(whole.diagnosis.report) == corpus::as_json(pieces.diagnosis.report),
          "pieces do not change the report");
  require(whole.deciding == pieces.deciding, "pieces do not change whether a line decides");
  const auto& a = whole.diagnosis.readings;
  const auto& b = pieces.diagnosis.readings;
  require(a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), same),
          "pieces do not change how lines are read");
}

}  // namespace firstfault::fuzz
