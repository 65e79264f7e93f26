"""Turns centres into a picture: each one as a digit of 8 by 8 pixels, enlarged. Needs NumPy and Pillow.

    python3 examples/kmeans/picture.py centres.npy centres.png
"""

import sys

import numpy as np
from PIL import Image

if len(sys.argv) != 3:
    sys.exit(__doc__)
_, source, target = sys.argv
ink = np.hstack([np.pad(centre.reshape(8, 8), 1) for centre in np.load(source)])
paper = 255 - np.rint(255 * ink / 16).astype(np.uint8)
Image.fromarray(paper.repeat(6, axis=0).repeat(6, axis=1)).save(target, optimize=True)
