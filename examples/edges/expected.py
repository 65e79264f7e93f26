"""What the edges of the photograph are, computed with SciPy.

    python3 -m examples.edges.expected

reads camera.npy and writes edges.npy.
"""

from pathlib import Path

import numpy as np
from scipy import ndimage

HERE = Path(__file__).parent


def edges(picture: np.ndarray) -> np.ndarray:
    weights = np.array([1, 4, 6, 4, 1]) / 16
    blurred = ndimage.correlate(picture.astype(np.float64), np.outer(weights, weights), mode="nearest")
    steepness = np.sqrt(
        ndimage.sobel(blurred, axis=0, mode="nearest") ** 2 + ndimage.sobel(blurred, axis=1, mode="nearest") ** 2
    )
    if steepness.max(initial=0) == 0:
        return np.zeros_like(picture)
    return np.floor(255 * steepness / steepness.max()).astype(np.uint8)


def main() -> None:
    np.save(HERE / "edges.npy", edges(np.load(HERE / "camera.npy")))
    half = np.array([[0, 0, 0, 0, 255, 255, 255, 255]] * 2, np.uint8)
    print(f"black meets white:\n{edges(half)}")


if __name__ == "__main__":
    main()
