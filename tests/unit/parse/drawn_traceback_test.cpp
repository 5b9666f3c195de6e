// Tracebacks as IPython, Colab and rich draw them.
#include "parse/drawn_traceback.h"

#include <doctest/doctest.h>

#include "check_parse.h"
#include "parse/frame_line.h"

using namespace firstfault;
using namespace firstfault::parse;
using Lines = std::vector<std::string>;

namespace {

void check_tracebacks(const Lines& lines, const Lines& expected) {
  CHECK(joined(tracebacks_in(read(joined(lines)))) == joined(expected));
}

std::string frame_in(const std::string& row) {
  const auto frame = parse_drawn_frame(row);
  if (!frame) return "none";
  return frame->file + ":" + std::to_string(frame->line) + " " + frame->function;
}

// "7! table[key]": line 7, where the arrow stands, and its source.
std::string row_in(const std::string& text) {
  const auto row = parse_drawn_row(text);
  if (!row) return "none";
  return std::to_string(row->line) + (row->raised ? "! " : " ") + std::string(row->source);
}

const std::string kRule(75, '-');

}  // namespace

TEST_CASE("IPython 8 names cell and line in the frame") {
  check_tracebacks(
      {kRule, "KeyError                                  Traceback (most recent call last)", "Cell In[1], line 4",
       "      1 def f(k):", "      2     return {'de':1}[k]", "----> 4 f('fr')", "", "Cell In[1], line 2, in f(k)",
       "      1 def f(k):", "----> 2     return {'de':1}[k]", "", "KeyError: 'fr'"},
      {"Cell In[1]:4 <module> > Cell In[1]:2 f > KeyError: 'fr'"});
}

TEST_CASE("IPython chains exceptions as Python does") {
  check_tracebacks(
      {kRule,
       "KeyError                                  Traceback (most recent call last)",
       "File ~/speech/train.py:7, in main()",
       "      6 try:",
       "----> 7     look_up({\"de\": 1}, \"fr\")",
       "      8 except KeyError as error:",
       "",
       "File ~/speech/train.py:2, in look_up(table, key)",
       "      1 def look_up(table, key):",
       "----> 2     return table[key]",
       "",
       "KeyError: 'fr'",
       "",
       "The above exception was the direct cause of the following exception:",
       "",
       "RuntimeError                              Traceback (most recent call last)",
       "Cell In[1], line 1",
       "----> 1 import train",
       "",
       "File ~/speech/train.py:12",
       "      8     except KeyError as error:",
       "      9         raise RuntimeError(\"no such language\") from error",
       "---> 12 main()",
       "",
       "File ~/speech/train.py:9, in main()",
       "      7     look_up({\"de\": 1}, \"fr\")",
       "----> 9     raise RuntimeError(\"no such language\") from error",
       "",
       "RuntimeError: no such language"},
      {"~/speech/train.py:7 main > ~/speech/train.py:2 look_up > KeyError: 'fr' => Cell In[1]:1 <module> > "
       "~/speech/train.py:12 <module> > ~/speech/train.py:9 main > RuntimeError: no such language"});
}

TEST_CASE("IPython 7 says the line by its arrow") {
  check_tracebacks(
      {kRule, "IndexError                                Traceback (most recent call last)",
       "<ipython-input-6-0a1b2c3d4e5f> in <module>", "      8 ",
       "      9 for batch in loader:", "---> 10     step(batch)", "     11 ", "", "~/speech/train.py in step(batch)",
       "     30 def step(batch):", "---> 31     return table[batch]", "     32 ", "",
       "IndexError: list index out of range"},
      {"<ipython-input-6-0a1b2c3d4e5f>:10 <module> > ~/speech/train.py:31 step > IndexError: list index out "
       "of range"});
}

TEST_CASE("Colab folds the frames of libraries away") {
  check_tracebacks(
      {kRule, "IndexError                                Traceback (most recent call last)",
       "<ipython-input-64-6e2614989f78> in <module>()",
       "      3 for batch in loader:", "----> 4     loss = criterion(model(batch), target)", "", "4 frames",
       "/usr/local/lib/python3.7/dist-packages/torch/nn/functional.py in embedding(input, weight)",
       "   2040         # remove once script supports set_grad_enabled",
       "   2041         _no_grad_embedding_renorm_(weight, input, max_norm, norm_type)",
       "-> 2043     return torch.embedding(weight, input)", "   2044 ", "", "IndexError: index out of range in self"},
      {"<ipython-input-64-6e2614989f78>:4 <module> > "
       "/usr/local/lib/python3.7/dist-packages/torch/nn/functional.py:2043 embedding > IndexError: index out "
       "of range in self"});
}

TEST_CASE("rich draws a box around frames and source") {
  check_tracebacks({"╭──────────────── Traceback (most recent call last) ─────────────────╮",
                    "│ /home/dev/speech/train.py:12 in <module>                           │",
                    "│                                                                    │",
                    "│    9 │   │   raise RuntimeError(\"no such language\") from error        │",
                    "│ ❱ 12 main()                                                        │",
                    "│   13                                                               │",
                    "│ in _run_code:88                                                    │",
                    "│                                                                    │",
                    "│ /home/dev/speech/train.py:2 in look_up                             │",
                    "│                                                                    │",
                    "│    1 def look_up(table, key):                                      │",
                    "│ ❱  2 │   return table[key]                                         │",
                    "╰────────────────────────────────────────────────────────────────────╯", "KeyError: 'fr'"},
                   {"/home/dev/speech/train.py:12 <module> > /home/dev/speech/train.py:2 look_up > KeyError: 'fr'"});
}

