"""Compiles the edited source of every case in guards/ whose own source compiles."""

import pathlib
import sys
import textwrap


def compiles(text, name):
    try:
        compile(text, name, "exec", dont_inherit=True)
        return None
    except (SyntaxError, ValueError) as error:
        return error


def main(folder):
    compiled, broken, failures = 0, 0, []
    for path in sorted(pathlib.Path(folder).glob("*.case")):
        _, _, rest = path.read_text(encoding="utf-8").partition("--- before\n")
        before, _, after = rest.partition("--- after\n")
        if after == "(no action)\n":
            continue
        if compiles(before.replace(">>>", ""), path.name):
            broken += 1  # cases about broken files, or newer Python than this one
            continue
        compiled += 1
        error = compiles(after, path.name)
        if error:
            failures.append(f"{path.name}: {error}\n{textwrap.indent(after, '    ')}")
    print(f"{compiled} edited sources compiled, {broken} cases of broken sources passed over")
    print("\n".join(failures))
    return 1 if failures or compiled < 60 or broken > 8 else 0


sys.exit(main(sys.argv[1]))
