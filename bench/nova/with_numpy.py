"""The NOVA programs of this folder as one writes them with NumPy, beside the same hand-written C as in the benchmark.

    python3 -m bench.nova.with_numpy

compiles `nova_reference.c` by `$CC` with the benchmark's flags, compares the results, and times both in turns, in this
process: medians, and the median of the ratios NumPy/C. Both run on one thread, on inputs as large as the benchmark's.
"""

import ctypes
import os
import shlex
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
FLAGS = "-std=gnu11 -O3 -march=native -fno-math-errno -fno-trapping-math -shared -fPIC"
ROUNDS, SECONDS = 15, 0.5
random = np.random.default_rng(1)


def floats(low: float, high: float, *shape: int) -> np.ndarray:
    return random.uniform(low, high, shape).astype(np.float32)


def address(array: np.ndarray) -> ctypes.c_void_p:
    """Which keeps the array."""
    return array.ctypes.data_as(ctypes.c_void_p)


class C:
    """`nova_reference.c`. A function's arrays are read before they are freed."""

    def __init__(self, folder: Path):
        compiler = shlex.split(os.environ.get("CC", "cc"))
        files = [HERE / "nova_reference.c", HERE.parent / "reference.c"]
        library = folder / "nova_reference.so"
        subprocess.run([*compiler, *FLAGS.split(), f"-I{HERE.parent}", *files, "-o", library, "-lm"], check=True)
        self.library = ctypes.CDLL(str(library))
        self.library.release.argtypes = [ctypes.c_void_p]

    def array(self, name: str, count: int, *args) -> "callable":
        function = getattr(self.library, f"c_nova_{name}")
        function.restype = ctypes.c_void_p

        def run(keep: bool):
            out = function(*args)
            kept = self.read(out, count).copy() if keep else None
            self.library.release(out)
            return kept

        return run

    def read(self, array, count: int) -> np.ndarray:
        return np.ctypeslib.as_array(ctypes.cast(array, ctypes.POINTER(ctypes.c_float)), (count,))

    def scalar(self, name: str, result, *args) -> "callable":
        function = getattr(self.library, f"c_nova_{name}")
        function.restype = result
        return lambda keep: function(*args)

    def filled(self, name: str, out: np.ndarray, *args) -> "callable":
        """A function that puts its results into memory of the caller."""
        function = getattr(self.library, f"c_nova_{name}")
        function.restype = None
        return lambda keep: (function(*args, address(out)), out)[1]


def size(number: int) -> ctypes.c_int64:
    return ctypes.c_int64(number)


def bbox(c: C) -> tuple:
    n = 1 << 22
    x, y = floats(-100, 100, n), floats(-100, 100, n)
    return c.filled("bbox", np.zeros(4, np.float32), size(n), address(x), address(y)), lambda: (
        np.array([x.min(), y.min(), x.max(), y.max()])
    )


def dot(c: C) -> tuple:
    n = 1 << 20
    a, b = floats(-1, 1, 3, n), floats(-1, 1, 3, n)
    run = c.array("dot", n, size(n), *map(address, [*a, *b]))
    return run, lambda: a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def norm(c: C) -> tuple:
    x = random.integers(-4, 5, 1 << 21).astype(np.float32) / 4
    return c.scalar("norm", ctypes.c_float, size(len(x)), address(x)), lambda: np.linalg.norm(x)


def gridred(c: C) -> tuple:
    side, height, width = 16, 2048, 4096
    grid = floats(0, 1, height, width)
    rows, columns = height // side, width // side
    run = c.array("gridred", rows * columns, size(side), size(width), size(height), address(grid))
    return run, lambda: grid.reshape(rows, side, columns, side).sum(axis=(1, 3)).ravel()


def sumstats(c: C) -> tuple:
    x = random.uniform(0, 1, 1 << 21) * random.uniform(0, 10, 1 << 21)

    def with_numpy() -> np.ndarray:
        mean, variance = x.mean(), x.var()
        d = x - mean
        square = d * d
        third, fourth = (d * square).mean(), (square * square).mean()
        spread = x.var(ddof=1)
        return np.array([x.min(), x.max(), mean, spread, third / variance**1.5, fourth / variance**2])

    return c.filled("sumstats", np.zeros(6), size(len(x)), address(x)), with_numpy


def sumrows(c: C) -> tuple:
    rows = 1 << 17
    lengths = (random.uniform(0, 10, rows) * random.uniform(0, 10, rows)).astype(np.int32)
    offsets = np.concatenate([[0], np.cumsum(lengths)])
    elements = floats(-1, 1, offsets[-1])
    keys = np.repeat(np.arange(rows), lengths)
    run = c.array("sumrows", rows, size(rows), address(offsets), address(elements))
    return run, lambda: np.bincount(keys, elements, rows)


