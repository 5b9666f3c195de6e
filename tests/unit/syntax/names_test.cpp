#include <doctest/doctest.h>

#include <string>

#include "syntax/python.h"

namespace firstfault::syntax {

namespace {

void check_import(const std::string& source, std::string_view alias, const std::string& expected) {
  CAPTURE(source);
  CHECK(imported_as(source, alias).value_or("") == expected);
}

void check_assigned(const std::string& source, std::string_view name, const std::string& expected) {
  CAPTURE(source);
  CHECK(assigned_call(source, name).value_or("") == expected);
}

}  // namespace

TEST_CASE("resolves what an import binds") {
  check_import("import torch\n", "torch", "torch");
  check_import("import torch.nn.functional\n", "torch", "torch");
  check_import("import torch.nn.functional as F\n", "F", "torch.nn.functional");
  check_import("from torch.nn import functional as F\n", "F", "torch.nn.functional");
  check_import("from torch import nn, optim as o\n", "nn", "torch.nn");
  check_import("from torch import nn, optim as o\n", "o", "torch.optim");
  check_import("from torch.nn.functional import (\n    cross_entropy as ce,\n    nll_loss,\n)\n", "ce",
               "torch.nn.functional.cross_entropy");
  check_import("from . import functional as F\n", "F", ".functional");
  check_import("from ..ops import F\n", "F", "..ops.F");
  check_import("import torch, os\nimport torch.nn\n", "torch", "torch");
  check_import("def f():\n    import a.b as c\n", "c", "a.b");
  check_import("try:\n    import a as b\nexcept ImportError:\n    import a as b\n", "b", "a");
}

TEST_CASE("does not say what a name means that is bound otherwise too") {
  check_import("import a as F\nimport b as F\n", "F", "");
  check_import("import a as F\nF = 1\n", "F", "");
  check_import("import a as F\ndef f(F): pass\n", "F", "");
  check_import("import a as F\ndef f(x, *, F=None): pass\n", "F", "");
  check_import("import a as F\nlambda F: F\n", "F", "");
  check_import("import a as F\nfor F in x: pass\n", "F", "");
  check_import("import a as F\nwith x as F: pass\n", "F", "");
  check_import("import a as F\n[F for F in x]\n", "F", "");
  check_import("import a as F\n(F := 1)\n", "F", "");
  check_import("import a as F\nx, (y, F) = z\n", "F", "");
  check_import("import a as F\ndef F(): pass\n", "F", "");
  check_import("import a as F\nclass F: pass\n", "F", "");
  check_import("try:\n    import a as F\nexcept E as F:\n    pass\n", "F", "");
  check_import("from torch.nn.functional import *\n", "F", "");
  check_import("F.relu(x)\n", "F", "");
}

TEST_CASE("is not misled by attributes, keywords and methods of that name") {
  check_import("import a as F\nclass A:\n    F = 1\n    def F(self): pass\n", "F", "a");
  check_import("import a as F\nself.F = 1\nf(F=2)\nx[F] = 3\n", "F", "a");
}

TEST_CASE("finds the call that a name is assigned") {
  check_assigned("emb = nn.Embedding(3, 4)\n", "emb", "nn.Embedding(3, 4)");
  check_assigned(
      "class A:\n    def __init__(self):\n        self . emb = nn.Embedding(\n            3,\n            4)\n",
      "self.emb", "nn.Embedding(\n            3,\n            4)");
  check_assigned("self.emb: nn.Embedding = (nn.Embedding(3, 4))\n", "self.emb", "nn.Embedding(3, 4)");
  check_assigned("a = self.emb = nn.Embedding(3, 4)\n", "self.emb", "nn.Embedding(3, 4)");
  check_assigned("a = self.emb = nn.Embedding(3, 4)\n", "a", "nn.Embedding(3, 4)");
  check_assigned("x.a = f(1)\nx.a = f(2)\n", "x.a", "f(1)");
  check_assigned("class A:\n    x: int\n    def g(self):\n        self.x = f(1)\n", "self.x", "f(1)");
}

TEST_CASE("does not choose between different assignments") {
  check_assigned("a = f(1)\na = g(1)\n", "a", "");
  check_assigned("a = f(1)\na = 1\n", "a", "");
  check_assigned("a = f(1)\na, b = 1, 2\n", "a", "");
  check_assigned("a = f(1)\na += 1\n", "a", "");
  check_assigned("a = f(1)\nfor a in b: pass\n", "a", "");
  check_assigned("a = f(1)\ndef g(a): pass\n", "a", "");
  check_assigned("a = f(1)\ndef g(a: int = 1): pass\n", "a", "");
  check_assigned("a = f(1)\ndef g(*a): pass\n", "a", "");
  check_assigned("a = f(1)\nimport a\n", "a", "");
  check_assigned("a = f(1)\nmatch b:\n    case a: pass\n", "a", "");
  check_assigned("a = f(1) if b else f(2)\n", "a", "");
  check_assigned("a = b\n", "a", "");
  check_assigned("", "a", "");
}

TEST_CASE("tells Python 2 by its statements") {
  CHECK(is_python2("print 'a'\n"));
  CHECK(is_python2("def f():\n    exec code\n"));
  CHECK_FALSE(is_python2("print('a')\nexec(code)\nprint\n"));
  CHECK_FALSE(is_python2("# print 'a'\n"));
}

TEST_CASE("finds nothing in sources that are too long") {
  const std::string source = "import a as F\nx = f(1)\nprint 'a'\n" + std::string(kMaxSourceBytes, '#');
  CHECK_FALSE(imported_as(source, "F"));
  CHECK_FALSE(assigned_call(source, "x"));
  CHECK_FALSE(is_python2(source));
}

}  // namespace firstfault::syntax
