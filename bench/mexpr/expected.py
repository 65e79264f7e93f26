"""What the programs of this folder must give for small inputs, computed with NumPy.

    python3 -m bench.mexpr.expected

writes the files of the test blocks, parboil/data/NAME.in and .out and networks/data/small.in and .out. All is computed
with 64 bits, on whole arrays. It also writes the digits of examples/kmeans as text, to networks/digits.txt, and the first
40 of them to networks/data/digits.txt.
"""

from pathlib import Path

import numpy as np

from examples.values import save_case

FOLDER = Path(__file__).parent
random = np.random.default_rng(2026)


def write(name: str, inputs: tuple, outputs: tuple) -> None:
    save_case(FOLDER / "parboil" / "data", name, inputs, outputs)


def floats(*shape: int, low: float = -1, high: float = 1) -> np.ndarray:
    return random.uniform(low, high, shape).astype(np.float32)


def histo() -> None:
    picture = np.clip(random.normal(8, 4, 3000), 0, 20).astype(np.int32)
    counts = np.bincount(picture[picture < 17], minlength=17)
    write("histo", (np.int64(17), picture), (np.minimum(counts, 255).astype(np.int32),))


def sgemm() -> None:
    alpha, beta, a, b, c = np.float32(1.5), np.float32(-0.5), floats(9, 11), floats(11, 7), floats(9, 7)
    result = float(beta) * c + float(alpha) * (a.astype(np.float64) @ b)
    write("sgemm", (alpha, beta, a, b, c), (result.astype(np.float32),))


def mri_q() -> None:
    samples, voxels = floats(3, 13), floats(3, 21)
    real, imaginary = floats(13), floats(13)
    waves = np.exp(2j * np.pi * voxels.T.astype(np.float64) @ samples)
    sums = waves @ (real.astype(np.float64) ** 2 + imaginary.astype(np.float64) ** 2)
    result = np.concatenate([sums.real, sums.imag]).astype(np.float32)
    write("mri_q", (*samples, real, imaginary, *voxels), (result,))


def stencil() -> None:
    steps, nx, ny, nz, c0, c1 = 4, 7, 6, 5, np.float32(0.5), np.float32(0.15)
    start = floats(nz, ny, nx, low=0)
    grid = start.astype(np.float64)
    for _ in range(steps):
        around = sum(np.roll(grid, shift, axis) for axis in range(3) for shift in (-1, 1))
        inside = (slice(1, -1),) * 3
        changed = grid.copy()
        changed[inside] = (float(c1) * around - float(c0) * grid)[inside]
        grid = changed
    sizes = (np.int64(steps), np.int64(nx), np.int64(ny), np.int64(nz))
    write("stencil", (*sizes, c0, c1, start.ravel()), (grid.ravel().astype(np.float32),))


def tpacf() -> None:
    def points(*shape: int) -> tuple[np.ndarray, np.ndarray]:
        return random.uniform(0, 90, shape), random.uniform(-60, 60, shape)

    def vectors(ascensions: np.ndarray, declinations: np.ndarray) -> np.ndarray:
        a, d = np.radians(ascensions), np.radians(declinations)
        return np.stack([np.cos(a) * np.cos(d), np.sin(a) * np.cos(d), np.sin(d)], -1)

    # The edges of bins in minutes of arc, five to a factor of ten.
    edges = 10 ** (np.arange(21) / 5)

    def histogram(cosines: np.ndarray) -> np.ndarray:
        return np.histogram(60 * np.degrees(np.arccos(np.clip(cosines, -1, 1))), edges)[0]

    def own(p: np.ndarray) -> np.ndarray:
        return histogram((p @ p.T)[np.triu_indices(len(p), 1)])

    data, sets = points(23), points(3, 19)
    mixed = sum(histogram(vectors(*data) @ vectors(*one).T) for one in zip(*sets))
    result = np.concatenate([own(vectors(*data)), sum(own(vectors(*one)) for one in zip(*sets)), mixed])
    write("tpacf", (*data, *sets), (result.astype(np.int64),))


