"""Executes guarded code under a real PyTorch.

For every form of a call and every input: where the code as written works, the guarded code gives the same result, the same
gradients, the same order of effects and the same random numbers; where the operation refuses an index, the guarded code
raises a ValueError that names it; where it fails for another reason, the guarded code fails too.
"""

import pathlib
import subprocess
import sys
import tempfile

try:
    import torch
except ImportError:
    print("SKIPPED: python3-torch is not installed")
    sys.exit(0)

CLASS, EMBEDDING = "data.class_index_out_of_range", "data.embedding_index_out_of_range"
HEADER = "import torch\nimport torch.nn.functional as F\nfrom torch import nn\n\n"

# The line marked >>> is the failing one. `x` are the logits (or the indices), `y` the targets, `log` records effects.
CLASS_FORMS = [
    ("plain", "def f(x, y, log):\n>>>    return F.cross_entropy(x, y)\n"),
    ("keywords", 'def f(x, y, log):\n>>>    return F.cross_entropy(target=y, input=x, reduction="sum")\n'),
    ("unreduced", 'def f(x, y, log):\n>>>    return F.cross_entropy(x, y, reduction="none") * 2\n'),
    ("smoothing", "def f(x, y, log):\n>>>    return F.cross_entropy(x, y, label_smoothing=0.1)\n"),
    ("ignore -1", "def f(x, y, log):\n>>>    return F.cross_entropy(x, y, ignore_index=-1)\n"),
    ("ignore 7", "def f(x, y, log, pad=7):\n>>>    return F.cross_entropy(x, y, ignore_index=pad)\n"),
    ("ignore positional", "def f(x, y, log):\n>>>    return F.cross_entropy(x, y, None, None, 2)\n"),
    ("nll", "def f(x, y, log):\n    x = x.log_softmax(1 if x.dim() > 1 else 0)\n>>>    return F.nll_loss(x, y)\n"),
    ("nll of call", "def f(x, y, log):\n>>>    return F.nll_loss(F.log_softmax(x, 1 if x.dim() > 1 else 0), y)\n"),
    ("effects", "def f(x, y, log):\n    def note(value, name):\n        log.append(name)\n        return value\n\n"
                '>>>    return F.cross_entropy(note(x, "x"), weight=note(None, "w"), target=note(y, "y"))\n'),
    ("effects of one", "def f(x, y, log):\n    box = [y, x]\n>>>    return F.cross_entropy(box.pop(), box.pop()) + 1\n"),
    ("random", "def f(x, y, log):\n>>>    return 0.5 * F.cross_entropy(F.dropout(x, 0.3), y) + torch.rand(1)\n"),
    ("multi-line", "def f(x, y, log):\n>>>    loss = F.cross_entropy(\n        x\n        * 1.0,  # scale\n        y,\n    )\n    return loss\n"),
    ("condition", "def f(x, y, log):\n>>>    if F.cross_entropy(x, y) > 0.1:\n        return x.sum()\n    return x.mean()\n"),
    ("augmented", "def f(x, y, log):\n    loss = x.sum() * 0\n>>>    loss += F.cross_entropy(x, y)\n    return loss\n"),
    ("with", "def f(x, y, log):\n    with torch.enable_grad():\n>>>        return F.cross_entropy(x.float(), y)\n"),
    ("loop", "def f(x, y, log):\n    for _ in range(2):\n>>>        loss = F.cross_entropy(x + 0, y); log.append(1)\n    return loss\n"),
    ("dict", 'def f(x, y, log):\n    batch = {"x": x, "y": y}\n>>>    return F.cross_entropy(batch["x"], batch["y"])\n'),
]

MODEL = ("class Model(nn.Module):\n    def __init__(self):\n        super().__init__()\n        torch.manual_seed(1)\n"
         "        self.emb = nn.Embedding(6, 3)\n\n    def forward(self, x, log):\n{}\n\ndef f(x, y, log):\n    return Model()(x, log)\n")
EMBEDDING_FORMS = [
    ("module", MODEL.format(">>>        return self.emb(x)\n")),
    ("module in expression", MODEL.format(">>>        return torch.tanh(self.emb(x) * 2)\n")),
    ("module of call", MODEL.format(">>>        return self.emb(x.clone())\n")),
    ("module with effects", MODEL.format("        box = [x]\n>>>        return self.emb(box.pop()).sum()\n")),
    ("function", "def f(x, y, log):\n    w = torch.arange(18.0).view(6, 3)\n>>>    return F.embedding(x, w)\n"),
    ("function, keywords", "def f(x, y, log):\n    w = torch.ones(6, 3)\n>>>    return F.embedding(weight=w * 2, input=x, padding_idx=0)\n"),
    ("variable", "emb = nn.Embedding(6, 3, padding_idx=2).eval()\n\n\ndef f(x, y, log):\n>>>    return emb(x).detach() * 0\n"),
]


