#!/usr/bin/env python3
"""Makes the reference tensors that the engine's tests are held against.

One file a model, `standard.safetensors` and `low-latency.safetensors`, float32, made by ONNX
Runtime on the official graphs from a sound that this script makes itself. They are committed; run
this only to change what they hold. `input`, `output` and the outputs with options are whole sounds;
of the stages only the frames listed in `frames` are kept.
"""

import argparse
import pathlib
import sys

import numpy as np
import onnxruntime

import archives
import weight_file
from deepfilternet3 import DeepFilterNet3, Options

COMMAND = "Scripts/make_reference.py --output Tests/DeepFilterNetTests/Reference"
SEED = 20240607
SAMPLES = 24_321  # not a whole number of hops
FRAMES = (0, 1, 2, 3, 4, 9, 20, 40)
POST_FILTER_BETA = 0.02
ATTENUATION_LIMIT_DB = 12.0


def voice_in_noise(rate: int) -> np.ndarray:
    """Half a second like speech: two voiced syllables and a hiss, with a pause, in faint noise."""
    rng = np.random.default_rng(SEED)
    time = np.arange(SAMPLES) / rate
    pitch = 120 + 25 * np.sin(2 * np.pi * 3.1 * time)
    phase = 2 * np.pi * np.cumsum(pitch) / rate
    sound = np.zeros(SAMPLES)
    for harmonic in range(1, 30):
        frequency = harmonic * pitch
        formants = [(600 + 250 * np.sin(2 * np.pi * 4 * time), 90), (1500, 140), (2600, 200)]
        gain = sum(1 / (1 + ((frequency - centre) / width) ** 2) for centre, width in formants)
        sound += gain * np.sin(harmonic * phase + rng.uniform(0, 2 * np.pi))
    syllables = bump(time, 0.05, 0.2) + 0.4 * bump(time, 0.3, 0.45)
    hiss = np.diff(rng.standard_normal(SAMPLES + 1)) * bump(time, 0.22, 0.28)
    noise = rng.standard_normal(SAMPLES)
    return (0.06 * sound * syllables + 0.03 * hiss + 0.003 * noise).astype(np.float32)


def bump(time: np.ndarray, begin: float, end: float) -> np.ndarray:
    """Rises from 0 to 1 and back between two times in seconds."""
    place = np.clip((time - begin) / (end - begin), 0, 1)
    return np.sin(np.pi * place) ** 2


def reference(archive: archives.Archive) -> bytes:
    """The file of one model."""
    model = DeepFilterNet3(archive)
    sound = voice_in_noise(model.sample_rate)
    stages = model.stages(sound)
    kept = [*FRAMES, len(stages["spec"]) - 1]
    tensors = {
        "input": sound,
        "output": model.output(stages, len(sound), Options()),
        "output_post_filter": model.output(
            stages, len(sound), Options(post_filter_beta=POST_FILTER_BETA)
        ),
        "output_limit_12": model.output(
            stages, len(sound), Options(attenuation_limit_db=ATTENUATION_LIMIT_DB)
        ),
        "window": model.window,
        "erb_widths": model.erb_widths,
        "frames": np.array(kept),
    }
    tensors |= {name: real(array[kept]) for name, array in stages.items()}
    metadata = {
        "format": "deepfilternet3-reference",
        "seed": str(SEED),
        "numpy": np.__version__,
        "onnxruntime": onnxruntime.__version__,
        "source_name": archive.name,
        "source_sha256": archive.sha256,
        "command": COMMAND,
    }
    return weight_file.serialize(
        {name: np.ascontiguousarray(array, np.float32) for name, array in tensors.items()}, metadata
    )


def real(array: np.ndarray) -> np.ndarray:
    """Complex numbers as pairs in a last axis; others as they are."""
    return np.stack([array.real, array.imag], -1) if np.iscomplexobj(array) else array


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--output", type=pathlib.Path, required=True, help="folder of the files")
    output = parser.parse_args().output
    try:
        for model in archives.PACKAGES:
            content = reference(archives.read(archives.fetch(model)))
            weight_file.write(output / f"{model}.safetensors", content)
            print(f"{output / model}.safetensors: {len(content)} bytes")
    except (archives.ArchiveError, OSError) as error:
        print(f"make_reference: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
