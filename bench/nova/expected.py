"""What the NOVA programs of this folder must give, computed with NumPy and SciPy.

    python3 -m bench.nova.expected

writes the files of the test blocks, data/NAME.in and data/NAME.out. All is computed with 64 bits, and another way than
the programs do it: with dense matrices, by loops over rows, by regular expressions, from the definitions of the moments.
"""

import re
from pathlib import Path

import numpy as np
from scipy import stats

from examples.values import save_case

DATA = Path(__file__).parent / "data"
random = np.random.default_rng(2013)


def write(name: str, inputs: tuple, outputs: tuple) -> None:
    save_case(DATA, name, inputs, outputs)


def floats(low: float, high: float, *shape: int) -> np.ndarray:
    return random.uniform(low, high, shape).astype(np.float32)


def bbox() -> None:
    points = floats(-100, 100, 2, 37)
    write("bbox", tuple(points), (*points.min(axis=1), *points.max(axis=1)))


def dot() -> None:
    a, b = floats(-5, 5, 2, 3, 20)
    write("dot", (*a, *b), (np.diag(a.astype(np.float64).T @ b).astype(np.float32),))


def norm() -> None:
    x = floats(-3, 3, 101)
    write("norm", (x,), (np.float32(np.linalg.norm(x.astype(np.float64))),))


def gridred() -> None:
    # Points that fill no cell count nowhere.
    side, rows, columns = 4, 3, 5
    grid = floats(0, 10, rows * side + 1, columns * side + 2)
    sums = np.zeros((rows, columns))
    for y in range(rows * side):
        for x in range(columns * side):
            sums[y // side, x // side] += grid[y, x]
    inputs = (np.int32(side), np.int32(grid.shape[1]), grid.ravel())
    write("gridred", inputs, (sums.ravel().astype(np.float32),))


def sumstats() -> None:
    x = random.gamma(2, 3, 500) + 1000
    shape = (stats.skew(x), stats.kurtosis(x, fisher=False))
    write("sumstats", (x,), (np.int32(len(x)), x.min(), x.max(), x.mean(), x.var(ddof=1), *map(np.float64, shape)))


def sumrows() -> None:
    rows = [floats(-1, 1, length) for length in [3, 0, 17, 1, 0, 40, 2]]
    offsets = np.cumsum([0, *map(len, rows)])
    sums = [row.astype(np.float64).sum() for row in rows]
    write("sumrows", (np.concatenate(rows), offsets), (np.array(sums, np.float32),))


def wordcount() -> None:
    text = "But the raven, sitting lonely on the placid bust, spoke only -- that one word: 'Nevermore'; 1845 ,x"
    codes = np.frombuffer(text.encode(), np.int8)
    write("wordcount", (codes,), (np.int32(len(re.findall("[A-Za-z]+", text))),))


def blackscholes() -> None:
    rate, volatility = np.float32(0.02), np.float32(0.3)
    price, strike, years = floats(5, 30, 50), floats(1, 100, 50), floats(0.25, 10, 50)
    spread = volatility * np.sqrt(years.astype(np.float64))
    d1 = (np.log(price / strike) + (rate + volatility**2 / 2) * years) / spread
    now = strike * np.exp(-rate * years)
    call = price * stats.norm.cdf(d1) - now * stats.norm.cdf(d1 - spread)
    put = call - price + now
    prices = (call.astype(np.float32), put.astype(np.float32))
    write("blackscholes", (rate, volatility, price, strike, years), prices)


def nbody() -> None:
    softening = np.float32(0.01)
    places, mass = floats(-1, 1, 3, 23), floats(0.5, 2, 23)
    pulls = np.zeros((3, 23))
    for i in range(23):
        for j in range(23):
            way = (places[:, j] - places[:, i]).astype(np.float64)
            pulls[:, i] += mass[j] * way / (way @ way + softening) ** 1.5
    write("nbody", (softening, *places, mass), tuple(pulls.astype(np.float32)))


def spmv() -> None:
    rows, columns, slots = 15, 12, 4
    dense = np.zeros((rows, columns))
    values, places = np.zeros((slots, rows), np.float32), np.zeros((slots, rows), np.int32)
    for row in range(rows):
        chosen = random.choice(columns, random.integers(0, slots + 1), replace=False)
        for slot, column in enumerate(sorted(chosen)):
            places[slot, row] = column
            values[slot, row] = dense[row, column] = floats(-2, 2)
    x = floats(-1, 1, columns)
    write("spmv", (values, places, x), ((dense @ x).astype(np.float32),))


if __name__ == "__main__":
    bbox()
    dot()
    norm()
    gridred()
    sumstats()
    sumrows()
    wordcount()
    blackscholes()
    nbody()
    spmv()
