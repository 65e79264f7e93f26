"""Writes files of values as `rista test` reads them: one after the other, in the binary form of Futhark's values."""

import gzip
import struct
from pathlib import Path

import numpy as np

# By kind and bytes, as NumPy names them.
NAMES = {
    **{"b1": "bool", "i1": "i8", "i4": "i32", "i8": "i64", "u1": "u8", "u4": "u32", "u8": "u64"},
    **{"f4": "f32", "f8": "f64"},
}


def binary(value: np.ndarray | np.generic) -> bytes:
    """`b`, the version, the rank, the element type in four characters, the sizes, and the elements by rows."""
    array = np.asarray(value)
    name = NAMES[array.dtype.str[1:]]
    header = b"b" + bytes([2, array.ndim]) + name.rjust(4).encode()
    sizes = struct.pack(f"<{array.ndim}Q", *array.shape)
    return header + sizes + array.astype(array.dtype.newbyteorder("<")).tobytes()


def save(path: Path, *values: np.ndarray | np.generic) -> None:
    """Writes the values, compressed when the name ends in `.gz`; the same values always give the same file."""
    data = b"".join(map(binary, values))
    path.write_bytes(gzip.compress(data, 9, mtime=0) if path.suffix == ".gz" else data)


def save_case(folder: Path, name: str, inputs: tuple, outputs: tuple) -> None:
    """Writes NAME.in and NAME.out to the folder, and tells the last numbers of each output."""
    folder.mkdir(exist_ok=True)
    save(folder / f"{name}.in", *inputs)
    save(folder / f"{name}.out", *outputs)
    print(name, *(np.ravel(output)[-3:] for output in outputs))
