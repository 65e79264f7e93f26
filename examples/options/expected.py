"""What the options cost, computed with SciPy.

    python3 -m examples.options.expected

writes the files of the test blocks: million.out and one.out (mean price, sum in cents, first prices), seven.in
(options, interest, volatility) and seven.out (calls and puts); and expected_calls.npy, the first 1,000 of the million.
"""

from pathlib import Path

import numpy as np
from scipy.stats import norm

from examples.values import save

HERE = Path(__file__).parent


def bits(seed: int, at: np.ndarray) -> np.ndarray:
    """SplitMix64: random bits by number; arithmetic on u64 wraps around."""
    x = np.uint64(seed) + (at + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


def between(low: float, high: float, random: np.ndarray) -> np.ndarray:
    return low + (high - low) * ((random >> np.uint64(11)) / 2.0**53)


def random_options(seed: int, count: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Prices of the shares, strikes and years."""
    random = bits(seed, np.arange(3 * count, dtype=np.uint64)).reshape(count, 3)
    return between(50, 150, random[:, 0]), between(50, 150, random[:, 1]), between(0.1, 2, random[:, 2])


def prices(spots, strikes, years, rate: float, volatility: float) -> tuple[np.ndarray, np.ndarray]:
    """Of the calls and of the puts."""
    spread = volatility * np.sqrt(years)
    d1 = (np.log(spots / strikes) + (rate + volatility**2 / 2) * years) / spread
    d2 = d1 - spread
    strikes_now = strikes * np.exp(-rate * years)
    calls = spots * norm.cdf(d1) - strikes_now * norm.cdf(d2)
    puts = strikes_now * norm.cdf(-d2) - spots * norm.cdf(-d1)
    # A call and a put at the same strike are together worth the same as the share less the strike.
    assert np.allclose(calls - puts, spots - strikes_now, rtol=0, atol=1e-11)
    return calls, puts


def generated(seed: int, count: int, shown: int) -> tuple[np.float64, np.int64, np.ndarray]:
    """The mean price of the calls, the sum of their prices in cents, and the first prices."""
    calls, _ = prices(*random_options(seed, count), 0.02, 0.3)
    # Were a price nearly in the middle between two cents, the program could rightly round it to the other one.
    assert np.abs(100 * calls % 1 - 0.5).min() > 1e-9
    cents = np.rint(100 * calls).astype(np.int64)
    return calls.mean(), cents.sum(), calls[:shown]


def main() -> None:
    mean, total, calls = generated(2024, 1_000_000, 1000)
    save(HERE / "million.out", mean, total, calls)
    np.save(HERE / "expected_calls.npy", calls)
    save(HERE / "one.out", *generated(7, 1, 1))
    print(f"mean price {mean:.6f}, sum {total} cents, first prices {calls[:3]}")

    # The first is Hull's textbook example: a call of 4.76 and a put of 0.81.
    spots = np.array([42.0, 100, 100, 100, 80, 120, 100])
    strikes = np.array([40.0, 100, 90, 110, 160, 40, 100])
    years = np.array([0.5, 1, 1, 1, 0.25, 3, 0.001])
    rate, volatility = np.float64(0.1), np.float64(0.2)
    calls, puts = prices(spots, strikes, years, rate, volatility)
    save(HERE / "seven.in", spots, strikes, years, rate, volatility)
    save(HERE / "seven.out", calls, puts)
    print(f"seven calls {calls}\nseven puts {puts}")


if __name__ == "__main__":
    main()
