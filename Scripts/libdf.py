"""libDF, the official real-time runtime, by the C interface of its shared library."""

import ctypes
import pathlib

import numpy as np

NO_LIMIT_DB = 100.0


class LibDF:
    """One stream at 48 kHz, mono; close it to free its model."""

    def __init__(self, library: pathlib.Path, archive: pathlib.Path):
        self.library = ctypes.CDLL(str(library))
        floats = ctypes.POINTER(ctypes.c_float)
        signatures = {
            "df_create": (ctypes.c_void_p, [ctypes.c_char_p, ctypes.c_float, ctypes.c_char_p]),
            "df_get_frame_length": (ctypes.c_size_t, [ctypes.c_void_p]),
            "df_process_frame": (ctypes.c_float, [ctypes.c_void_p, floats, floats]),
            "df_free": (None, [ctypes.c_void_p]),
        }
        for name, (result, arguments) in signatures.items():
            function = getattr(self.library, name)
            function.restype, function.argtypes = result, arguments
        self.state = self.library.df_create(str(archive).encode(), NO_LIMIT_DB, None)
        if not self.state:
            raise OSError(f"libDF cannot open {archive}")
        self.hop_size = self.library.df_get_frame_length(self.state)

    def enhance(self, sound: np.ndarray, delay: int) -> np.ndarray:
        """Float32 [samples] in, as many out; the first `delay` samples it gives are dropped."""
        tail = delay + -(len(sound) + delay) % self.hop_size
        padded = np.concatenate([sound, np.zeros(tail, np.float32)])
        result = np.zeros_like(padded)
        floats = ctypes.POINTER(ctypes.c_float)
        for begin in range(0, len(padded), self.hop_size):
            self.library.df_process_frame(
                self.state,
                padded[begin:].ctypes.data_as(floats),
                result[begin:].ctypes.data_as(floats),
            )
        return result[delay : delay + len(sound)]

    def close(self):
        self.library.df_free(self.state)
        self.state = None
