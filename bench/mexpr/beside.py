"""Programs in MExpr beside the same programs in OCaml and C.

    python3 -m bench.mexpr.beside [--only NAME] [--pairs 15] [RISTA]

compiles `functional.mc` and `loops.mc` with `RISTA` (else `target/release/rista`), `functional.ml` with `ocamlopt -O3` (Debian's package
`ocaml-nox`) and `loops.c` with `$CC` (else `cc`) and the flags that Rista passes to it. Each program runs as a process of its own, both
versions in turns. The table has the medians of their processor times, the median of the ratios within the pairs with its quartiles, and
the largest memory of a process.
"""

import argparse
import os
import platform
import resource
import shlex
import statistics
import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
C_FLAGS = "-std=gnu11 -O3 -march=native -fwrapv -fno-math-errno -fno-trapping-math -ffp-contract=off".split()
# Each program's name and argument, by file.
PROGRAMS = {
    "functional": {"trees": 18, "sort": 300_000, "maps": 300_000, "lambda": 27, "queens": 10},
    "loops": {"collatz": 1_000_000, "mandelbrot": 600, "matmul": 600, "sieve": 10_000_000, "heat": 400},
}


def run(command: list[str], given: str) -> tuple[str, float, int]:
    """The output of a process, its processor time in seconds and its largest memory in kB."""
    with tempfile.TemporaryFile("w+") as source:
        source.write(given)
        source.seek(0)
        process = subprocess.Popen(command, stdin=source, stdout=subprocess.PIPE, text=True)
        output = process.stdout.read()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"{shlex.join(command)} failed: {process.returncode}")
    return output, used.ru_utime + used.ru_stime, used.ru_maxrss


def same(text: str, other: str) -> bool:
    """Whether two results are equal. Rista writes the type after a number."""
    return float(text) == float(other.strip().removesuffix("i64").removesuffix("f64"))


def build(folder: Path, rista: str) -> None:
    for file in PROGRAMS:
        subprocess.run([rista, "build", HERE / f"{file}.mc", "-o", folder / file], check=True)
    cc = shlex.split(os.environ.get("CC", "cc"))
    subprocess.run([*cc, *C_FLAGS, "-o", folder / "loops.other", HERE / "loops.c"], check=True)
    source = folder / "functional.ml"
    source.write_text((HERE / source.name).read_text())
    subprocess.run(["ocamlopt", "-O3", "-o", folder / "functional.other", source], check=True)


def compare(name: str, own: tuple[list[str], str], other: tuple[list[str], str], pairs: int) -> str:
    times, peaks = ([], []), [0, 0]
    for pair in range(pairs):
        outputs = ["", ""]
        for side in (0, 1) if pair % 2 == 0 else (1, 0):
            outputs[side], time, peak = run(*(own, other)[side])
            times[side].append(time)
            peaks[side] = max(peaks[side], peak)
        if not same(outputs[1], outputs[0]):
            raise SystemExit(f"{name}: the results differ: {outputs}")
    ratios = [a / b for a, b in zip(*times)]
    low, ratio, high = statistics.quantiles(ratios, n=4)
    own_ms, other_ms = (1000 * statistics.median(side) for side in times)
    return f"| {name} | {other_ms:.0f} | {own_ms:.0f} | {ratio:.2f} | {low:.2f}–{high:.2f} | {peaks[1]} | {peaks[0]} |"


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("rista", nargs="?", default="target/release/rista")
    options.add_argument("--only", action="append")
    options.add_argument("--pairs", type=int, default=15)
    options = options.parse_args()
    # OCaml's calls are on the system's stack.
    _, most = resource.getrlimit(resource.RLIMIT_STACK)
    resource.setrlimit(resource.RLIMIT_STACK, (most, most))
    with tempfile.TemporaryDirectory() as folder:
        build(Path(folder), options.rista)
        for file, language in (("functional", "OCaml"), ("loops", "C")):
            print(f"| program | {language} ms | Rista ms | Rista/{language} | quartiles | {language} kB | Rista kB |")
            print("|---|--:|--:|--:|---|--:|--:|")
            for name, n in PROGRAMS[file].items():
                if options.only is None or name in options.only:
                    own = ([f"{folder}/{file}", "-e", name], str(n))
                    other = ([f"{folder}/{file}.other", name, str(n)], "")
                    print(compare(f"{name} {n}", own, other, options.pairs), flush=True)
            print()


if __name__ == "__main__":
    main()
