"""What k-means must find in the handwritten digits, computed with NumPy.

    python3 -m examples.kmeans.expected

writes initial.npy, expected_centres.npy, expected_members.npy, expected_tightness.npy and the files of the test block:
digits.in.gz (points, centres to start from, iterations) and digits.out (what must come out). It prints which digits the
clusters consist of.
"""

from pathlib import Path

import numpy as np

from examples.values import save

HERE = Path(__file__).parent
CLUSTERS = 10
ITERATIONS = 20


def distances(points: np.ndarray, centres: np.ndarray) -> np.ndarray:
    """The squares of the distances from each point (rows) to each centre (columns)."""
    return ((points[:, None, :] - centres[None, :, :]) ** 2).sum(axis=2)


def margin(squares: np.ndarray) -> float:
    """By how much the nearest centre is nearer than the second, at least, as a part of the distance."""
    first, second = np.partition(squares, 1, axis=1)[:, :2].T
    return ((second - first) / second).min()


def kmeans(points: np.ndarray, centres: np.ndarray, iterations: int) -> tuple[np.ndarray, np.ndarray, float]:
    for iteration in range(iterations + 1):
        squares = distances(points, centres)
        # The program computes with f32. Were two centres nearly equally far, it could rightly choose the other one; but
        # at first all numbers are integers, and of exactly equally far centres both programs choose the first.
        assert iteration == 0 or margin(squares) > 5e-5
        members = squares.argmin(axis=1)
        if iteration < iterations:
            centres = np.stack([
                points[members == k].mean(axis=0) if (members == k).any() else centre
                for k, centre in enumerate(centres)
            ])
    return centres, members, squares.min(axis=1).sum()


def main() -> None:
    digits = np.load(HERE / "digits.npy")
    initial = digits[:CLUSTERS]
    centres, members, tightness = kmeans(digits.astype(np.float64), initial.astype(np.float64), ITERATIONS)
    centres, members = centres.astype(np.float32), members.astype(np.int32)

    np.save(HERE / "initial.npy", initial)
    np.save(HERE / "expected_centres.npy", centres)
    np.save(HERE / "expected_members.npy", members)
    np.save(HERE / "expected_tightness.npy", np.float64(tightness))
    save(HERE / "digits.in.gz", digits, initial, np.int32(ITERATIONS))
    save(HERE / "digits.out", centres, members, np.float64(tightness))

    counts = np.zeros((CLUSTERS, 10), int)
    np.add.at(counts, (members, np.load(HERE / "labels.npy")), 1)
    print(f"how many 0s, 1s, .. 9s each cluster has:\n{counts}")
    print(f"{counts.max(axis=1).sum()} of {len(digits)} digits are in a cluster where most are of their kind")
    print(f"sum of squared distances: {tightness:.2f}")


if __name__ == "__main__":
    main()
