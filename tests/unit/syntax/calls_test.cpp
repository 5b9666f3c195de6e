#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "syntax/python.h"

namespace firstfault::syntax {

namespace {

constexpr std::string_view kMarker = ">>>";

struct Marked {
  std::string source;
  int line = 0;
};

/// The line that begins with ">>>" is the one asked for.
Marked unmark(std::string source) {
  const std::size_t at = source.find(kMarker);
  REQUIRE(at != std::string::npos);
  source.erase(at, kMarker.size());
  const auto end = source.begin() + static_cast<std::ptrdiff_t>(at);
  return {source, 1 + static_cast<int>(std::count(source.begin(), end, '\n'))};
}

std::string describe(const std::string& source, const Call& call) {
  std::string text = call.callee + "(";
  for (const Argument& argument : call.arguments) {
    if (&argument != call.arguments.data()) text += " | ";
    text += (argument.name.empty() ? "" : argument.name + "=") + argument.text + (argument.starred ? " starred" : "");
    CHECK(source.substr(argument.range.begin, argument.range.end - argument.range.begin) == argument.text);
  }
  return text + ")" + (call.insertable ? "" : " fixed");
}

/// `expected`: one line a call, outermost first.
void check_calls(const std::string& marked, const std::string& expected) {
  const auto [source, line] = unmark(marked);
  std::string found;
  for (const Call& call : calls_on_line(source, line)) found += describe(source, call) + "\n";
  CHECK(found == expected);
}

Call only_call(const std::string& marked, std::string_view callee) {
  const auto [source, line] = unmark(marked);
  std::vector<Call> calls = calls_on_line(source, line);
  std::erase_if(calls, [&](const Call& call) { return call.callee != callee; });
  REQUIRE(calls.size() == 1);
  return calls.front();
}

/// The effects that come before the call of f, as "callee; callee".
void check_earlier(const std::string& statement, const std::string& expected) {
  CAPTURE(statement);
  std::string found;
  for (const Effect& effect : only_call(kMarker.data() + statement + "\n", "f").earlier)
    found += (found.empty() ? "" : "; ") + effect.callee;
  CHECK(found == expected);
}

void check_statement(const std::string& marked, const std::string& expected) {
  const auto [source, line] = unmark(marked);
  const auto calls = calls_on_line(source, line);
  REQUIRE_FALSE(calls.empty());
  const ByteRange range = calls.front().statement;
  CHECK(source.substr(range.begin, range.end - range.begin) == expected);
}

}  // namespace

TEST_CASE("reads calls with their arguments, outermost first") {
  check_calls(">>>f(1, a.b, key=g(x)[0])\n", "f(1 | a.b | key=g(x)[0])\ng(x)\n");
  check_calls(">>>f(*args, **kwargs)\n", "f(*args starred | **kwargs starred)\n");
  check_calls(">>>a.b(x).c(y)\n", "a.b(x).c(y)\na.b(x)\n");
  check_calls(">>>f(x)(y)\n", "f(x)(y)\nf(x)\n");
  check_calls(">>>sum(g(x) for x in y)\n", "sum((g(x) for x in y))\ng(x) fixed\n");
  check_calls(">>>nothing = here\n", "");
  check_calls(">>>f(\"ä\", ö)\n", "f(\"ä\" | ö)\n");
}

TEST_CASE("reads calls that span the line, whichever of their lines it is") {
  const std::string expected = "f(a | b=c)\n";
  check_calls("x = 1\n>>>f(\n    a,  # first\n    b=c,\n)\n", expected);
  check_calls("x = 1\nf(\n>>>    a,  # first\n    b=c,\n)\n", expected);
  check_calls("x = 1\nf(\n    a,  # first\n    b=c,\n>>>)\n", expected);
  const Call call = only_call("x = 1\n>>>f(\n    a,\n)\n", "f");
  CHECK(call.line == 2);
  CHECK(call.end_line == 4);
}

TEST_CASE("knows the statement that a guard can stand in front of") {
  check_statement("def g():\n>>>    x = f(\n        y)\n    return x\n", "x = f(\n        y)");
  check_statement("if a:\n    pass\nelse:\n>>>    return f(y)\n", "return f(y)");
  check_statement(">>>for x in f(y):\n    pass\n", "for x in f(y):\n    pass");
  check_statement("\tif a:\r\n>>>\t\tf(y)\r\n", "f(y)");
}

TEST_CASE("can put a guard in front of calls that are evaluated once, first") {
  for (const std::string statement : {"f(x)",
                                      "y = f(x)",
                                      "y: T = f(x)",
                                      "y += f(x)",
                                      "return f(x)",
                                      "yield f(x)",
                                      "raise f(x)",
                                      "del f(x).y",
                                      "a = b = f(x)",
                                      "y[f(x)] = 1",
                                      "(y := f(x))",
                                      "z = 1 if f(x) else 2",
                                      "z = f(x) and g()",
                                      "z = a < f(x) < b",
                                      "f(x); g()",
                                      "await f(x)",
                                      "g(a, f(x), b)",
                                      "g(key=f(x))",
                                      "{f(x): 1}",
                                      "y[f(x)]",
                                      "(f(x))",
                                      "print >>f(x), y"}) {
    CAPTURE(statement);
    CHECK(only_call(">>>" + statement + "\n", "f").insertable);
  }
  for (const std::string head :
       {"if f(x):", "for y in f(x):", "with f(x):", "with f(x) as y, g():", "match f(x):", "async for y in f(x):"})
    CHECK(only_call(">>>" + head + "\n    case = 1\n", "f").insertable);
  CHECK(only_call("\xEF\xBB\xBF>>>f(x)\n", "f").insertable);
  CHECK(only_call("class A:\n    def g(self):\n>>>        f(x)\n", "f").insertable);
}

TEST_CASE("puts nothing in front of calls that may run never, later, or more than once") {
  for (const std::string code : {"lambda: f(x)",         "[f(x) for x in y]",
                                 "[x for x in f(y)]",    "{f(x) for x in y}",
                                 "{1: f(x) for x in y}", "g(f(x) for x in y)",
                                 "a and f(x)",           "a or f(x)",
                                 "f(x) if a else b",     "b if a else f(x)",
                                 "a < b < f(x)",         "z = f\"{f(x)}\"",
                                 "assert f(x)",          "assert a, f(x)",
                                 "while f(x): pass",     "if a: f(x)",
                                 "with a: f(x)",         "g(); f(x)",
                                 "with a, f(x): pass",   "def g(a=f(x)): pass",
                                 "def g(a: f(x)): pass", "def g() -> f(x): pass",
                                 "class A(f(x)): pass",  "class A: y = f(x)",
                                 "@f(x)\ndef g(): pass", "g(lambda a=f(x): a)"}) {
    CAPTURE(code);
    CHECK_FALSE(only_call(">>>" + code + "\n", "f").insertable);
  }
  check_calls("if a:\n    pass\n>>>elif f(x):\n    pass\n", "f(x) fixed\n");
  check_calls("if a: pass\n>>>else: f(x)\n", "f(x) fixed\n");
  check_calls("try:\n    pass\n>>>except f(x):\n    pass\n", "f(x) fixed\n");
  check_calls("match a:\n>>>    case B() if f(x):\n        pass\n", "f(x) fixed\n");
  check_calls("y = 1; \\\n>>>f(x)\n", "f(x) fixed\n");
}

TEST_CASE("lists what a statement does before it comes to the call") {
  check_earlier("f(x)", "");
  check_earlier("y = g(a) + f(b)", "g");
  check_earlier("y = f(b) + g(a)", "");
  check_earlier("y = g(h(a), f(b), k(c))", "h");
  check_earlier("g(a).h(f(b))", "g");
  check_earlier("g(a)[0].h = f(b)", "");
  check_earlier("y[g(a)] += f(b)", "+=; subscript; g");
  check_earlier("y.z += f(b)", "+=");
  check_earlier("y += f(b)", "");
  check_earlier("y: g(a) = f(b)", "");
  check_earlier("g(a) if f(b) else h(c)", "");
  check_earlier("for g(a)[0] in f(b): pass", "");
  check_earlier("y = await g(a) + f(b)", "await; g");
  check_earlier("y = (yield a) + f(b)", "yield");
  check_earlier("y = h(a := 1, f(b))", ":=");
  check_earlier("h(key=f(b), *g(a))", "g");
  check_earlier("h(key=f(b), other=g(a))", "");
  check_earlier("y = a * 2 + f(b)", "operator");
  check_earlier("y = -1 * f(b)", "");
  check_earlier("y = a[0] + f(b)", "subscript");
  check_earlier("y = a.b + f(b)", "");
}

TEST_CASE("lists the effects within arguments") {
  const Call call = only_call(">>>f(a.b, g(h(c)), k=await d, l=(e := 1))\n", "f");
  REQUIRE(call.arguments.size() == 4);
  CHECK(call.arguments[0].effects.empty());
  REQUIRE(call.arguments[1].effects.size() == 2);
  CHECK(call.arguments[1].effects[0].text == "g(h(c))");
  CHECK(call.arguments[1].effects[1].callee == "h");
  REQUIRE(call.arguments[2].effects.size() == 1);
  CHECK(call.arguments[2].effects[0].callee == "await");
  REQUIRE(call.arguments[3].effects.size() == 1);
  CHECK(call.arguments[3].effects[0].callee == ":=");
}

TEST_CASE("names the enclosing function and its decorators") {
  const Call call = only_call("@a.b(1)\nclass C:\n    @d\n    async def g(self):\n>>>        f(x)\n", "f");
  CHECK(call.function == "g");
  CHECK(call.decorators == std::vector<std::string>{"a.b(1)", "d"});
  CHECK(only_call(">>>f(x)\n", "f").function.empty());
  CHECK(only_call("def g():\n    def h():\n>>>        f(x)\n", "f").function == "h");
}

TEST_CASE("reads a statement alone where the code around it is broken") {
  check_calls("def g(:\n    x = [1, 2\n\ndef h():\n>>>    return f(a)\n", "f(a)\n");
  check_calls("def g():\n    x = [1, 2\n>>>    return f(\n        a,\n        b)\n", "f(a | b)\n");
  check_calls("x = {\n>>>if f(a):\n    pass\n", "f(a)\n");
  check_calls("x = {\n>>>elif f(a):\n    pass\n", "elif(a) fixed\n");
  check_calls("class A:\n    x = {\n>>>    y = f(a)\n", "f(a) fixed\n");
  check_calls(">>>y = f(a]) +\n", "f(a | ]) fixed\n");
  check_calls("%matplotlib inline\n>>>y = f(a)\n", "f(a)\n");
  const Call call = only_call("class A:\n    def g(self):\n        x = [1,\n>>>        y = f(a)\n", "f");
  CHECK(call.function == "g");
  CHECK(call.line == 4);
}

TEST_CASE("reads files of Python 2 and of the newest Python") {
  check_calls("print \"a\"\ntry:\n>>>    f(x)\nexcept E, e:\n    exec \"b\"\n", "f(x)\n");
  check_calls("type A[T] = list[T]\ndef g[T: int](x: T) -> T:\n>>>    return f(x)\n", "f(x)\n");
  check_calls("try:\n    pass\nexcept* E:\n>>>    f(f\"{a[\"b\"]}\")\n", "f(f\"{a[\"b\"]}\")\n");
}

TEST_CASE("answers any bytes and any line number without an accident") {
  CHECK(calls_on_line("", 1).empty());
  CHECK(calls_on_line("f(x)", 0).empty());
  CHECK(calls_on_line("f(x)", -5).empty());
  CHECK(calls_on_line("f(x)", 2).empty());
  CHECK(calls_on_line("f(x)", 2'000'000'000).empty());
  CHECK(calls_on_line(std::string(5'000'000, ' ') + "\nf(x)\n", 2).empty());
  CHECK(calls_on_line(std::string("f(\0x)", 5), 1).size() <= 1);
  CHECK(calls_on_line("\xFF\xFE f(x)\n\x80", 1).size() <= 1);
  std::string deep;
  for (int i = 0; i < 20'000; ++i) deep += "f(";
  CHECK(calls_on_line(deep, 1).size() <= 64);
  deep += std::string(20'000, ')');
  CHECK(calls_on_line(deep, 1).size() <= 64);
  for (const std::string piece : {"(", "f(", "[(\n", "f\"{", "(x ", "if f(x) else ) = = print : lambda\n"}) {
    CAPTURE(piece);
    std::string many;
    while (many.size() < 300'000) many += piece;
    CHECK(calls_on_line(many, 1).empty());  // too many tokens for the parser, see tree.cpp
    many.resize(40'000);
    CHECK(calls_on_line(many, 1).size() <= 64);
  }
  std::string wide = "x = [";
  for (int i = 0; i < 10'000; ++i) wide += "f(long_name), ";
  const auto calls = calls_on_line(wide + "]\n", 1);
  CHECK(calls.size() == 64);
  CHECK_FALSE(calls.front().insertable);
}

}  // namespace firstfault::syntax
