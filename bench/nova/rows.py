"""Rows of very different lengths beside rows of equal ones: sums, scans and maps of as many elements.

    python3 -m bench.nova.rows [--target multicore] [--threads 2] [RISTA]

builds the programs below by `RISTA` (else `rista`), and runs each on a million floats in 10,000 rows of 100, and on the same
floats in as many rows whose lengths are drawn from a power law (the `k`-th longest is about 1/k of the longest). It prints the least
times of each, and their ratio.
"""

import argparse
import subprocess
import tempfile
from pathlib import Path

import numpy as np

ELEMENTS, ROWS, RUNS = 1_000_000, 10_000, 100
PROGRAMS = {
    "sums": "(map (reduce + 0.0) X)",
    "scans": "(map (scan + 0.0) X)",
    "maps": "(map (map (* 2.0)) X)",
    "normalised": "(map (lambda (r : vector float) : vector float (let (s (reduce + 0.0 r)) in (map (* s) r))) X)",
}


def equal() -> np.ndarray:
    return np.full(ROWS, ELEMENTS // ROWS)


def power_law(random: np.random.Generator) -> np.ndarray:
    """The lengths of as many elements in all."""
    drawn = random.pareto(1, ROWS) + 1
    ends = np.rint(np.cumsum(drawn) / drawn.sum() * ELEMENTS).astype(np.int64)
    return np.diff(ends, prepend=0)


def value(elements: np.ndarray, lengths: np.ndarray) -> str:
    offsets = np.concatenate(([0], np.cumsum(lengths)))
    data = ", ".join(f"{x}f32" for x in elements)
    return "[" + data + "] [" + ", ".join(f"{x}i64" for x in offsets) + "]"


def least(program: Path, given: Path, arguments: list[str]) -> int:
    times = program.with_suffix(".times")
    with given.open() as values:
        command = [program, "-r", str(RUNS), "-t", times, *arguments]
        subprocess.run(command, stdin=values, stdout=subprocess.DEVNULL, check=True)
    return min(int(line) for line in times.read_text().split())


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("rista", nargs="?", default="rista")
    options.add_argument("--target", default="multicore")
    options.add_argument("--threads", type=int)
    options = options.parse_args()
    threads = ["-T", str(options.threads)] if options.threads else []
    random = np.random.default_rng(1)
    elements = random.uniform(0, 1, ELEMENTS).round(3)
    lengths = {"equal": equal(), "power law": power_law(random)}
    with tempfile.TemporaryDirectory() as folder:
        given = {kind: Path(folder) / f"{number}.in" for number, kind in enumerate(lengths)}
        for kind, path in given.items():
            path.write_text(value(elements, lengths[kind]))
        print("| rows | " + " | ".join(f"{kind}, µs" for kind in given) + " | ratio |\n|---|--:|--:|--:|")
        for name, body in PROGRAMS.items():
            source, program = Path(folder) / f"{name}.nova", Path(folder) / name
            source.write_text(f"((X : vector vector float))\n{body}\n")
            subprocess.run([options.rista, "build", "--target", options.target, source, "-o", program], check=True)
            times = [least(program, path, threads) for path in given.values()]
            print(f"| {name} | " + " | ".join(map(str, times)) + f" | {times[1] / times[0]:.2f} |")


if __name__ == "__main__":
    main()