TEST_CASE("a path that is longer than rich's box goes on in the next row") {
  check_tracebacks(
      {"╭─────────── Traceback (most recent call last) ────────────╮",
       "│ /home/dev/projects/speech-recognition-with-long-names/tr │",
       "│ aining/train.py:2 in look_up                             │",
       "│                                                          │",
       "│    1 def look_up(table, key):                            │",
       "│ ❱  2 │   return table[key]                               │",
       "╰──────────────────────────────────────────────────────────╯", "KeyError: 'fr'"},
      {"/home/dev/projects/speech-recognition-with-long-names/training/train.py:2 look_up > KeyError: 'fr'"});
}

TEST_CASE("a path may be broken where its line begins") {
  check_tracebacks({"╭─ Traceback (most recent call last) ─╮", "│ /home/dev/projects/speech/train.py: │",
                    "│ 2 in look_up                        │", "│ ❱  2 │   return table[key]          │",
                    "│ /home/dev/projects/speech/model.py:5 │", "│ in forward                          │",
                    "╰─────────────────────────────────────╯", "KeyError: 'fr'"},
                   {"/home/dev/projects/speech/train.py:2 look_up > /home/dev/projects/speech/model.py:5 forward > "
                    "KeyError: 'fr'"});
}

TEST_CASE("a rank's prefix stands in front of drawn rows as of any other") {
  Lines lines;
  for (const char* row :
       {"╭──── Traceback (most recent call last) ────╮", "│ /home/dev/train.py:2 in look_up            │",
        "│ ❱  2 │   return table[key]                 │", "╰────────────────────────────────────────────╯",
        "KeyError: 'fr'"})
    lines.push_back("[default3]:" + std::string(row));
  const auto facts = read(joined(lines));
  CHECK(tracebacks_in(facts) == Lines{"/home/dev/train.py:2 look_up > KeyError: 'fr'"});
  REQUIRE(facts.failures.size() == 1);
  CHECK(facts.streams[facts.failures.front().stream].local_rank == LocalRank{3});
}

TEST_CASE("a drawn traceback is told by its header") {
  CHECK(begins_drawn_traceback("KeyError                                  Traceback (most recent call last)"));
  CHECK(begins_drawn_traceback("╭─── Traceback (most recent call last) ───╮"));
  CHECK_FALSE(begins_drawn_traceback("Traceback (most recent call last):"));
  CHECK_FALSE(begins_drawn_traceback("the log says: Traceback (most recent call last)"));
  CHECK_FALSE(begins_drawn_traceback(""));
}

TEST_CASE("frames say file, line and function") {
  CHECK(frame_in("File ~/x.py:12, in f(a, b)") == "~/x.py:12 f");
  CHECK(frame_in("Cell In [3], line 10, in <cell line: 9>()") == "Cell In [3]:10 <cell line: 9>");
  CHECK(frame_in("Input In [5], in <cell line: 10>()") == "Input In [5]:0 <cell line: 10>");
  CHECK(frame_in("<ipython-input-6-0a1b> in <module>()") == "<ipython-input-6-0a1b>:0 <module>");
  CHECK(frame_in("│ /x.py:12 in f                    │") == "/x.py:12 f");
}

TEST_CASE("prose is no frame") {
  CHECK(frame_in("it failed in the second step") == "none");
  CHECK(frame_in("  File \"x.py\", line 3, in f") == "none");
  CHECK(frame_in("epoch 3: loss in nats") == "none");
  CHECK(frame_in("") == "none");
  CHECK(frame_in("│") == "none");
}

TEST_CASE("rows between frames are source, an arrow, or nothing") {
  CHECK(row_in("     11     step(batch)") == "11 step(batch)");
  CHECK(row_in("---> 10     step(batch)") == "10! step(batch)");
  CHECK(row_in("│ ❱  7 │   table[key]        │") == "7! table[key]");
  CHECK(row_in("│                           │") == "0 ");
  CHECK(row_in("4 frames") == "0 ");
  CHECK(row_in("") == "0 ");
  CHECK(row_in("step 3 done") == "none");
  CHECK(row_in("12:00:01 started") == "none");
}

TEST_CASE("a box that the log's end cuts off loses no frames") {
  const auto facts =
      read(joined({"╭──── Traceback (most recent call last) ────╮", "│ /home/dev/train.py:9 in main               │",
                   "│ ❱  9 │   look_up(table, key)               │", "│ /home/dev/train.py:2 in look_up            │",
                   "│ ❱  2 │   return table[key]                 │"}));
  REQUIRE(facts.failures.size() == 1);
  CHECK(facts.failures.front().cut);
  CHECK(facts.failures.front().chain.back().frames.size() == 2);
}

TEST_CASE("a frame that is cut off before its line is known is shown to nobody") {
  const auto facts = read(joined({"IndexError                                Traceback (most recent call last)",
                                  "<ipython-input-6-0a1b2c3d4e5f> in <module>", "", "~/speech/train.py in step(batch)",
                                  "", "IndexError: list index out of range"}));
  REQUIRE(facts.failures.size() == 1);
  CHECK(facts.failures.front().chain.back().frames.size() == 2);
  CHECK(deepest_user_frame(facts.failures.front().chain.back()) == nullptr);
  TracebackFrame broken;
  broken.file = "train.py";
  CHECK_FALSE(is_user_frame(broken));  // "line 0" in a file that was written over
}
