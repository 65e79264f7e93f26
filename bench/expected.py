"""What the programs of this folder with tests must give, computed with NumPy and SciPy.

    python3 -m bench.expected

writes the files of the test blocks, data/NAME.in and data/NAME.out. All is computed with 64 bits, and another way than
the programs do it: cell by cell, without blocks, with dense matrices, by sorting.
"""

from pathlib import Path

import numpy as np
from scipy.stats import norm

from examples.values import save_case

DATA = Path(__file__).parent / "data"
random = np.random.default_rng(2026)


def write(name: str, inputs: tuple, outputs: tuple) -> None:
    save_case(DATA, name, inputs, outputs)


def needleman_wunsch() -> None:
    side, block, gap = 20, 4, 7
    scores = random.integers(-12, 15, (side, side), dtype=np.int32)
    best = np.zeros((side + 1, side + 1), np.int32)
    for i in range(side + 1):
        for j in range(side + 1):
            ways = [best[i - 1, j - 1] + scores[i - 1, j - 1]] if i and j else [] if i or j else [0]
            ways += [best[i - 1, j] - gap] if i else []
            ways += [best[i, j - 1] - gap] if j else []
            best[i, j] = max(ways)
    write("needleman_wunsch", (np.int64(block), np.int32(gap), scores), (best,))


def lu() -> None:
    side, block = 20, 5
    a = random.uniform(-1, 1, (side, side)).astype(np.float32) + 4 * np.eye(side, dtype=np.float32)
    lower, upper = np.eye(side), np.zeros((side, side))
    for k in range(side):
        upper[k, k:] = a[k, k:] - lower[k, :k] @ upper[:k, k:]
        lower[k + 1 :, k] = (a[k + 1 :, k] - lower[k + 1 :, :k] @ upper[:k, k]) / upper[k, k]
    assert np.allclose(lower @ upper, a, rtol=0, atol=1e-12)
    write("lu", (np.int64(block), a), ((np.tril(lower, -1) + upper).astype(np.float32),))


def hotspot() -> None:
    height, width, steps = 9, 13, 25
    power = random.uniform(0, 0.02, (height, width)).astype(np.float32)
    start = random.uniform(10, 90, (height, width)).astype(np.float32)
    dy, dx = 0.012 / height, 0.012 / width
    along, across = 140 * 0.0006 * dy / dx, 140 * 0.0006 * dx / dy
    up = 9000 * dy * dx
    heat = start.astype(np.float64)
    for _ in range(steps):
        flow = power + up * (25 - heat)
        rows, columns = across * np.diff(heat, axis=0), along * np.diff(heat, axis=1)
        flow[:-1] += rows
        flow[1:] -= rows
        flow[:, :-1] += columns
        flow[:, 1:] -= columns
        heat += 0.5 / (2 * along + 2 * across + up) * flow
    write("hotspot", (np.int32(steps), power, start), (heat.astype(np.float32),))


def lattice_boltzmann() -> None:
    height, width, steps, rate = 7, 10, 12, 1.25
    velocities = [(0, 0), (0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1), (1, -1), (-1, 1)]
    weights = [16 / 36 / 4 ** (abs(dy) + abs(dx)) for dy, dx in velocities]
    solid = np.zeros((height, width), bool)
    solid[2:4, 3:5] = solid[5, 8] = True
    density = random.uniform(90, 110, (height, width))
    speed = random.uniform(0.05, 0.15, (height, width))

    def equilibrium(density, vy, vx):
        along = [dy * vy + dx * vx for dy, dx in velocities]
        square = vy**2 + vx**2
        parts = [w * density * (1 + 3 * v + 4.5 * v**2 - 1.5 * square) for w, v in zip(weights, along)]
        return np.stack(parts, axis=-1)

    start = equilibrium(density, 0 * speed, speed).astype(np.float32)
    cells = start.astype(np.float64)
    for _ in range(steps):
        arrived = np.zeros_like(cells)
        for k, (dy, dx) in enumerate(velocities):
            back = velocities.index((-dy, -dx))
            # Pushed: what leaves a place arrives at the next one, or at its own with the opposite velocity.
            free = ~solid & ~np.roll(solid, (-dy, -dx), (0, 1))
            blocked = ~solid & np.roll(solid, (-dy, -dx), (0, 1))
            arrived[..., k] += np.roll(np.where(free, cells[..., k], 0), (dy, dx), (0, 1))
            arrived[..., back] += np.where(blocked, cells[..., k], 0)
        density = np.where(solid, 1, arrived.sum(axis=-1))
        vy = arrived @ np.array([dy for dy, _ in velocities]) / density
        vx = arrived @ np.array([dx for _, dx in velocities]) / density
        relaxed = arrived + rate * (equilibrium(density, vy, vx) - arrived)
        moved = np.where(solid[..., None], cells, relaxed)
        assert np.isclose(moved.sum(), cells.sum())
        cells = moved
    write("lattice_boltzmann", (np.int32(steps), np.float32(rate), solid, start), (cells.astype(np.float32),))


# Of the dimensions of Sobol's sequence after the first, by Joe and Kuo: coefficients of a polynomial, first numbers.
POLYNOMIALS = [
    (0, [1]),
    (1, [1, 3]),
    (1, [1, 3, 1]),
    (2, [1, 1, 1]),
    (1, [1, 1, 3, 3]),
    (4, [1, 3, 5, 13]),
    (2, [1, 1, 5, 5, 17]),
]


def sobol_directions(bits: int) -> np.ndarray:
    rows = [[1] * bits]
    for coefficients, numbers in POLYNOMIALS:
        m, degree = list(numbers), len(numbers)
        for k in range(degree, bits):
            new = m[k - degree] ^ m[k - degree] << degree
            for t in range(1, degree):
                if coefficients >> (degree - 1 - t) & 1:
                    new ^= m[k - t] << t
            m.append(new)
        rows.append(m)
    return np.array([[m << (bits - 1 - k) for k, m in enumerate(row)] for row in rows], dtype=np.uint32)


