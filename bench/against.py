"""Compare the speed of this tree with that of another one, in one run.

    python bench/against.py ../other-tree              five rounds
    python bench/against.py ../other-tree --rounds 10

Both trees must be set up (`make setup`). The benchmarks of the two take turns, and each figure is the best of all
rounds, so that other work on the machine slows both down. The last column is 1.00 where the trees are equally fast and
above 1 where this tree is faster.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parents[1]
COMMANDS = (("croupier", "bench"), ("bench/kittens.py",), ("bench/search.py",), ("bench/sandbox.py",))
FIGURE = re.compile(r"(?P<number>\d[\d,]*(?:\.\d+)?) (?P<unit>(?:[a-z]+ )?[a-z]+/s|ns|us|ms)")
LIMIT = re.compile(r"\(target [^)]*\)|at (?:most|least) +[\d,.]+")
IGNORED = ("OpenSpiel", "the machine takes", "question of")


def measure(tree: Path, command: tuple[str, ...]) -> dict[str, float]:
    """Run one benchmark; the figures by their names, all turned so that more is better."""
    program, *arguments = command
    binary = tree / ".venv" / "bin"
    line = [str(binary / program), *arguments] if program == "croupier" else [str(binary / "python"), program]
    ran = subprocess.run(line, cwd=tree, capture_output=True, text=True, check=False)
    figures: dict[str, float] = {}
    for text in ran.stdout.splitlines():
        if any(word in text for word in IGNORED):
            continue
        plain = LIMIT.sub("", text)
        label = " ".join(re.sub(r"[\d,.]+|[|:]", " ", FIGURE.sub("", plain)).split())
        for figure in FIGURE.finditer(plain):
            value = float(figure["number"].replace(",", ""))
            name = f"{' '.join(command)}: {label}, {figure['unit']}"
            if "seats" in plain:  # the number of seats tells such lines apart
                name += f" at {re.findall(r'[0-9]+ seats', plain)[0]}"
            if value:
                figures[name] = value if "/s" in figure["unit"] else 1 / value
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("other", type=Path, help="the tree to compare with")
    parser.add_argument("--rounds", type=int, default=5)
    chosen = parser.parse_args()
    trees = (HERE, chosen.other.resolve())
    for command in COMMANDS:
        best: tuple[dict[str, float], dict[str, float]] = ({}, {})
        for _ in range(chosen.rounds):
            for tree, figures in zip(trees, best, strict=True):
                for name, value in measure(tree, command).items():
                    figures[name] = max(figures.get(name, 0.0), value)
        ours, theirs = best
        if not ours:
            sys.exit(f"{' '.join(command)} printed no figures in {HERE}")
        for name, value in ours.items():
            ratio = f"{value / theirs[name]:.2f}" if name in theirs else "only here"
            print(f"{name:<100} {ratio}", flush=True)


if __name__ == "__main__":
    main()