def class_inputs():
    torch.manual_seed(0)
    for name, shape in [("C", (5,)), ("NC", (4, 5)), ("NCd", (2, 5, 3)), ("NCdd", (2, 5, 2, 2)), ("N1", (3, 1))]:
        x = torch.randn(shape)
        where = shape[:1] + shape[2:] if len(shape) > 1 else ()
        classes = shape[1] if len(shape) > 1 else shape[0]
        good = torch.randint(0, classes, where)
        yield name + " good", x, good, []
        for value in (classes, 7, 255, -1, -100, -101, 2**40):
            bad = good.clone()
            bad.view(-1)[-1] = value
            yield f"{name} {value}", x, bad, [value]
        yield name + " all ignored", x, torch.full(where, -100), [-100]
        yield name + " soft", x, torch.rand(shape), []
        yield name + " int32", x, good.int(), []
        yield name + " uint8", x, good.to(torch.uint8), []
        yield name + " one dimension too many", x, good.unsqueeze(0), []
    yield "empty", torch.randn(0, 5), torch.zeros(0).long(), []
    yield "300 classes, uint8", torch.randn(3, 300), torch.tensor([1, 156, 255], dtype=torch.uint8), []
    yield "100 classes, uint8 156", torch.randn(2, 100), torch.tensor([1, 156], dtype=torch.uint8), [156]
    yield "many bad", torch.randn(20, 5), torch.arange(20), [5, 6, 12]
    yield "not contiguous", torch.randn(5, 4).t(), torch.tensor([[0, 9], [1, 9], [2, 9], [3, 9]])[:, 0], []


def embedding_inputs():
    for dtype in (torch.int64, torch.int32):
        for shape in [(), (4,), (2, 3), (1, 2, 2)]:
            good = torch.randint(0, 6, shape, dtype=dtype)
            yield f"{dtype} {shape} good", good, None, []
            for value in (6, 1000, -1):
                bad = good.clone()
                bad.view(-1)[0] = value
                yield f"{dtype} {shape} {value}", bad, None, [value]
    yield "empty", torch.zeros(0, 3).long(), None, []
    yield "floating", torch.tensor([1.0, 9.0]), None, []
    yield "boolean", torch.tensor([True, False]), None, []


def apply(program, source, cause, folder):
    lines = source.split("\n")
    number = next(i for i, line in enumerate(lines) if line.startswith(">>>")) + 1
    path = pathlib.Path(folder) / "program.py"
    path.write_text(source.replace(">>>", ""))
    done = subprocess.run([program, str(path), str(number), cause], capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"no action is offered for\n{source}{done.stderr}")
    return path.read_text(), done.stdout


def run(code, x, y):
    """What happened: the result with gradients, the effects, the state of the random numbers; or the exception."""
    scope = {}
    torch.manual_seed(3)
    exec(code, scope)
    torch.manual_seed(4)
    x = x.clone().requires_grad_() if x.is_floating_point() else x
    log = []
    try:
        result = scope["f"](x, y, log)
    except Exception as error:
        return None, error
    if result.requires_grad and x.requires_grad:
        result.sum().backward()
    return (result.detach(), x.grad, log, torch.get_rng_state()), None


def same(a, b):
    if isinstance(a, torch.Tensor) and isinstance(b, torch.Tensor):
        return a.dtype == b.dtype and a.shape == b.shape and torch.allclose(a, b, rtol=0, atol=0, equal_nan=True) \
            if a.is_floating_point() else torch.equal(a, b)
    return a == b


def is_out_of_range(error):
    return "out of bounds" in str(error) or "out of range" in str(error)


def judge(plain, guarded, x, y, bad):
    result, error = run(plain, x, y)
    guarded_result, guarded_error = run(guarded, x, y)
    if error is None:
        if guarded_error is not None:
            return f"raised though the data is fine: {guarded_error!r}", "fine"
        equal = all(same(a, b) for a, b in zip(result, guarded_result))
        return (None if equal else f"changed the result: {result[:3]} became {guarded_result[:3]}"), "fine"
    if not is_out_of_range(error):
        return (None if guarded_error is not None else f"hid {error!r}"), "other"
    if not isinstance(guarded_error, ValueError):
        return f"did not catch {error!r}: {guarded_error!r}", "bad"
    missing = [value for value in bad if str(value) not in str(guarded_error)]
    return (f"does not name {missing}: {guarded_error}" if missing or not bad else None), "bad"


def main(program):
    counts = {"fine": 0, "bad": 0, "other": 0}
    failures = []
    plan = [(CLASS, CLASS_FORMS, class_inputs), (EMBEDDING, EMBEDDING_FORMS, embedding_inputs)]
    with tempfile.TemporaryDirectory() as folder:
        for cause, forms, inputs in plan:
            for form, body in forms:
                plain, guarded = apply(program, HEADER + body, cause, folder)
                plain, guarded = compile(plain, form, "exec"), compile(guarded, form, "exec")
                for name, x, y, bad in inputs():
                    failure, kind = judge(plain, guarded, x, y, bad)
                    counts[kind] += 1
                    if failure:
                        failures.append(f"{form}, {name}: {failure}")
    print(f"PyTorch {torch.__version__}: {counts['fine']} runs with the same result, {counts['bad']} bad indices named, "
          f"{counts['other']} other errors kept")
    print("\n".join(failures[:40]))
    return 1 if failures or counts["fine"] < 100 or counts["bad"] < 100 else 0


sys.exit(main(sys.argv[1]))