def option_paths() -> None:
    dates, shares, bits, paths = 4, 2, 32, 100
    directions = sobol_directions(bits)
    spots, volatilities = np.array([100.0, 80.0]), np.array([0.2, 0.35])
    mixing = np.linalg.cholesky(np.array([[1, 0.4], [0.4, 1]]))
    rate, years, strike = 0.03, 1.5, 90.0

    def simulate(paths: int) -> np.ndarray:
        x, points = np.zeros(dates * shares, np.uint32), []
        for i in range(paths):
            points.append(x.copy())
            x ^= directions[:, (~i & (i + 1)).bit_length() - 1]
        normals = norm.ppf((np.array(points) + 0.5) / 2.0**bits).reshape(paths, dates, shares)
        known = {0: np.zeros((paths, shares)), dates: normals[:, 0]}
        used = 1
        while len(known) <= dates:
            places = sorted(known)
            for a, b in zip(places, places[1:]):
                at = (a + b) // 2
                mean = known[a] + (at - a) / (b - a) * (known[b] - known[a])
                known[at] = mean + np.sqrt((at - a) * (b - at) / (b - a) / dates) * normals[:, used]
                used += 1
        prices = []
        for date in range(1, dates + 1):
            time = years * date / dates
            walk = np.sqrt(years) * known[date] @ mixing.T
            prices.append(spots * np.exp((rate - volatilities**2 / 2) * time + volatilities * walk))
        prices = np.stack(prices, axis=1)
        pays = [prices[:, -1].mean(axis=1), prices.mean(axis=(1, 2)), prices[:, -1].max(axis=1)]
        # A share's price, discounted, must be what it is today.
        if paths > 10000:
            assert np.allclose(np.exp(-rate * years) * prices[:, -1].mean(axis=0), spots, rtol=1e-3)
        return np.exp(-rate * years) * np.array([np.maximum(0, pay - strike).mean() for pay in pays])

    simulate(1 << 14)
    inputs = (np.int64(paths), directions.reshape(dates, shares, bits), spots, volatilities, mixing)
    write("option_paths", (*inputs, np.float64(rate), np.float64(years), np.float64(strike)), (simulate(paths),))


def call_price(surface, points: int, steps: int, spot: float, rate: float, strike: float, years: float) -> float:
    level, skew, smile, term = surface
    x = np.linspace(-2, 2, points)
    h, span = x[1] - x[0], years / steps
    price = np.maximum(0, spot * np.exp(x) - strike)
    for step in range(steps):
        left = span * (step + 1)
        time = years - left + span / 2
        variance = np.maximum(0.02, level + skew * x + smile * x**2 + term * time) ** 2
        matrix = np.zeros((points, points))
        for i in range(1, points - 1):
            drift = (rate - variance[i] / 2) * np.array([-1, 0, 1]) / (2 * h)
            spread = variance[i] / 2 * np.array([1, -2, 1]) / h**2
            matrix[i, i - 1 : i + 2] = drift + spread - rate * np.array([0, 1, 0])
        right = price + span / 2 * matrix @ price
        right[0], right[-1] = 0, spot * np.exp(2) - strike * np.exp(-rate * left)
        price = np.linalg.solve(np.eye(points) - span / 2 * matrix, right)
    return price[points // 2]


def local_volatility() -> None:
    points, steps, spot, rate = 41, 8, 100.0, 0.04
    # With the same volatility everywhere it is the formula of Black and Scholes.
    d1 = (np.log(100 / 95) + (0.04 + 0.3**2 / 2) * 1.5) / (0.3 * np.sqrt(1.5))
    exact = 100 * norm.cdf(d1) - 95 * np.exp(-0.04 * 1.5) * norm.cdf(d1 - 0.3 * np.sqrt(1.5))
    assert abs(call_price((0.3, 0, 0, 0), 401, 100, spot, rate, 95, 1.5) - exact) < 0.01
    candidates = np.array([[0.2, -0.1, 0.05, 0.01], [0.25, -0.15, 0.1, 0.02], [0.3, 0, 0, 0]])
    strikes, years = np.array([80.0, 100, 120, 95]), np.array([0.5, 1, 1.5, 2])
    price = lambda c, strike, year: call_price(c, points, steps, spot, rate, strike, year)
    prices = np.array([[price(c, *call) for call in zip(strikes, years)] for c in candidates])
    quotes = prices[1] + np.array([0.1, -0.05, 0.02, 0.07])
    misfits = np.sqrt(((prices - quotes) ** 2).mean(axis=1))
    inputs = (np.int64(points), np.int64(steps), np.float64(spot), np.float64(rate), candidates, strikes, years, quotes)
    write("local_volatility", inputs, (misfits, np.int64(misfits.argmin())))


def neighbours() -> None:
    count, dimensions, parts, k = 50, 3, 4, 7
    # Small integers, so that some are equally near.
    records = random.integers(-3, 4, (count, dimensions)).astype(np.float32)
    query = np.array([1, 0, -2], np.float32)
    squares = ((records - query) ** 2).sum(axis=1)
    nearest = np.argsort(squares, kind="stable")[:k]
    assert len(set(squares[nearest])) < k
    write("neighbours", (np.int64(parts), np.int64(k), query, records), (nearest.astype(np.int64), squares[nearest]))


if __name__ == "__main__":
    needleman_wunsch()
    lu()
    hotspot()
    lattice_boltzmann()
    option_paths()
    local_volatility()
    neighbours()
