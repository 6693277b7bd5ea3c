"""The configuration of a DeepFilterNet3: config.ini, and what its graph says of sizes."""

import configparser
import math
import sys

from archives import ArchiveError

# What training falls back on where config.ini lacks a key: name -> (section, key, default).
KEYS = {
    "sample_rate": ("df", "sr", 48000),
    "fft_size": ("df", "fft_size", 960),
    "hop_size": ("df", "hop_size", 480),
    "erb_bands": ("df", "nb_erb", 32),
    "min_bins_per_band": ("df", "min_nb_erb_freqs", 2),
    "df_bins": ("df", "nb_df", 96),
    "df_order": ("df", "df_order", 5),
    "df_lookahead": ("df", "df_lookahead", 0),
    "conv_lookahead": ("deepfilternet", "conv_lookahead", 0),
    "norm_tau": ("df", "norm_tau", 1.0),
    "lsnr_min": ("df", "lsnr_min", -15.0),
    "lsnr_max": ("df", "lsnr_max", 35.0),
}

SMALLEST = {"df_lookahead": 0, "conv_lookahead": 0, "norm_tau": 0.001,
            "lsnr_min": -math.inf, "lsnr_max": -math.inf}


def read(
    config: configparser.ConfigParser, of_graph: dict[str, int | float]
) -> dict[str, int | float]:
    """The values by name. Where the graph and config.ini differ, the graph holds, and is said."""
    model = config.get("train", "model", fallback="deepfilternet3")
    if model != "deepfilternet3":
        raise ArchiveError(f"config.ini: the model is {model}, not deepfilternet3")
    if config.has_option("df", "norm_alpha"):
        raise ArchiveError("config.ini: norm_alpha is not supported, only norm_tau")
    values: dict[str, int | float] = {}
    for name, (section, key, default) in KEYS.items():
        text = config.get(section, key, fallback=None)
        try:
            value = default if text is None else type(default)(text)
        except ValueError:
            raise ArchiveError(f"config.ini: {key} is '{text}', not a number") from None
        if not math.isfinite(value) or value < SMALLEST.get(name, 1):
            raise ArchiveError(f"config.ini: {key} is '{text}', out of range")
        graph_value = of_graph.get(name, value)
        if text is not None and graph_value != value:
            print(f"{key}: config.ini says {text}, the graph {graph_value}", file=sys.stderr)
        values[name] = graph_value
    return values