def wordcount(c: C) -> tuple:
    n = 1 << 23
    text = np.where(random.uniform(0, 6, n) < 1, 32, random.integers(97, 123, n)).astype(np.int8)

    def with_numpy() -> int:
        letters = ((65 <= text) & (text <= 90)) | ((97 <= text) & (text <= 122))
        return letters[0] + np.count_nonzero(letters[1:] & ~letters[:-1])

    return c.scalar("wordcount", ctypes.c_int32, size(n), address(text)), with_numpy


def blackscholes(c: C) -> tuple:
    n, rate, volatility = 500000, np.float32(0.02), np.float32(0.3)
    price, strike, years = floats(5, 30, n), floats(1, 100, n), floats(0.25, 10, n)
    scalars = [ctypes.c_float(rate), ctypes.c_float(volatility)]
    puts = ctypes.c_void_p()
    function = c.array("blackscholes", n, size(n), *scalars, *map(address, [price, strike, years]), ctypes.byref(puts))

    def run(keep: bool):
        calls = function(keep)
        both = np.concatenate([calls, c.read(puts, n)]) if keep else None
        c.library.release(puts)
        return both

    def normal(d: np.ndarray) -> np.ndarray:
        one = np.float32(1)
        k = one / (one + np.float32(0.2316419) * np.abs(d))
        p = np.float32(1.330274429)
        for factor in [-1.821255978, 1.781477937, -0.356563782, 0.31938153]:
            p = np.float32(factor) + k * p
        outside = np.float32(0.3989422804014327) * np.exp(np.float32(-0.5) * d * d) * (k * p)
        return np.where(d > 0, one - outside, outside)

    def with_numpy() -> np.ndarray:
        spread = volatility * np.sqrt(years)
        d1 = (np.log(price / strike) + (rate + np.float32(0.5) * volatility * volatility) * years) / spread
        now = strike * np.exp(-rate * years)
        of_price, of_strike = normal(d1), normal(d1 - spread)
        puts = now * (1 - of_strike) - price * (1 - of_price)
        return np.concatenate([price * of_price - now * of_strike, puts])

    return run, with_numpy


def nbody(c: C) -> tuple:
    n, softening = 2048, np.float32(0.01)
    places, mass = floats(-1, 1, 3, n), floats(0.001, 0.002, n)
    out = (ctypes.c_void_p * 3)()
    function = c.library.c_nova_nbody
    function.restype = None
    args = [size(n), ctypes.c_float(softening), *map(address, [*places, mass]), out]

    def run(keep: bool):
        function(*args)
        kept = np.concatenate([c.read(part, n) for part in out]) if keep else None
        for part in out:
            c.library.release(part)
        return kept

    def with_numpy() -> np.ndarray:
        ways = places[:, None, :] - places[:, :, None]
        square = (ways * ways).sum(axis=0) + softening
        strength = mass / (square * np.sqrt(square))
        return (ways * strength).sum(axis=2).ravel()

    return run, with_numpy


def spmv(c: C) -> tuple:
    slots, rows = 16, 1 << 17
    values, x = floats(-1, 1, slots, rows), floats(-1, 1, rows)
    columns = np.clip(np.arange(rows) + random.integers(-50, 50, (slots, rows)), 0, rows - 1).astype(np.int32)
    run = c.array("spmv", rows, size(slots), size(rows), address(values), address(columns), address(x))
    return run, lambda: (values * x[columns]).sum(axis=0)


def seconds(run) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def main() -> None:
    print("| program | C ms | NumPy ms | NumPy/C | rounds |\n|---|--:|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as folder:
        c = C(Path(folder))
        for make in [bbox, dot, norm, gridred, sumstats, sumrows, wordcount, blackscholes, nbody, spmv]:
            in_c, with_numpy = make(c)
            np.testing.assert_allclose(in_c(True), with_numpy(), rtol=1e-3, atol=1e-3)
            sides = [lambda: in_c(False), with_numpy]
            times = [[], []]
            while len(times[0]) < ROUNDS or min(map(sum, times)) < SECONDS:
                first = len(times[0]) % 2
                for side in [first, 1 - first]:
                    times[side].append(seconds(sides[side]))
            ratio = statistics.median(numpy / other for other, numpy in zip(*times))
            medians = [1e3 * statistics.median(side) for side in times]
            print(f"| {make.__name__} | {medians[0]:.2f} | {medians[1]:.2f} | {ratio:.2f} | {len(times[0])} |", flush=True)


if __name__ == "__main__":
    main()
