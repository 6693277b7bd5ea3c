"""Writes and reads the weight file: safetensors, with matrices as row-scaled int16 if asked.

An int16 tensor `X` has a float32 tensor `X.scale` beside it, one scale a row, a row being the last
axis; X = int16 * scale. Int16 is for tensors with at least two axes whose last is at least
`SHORTEST_ROW` long: shorter rows would spend on scales what they save. Those in `EXACT` stay float32:
everything follows them, and three fifths of the error that the other matrices outside the GRUs make
together was theirs (measured on babble and on two talkers), for 24 kB.
"""

import json
import math
import os
import pathlib
import tempfile

import numpy as np

SHORTEST_ROW = 16
EXACT = {f"enc.erb_conv{layer}.pointwise.weight" for layer in (1, 2, 3)}
LARGEST = 32767
DTYPES = {"F32": np.dtype("<f4"), "I16": np.dtype("<i2")}


def quantize(tensors: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Replaces matrices by int16 and scales; leaves what is small or flat as float32."""
    result = {}
    for name, array in tensors.items():
        if array.ndim < 2 or array.shape[-1] < SHORTEST_ROW or name in EXACT:
            result[name] = array
            continue
        rows = array.reshape(-1, array.shape[-1]).astype(np.float64)
        scale = (np.abs(rows).max(axis=1) / LARGEST).astype(np.float32)
        scale[scale == 0] = 1  # a row of zeros
        # np.rint rounds half to even. A scale rounded down may lead just past the largest.
        steps = np.clip(np.rint(rows / scale[:, None].astype(np.float64)), -LARGEST, LARGEST)
        result[name] = steps.astype(np.int16).reshape(array.shape)
        result[f"{name}.scale"] = scale
    return result


def dequantize(tensors: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """The float32 tensors that a reader of the file computes with."""
    result = {}
    for name, array in tensors.items():
        if array.dtype == DTYPES["I16"]:
            scale = tensors[f"{name}.scale"].reshape(*array.shape[:-1], 1)
            result[name] = array.astype(np.float32) * scale
        elif not (name.endswith(".scale") and name.removesuffix(".scale") in tensors):
            result[name] = array
    return result


def serialize(tensors: dict[str, np.ndarray], metadata: dict[str, str]) -> bytes:
    """The bytes of the file: float32 tensors by name, then int16 ones by name, without holes."""
    kinds = {dtype: kind for kind, dtype in DTYPES.items()}
    order = sorted(tensors, key=lambda name: (kinds[tensors[name].dtype], name))
    header: dict[str, object] = {"__metadata__": dict(sorted(metadata.items()))}
    end = 0
    for name in order:
        array = tensors[name]
        begin, end = end, end + array.nbytes
        header[name] = {
            "dtype": kinds[array.dtype],
            "shape": list(array.shape),
            "data_offsets": [begin, end],
        }
    text = json.dumps(header, separators=(",", ":"), ensure_ascii=True).encode()
    text += b" " * (-len(text) % 8)
    data = b"".join(tensors[name].tobytes() for name in order)
    return len(text).to_bytes(8, "little") + text + data


def deserialize(content: bytes) -> tuple[dict[str, np.ndarray], dict[str, str]]:
    """The tensors and the metadata of a file that `serialize` wrote."""
    start = 8 + int.from_bytes(content[:8], "little")
    header = json.loads(content[8:start])
    metadata = header.pop("__metadata__", {})
    tensors = {}
    for name, entry in header.items():
        begin = start + entry["data_offsets"][0]
        count = math.prod(entry["shape"])
        array = np.frombuffer(content, DTYPES[entry["dtype"]], count, begin)
        tensors[name] = array.reshape(entry["shape"])
    return tensors, metadata


def write(path: pathlib.Path, content: bytes):
    """Writes beside `path` and moves there when whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    prefix = f".{path.name}."
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=prefix, delete=False) as part:
        try:
            part.write(content)
            part.flush()
            os.fsync(part.fileno())
            os.chmod(part.name, 0o666 & ~_umask())
            os.replace(part.name, path)
        except BaseException:
            os.unlink(part.name)
            raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
