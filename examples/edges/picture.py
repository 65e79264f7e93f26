"""Turns an array of grey levels into a picture, or a picture into an array. Needs NumPy and Pillow.

    python3 examples/edges/picture.py edges.npy edges.png
    python3 examples/edges/picture.py holiday.jpg holiday.npy
"""

import sys

import numpy as np
from PIL import Image

if len(sys.argv) != 3:
    sys.exit(__doc__)
_, source, target = sys.argv
if source.endswith(".npy"):
    Image.fromarray(np.load(source)).save(target, optimize=True)
else:
    np.save(target, np.asarray(Image.open(source).convert("L")))