def lbm() -> None:
    steps, nx, ny, nz = 3, 6, 5, 7
    x = np.array([0, 1, -1, 0, 0, 0, 0, 1, -1, 1, -1, 1, -1, 1, -1, 0, 0, 0, 0])
    y = np.array([0, 0, 0, 1, -1, 0, 0, 1, -1, -1, 1, 0, 0, 0, 0, 1, -1, 1, -1])
    z = np.array([0, 0, 0, 0, 0, 1, -1, 0, 0, 0, 0, 1, -1, -1, 1, 1, -1, -1, 1])
    weights = np.array([1 / 3] + 6 * [1 / 18] + 12 * [1 / 36])
    kinds = np.ones((nz, ny, nx), np.uint8)
    kinds[1:-1, 1:-1, 1:-1] = 0
    kinds[nz - 2, 1:-1, 1:-1] = 2
    kinds[2, 2, 3] = 1
    start = (weights * random.uniform(0.9, 1.1, (nz, ny, nx, 19))).astype(np.float32)
    old = start.astype(np.float64)
    solid = kinds == 1
    for _ in range(steps):
        flow = np.empty_like(old)
        for q in range(19):
            opposite = next(p for p in range(19) if (x[p], y[p], z[p]) == (-x[q], -y[q], -z[q]))
            shift = (z[q], y[q], x[q])
            behind = np.roll(solid, shift, (0, 1, 2))
            flow[..., q] = np.where(behind, old[..., opposite], np.roll(old[..., q], shift, (0, 1, 2)))
        density = flow.sum(-1)
        speed = np.stack([flow @ x, flow @ y, flow @ z], -1) / density[..., None]
        speed[kinds == 2] = (0.005, 0.002, 0)
        along = speed @ np.stack([x, y, z])
        square = 1.5 * (speed**2).sum(-1, keepdims=True)
        wanted = weights * density[..., None] * (1 + 3 * along + 4.5 * along**2 - square)
        old = np.where(solid[..., None], old, -0.95 * flow + 1.95 * wanted)
    sizes = (np.int64(steps), np.int64(nx), np.int64(ny))
    write("lbm", (*sizes, kinds.ravel(), start.ravel()), (old.ravel().astype(np.float32),))


def small() -> None:
    """Training of a network with one hidden layer, with matrix products instead of loops."""
    epochs, batch, i = 3, 16, np.arange(50)
    x = np.stack([i * 7 % 19 / 19, i * 5 % 23 / 23], -1)
    classes = (x.sum(-1) > 1).astype(int)

    def weights(*shape: int) -> np.ndarray:
        return np.sin(np.arange(np.prod(shape)) + 1.0).reshape(shape)

    w1, b1, w2, b2 = weights(5, 2), weights(5), weights(2, 5), weights(2)

    def correct() -> int:
        return (np.argmax(np.maximum(x @ w1.T + b1, 0) @ w2.T + b2, -1) == classes).sum()

    before, losses, rate = correct(), [], 0.5
    for _ in range(epochs):
        for start in range(0, 50, batch):
            inputs, wanted = x[start : start + batch], np.eye(2)[classes[start : start + batch]]
            linear = inputs @ w1.T + b1
            hidden = np.maximum(linear, 0)
            powers = np.exp(hidden @ w2.T + b2)
            found = powers / powers.sum(-1, keepdims=True)
            losses.append(-np.log((found * wanted).sum(-1)).mean())
            errors = (found - wanted) / len(inputs)
            errors1 = errors @ w2 * (linear > 0)
            w2, b2 = w2 - rate * errors.T @ hidden, b2 - rate * errors.sum(0)
            w1, b1 = w1 - rate * errors1.T @ inputs, b1 - rate * errors1.sum(0)
        rate *= 0.99
    outputs = (np.int64(before), np.int64(correct()), np.float64(losses[0]), np.float64(losses[-1]))
    save_case(FOLDER / "networks" / "data", "small", (np.int64(epochs),), outputs)


def digits() -> None:
    images, labels = (np.load(FOLDER.parent.parent / "examples" / "kmeans" / f"{name}.npy") for name in ("digits", "labels"))
    lines = [f"{label} {''.join(chr(97 + int(pixel)) for pixel in image)}\n" for image, label in zip(images, labels)]
    (FOLDER / "networks" / "digits.txt").write_text("".join(lines))
    (FOLDER / "networks" / "data" / "digits.txt").write_text("".join(lines[:40]))


if __name__ == "__main__":
    for program in (histo, sgemm, mri_q, stencil, tpacf, lbm, small, digits):
        program()
