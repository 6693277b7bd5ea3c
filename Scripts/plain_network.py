"""The network computed from the named tensors alone, plainly: the proof of an export.

Follows the layers by their names and shapes, as the engine does, on a few frames of random
features. If its outputs equal those of the graphs, then names, order and layout of every tensor are
right, and nothing stands in the graphs that the names cannot express.
"""

import numpy as np
import onnxruntime

from network_of_graphs import Network
from onnx_graph import TopologyError

FRAMES = 12
LARGEST_ERROR = 1e-4  # relative to the peak of an output; float32 leaves about 1e-6

Tensors = dict[str, np.ndarray]


def prove(graphs: dict[str, bytes], network: Network):
    """Raises TopologyError when the tensors do not give the outputs of the graphs."""
    bands, bins = network.sizes["erb_bands"], network.sizes["df_bins"]
    rng = np.random.default_rng(0)
    feat_erb = rng.uniform(-1, 1, (1, FRAMES, bands)).astype(np.float32)
    feat_spec = rng.uniform(-1, 1, (2, FRAMES, bins)).astype(np.float32)
    expected = _by_graphs(graphs, {"feat_erb": feat_erb[None], "feat_spec": feat_spec[None]})
    # In double precision, so that what differs is the rounding of the graphs alone.
    tensors = {name: array.astype(np.float64) for name, array in network.tensors.items()}
    try:
        found = _outputs(tensors, feat_erb.astype(np.float64), feat_spec.astype(np.float64))
    except ValueError as error:
        raise TopologyError(f"shapes that do not fit each other: {error}") from error
    low, high = network.lsnr_range
    found["lsnr"] = found["lsnr"] * (high - low) + low
    for name, array in found.items():
        if array.shape != expected[name].shape:
            raise TopologyError(f"{name}: shape {array.shape}, in the graph {expected[name].shape}")
        error = np.abs(array - expected[name]).max() / max(np.abs(expected[name]).max(), 1e-6)
        if not error <= LARGEST_ERROR:
            raise TopologyError(f"{name}: the weights give another answer than the graph")


def _by_graphs(graphs: dict[str, bytes], values: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4  # what matters is raised
    for part, content in graphs.items():
        try:
            session = onnxruntime.InferenceSession(
                content, options, providers=["CPUExecutionProvider"]
            )
            inputs = {value.name: values[value.name] for value in session.get_inputs()}
            names = [value.name for value in session.get_outputs()]
            values = values | dict(zip(names, session.run(names, inputs)))
        except Exception as error:  # ONNX Runtime's errors have no common type
            raise TopologyError(f"{part}: cannot be run: {str(error).splitlines()[0]}") from error
    return {name: array[0] for name, array in values.items()}


def _outputs(tensors: Tensors, feat_erb: np.ndarray, feat_spec: np.ndarray) -> Tensors:
    """Features [channels, frames, frequencies] to every output; lsnr is still in 0 … 1."""
    e = [_relu(_convolution(tensors, "enc.erb_conv0", feat_erb))]
    for index, stride in ((1, 2), (2, 2), (3, 1)):
        e.append(_separable(tensors, f"enc.erb_conv{index}", e[-1], stride))
    c0 = _convolution(tensors, "enc.df_conv0.depthwise", feat_spec)
    c0 = _relu(_pointwise(tensors, "enc.df_conv0.pointwise", c0))
    c1 = _separable(tensors, "enc.df_conv1", c0, 2)
    cemb = _relu(_grouped(tensors, "enc.df_fc_emb", _flat(c1)))
    emb = _squeezed_gru(tensors, "enc.emb_gru", _flat(e[3]) + cemb)
    snr = emb @ tensors["enc.lsnr.weight"].T + tensors["enc.lsnr.bias"]

    value = _squeezed_gru(tensors, "erb_dec.emb_gru", emb)
    channels = len(tensors["erb_dec.conv3p.weight"])
    value = value.reshape(len(value), -1, channels).transpose(2, 0, 1)
    for index in (3, 2, 1, 0):
        scale, bias = (tensors[f"erb_dec.conv{index}p.{part}"] for part in ("weight", "bias"))
        value = value + _relu(e[index] * scale[:, None, None] + bias[:, None, None])
        name = f"erb_dec.convt{index}"
        if index == 3:
            value = _separable(tensors, name, value, 1)
        elif index > 0:
            value = _doubled(tensors[f"{name}.depthwise.weight"], value)
            value = _relu(_pointwise(tensors, f"{name}.pointwise", value))
    mask = _sigmoid(_convolution(tensors, "erb_dec.conv0_out", value))

    value = _relu(_grouped(tensors, "df_dec.df_gru.linear_in", emb))
    value = _gru(tensors, "df_dec.df_gru", value) + _grouped(tensors, "df_dec.df_skip", emb)
    value = np.tanh(_grouped(tensors, "df_dec.df_out", value))
    path = _convolution(tensors, "df_dec.df_convp.grouped", c0)
    path = _relu(_pointwise(tensors, "df_dec.df_convp.pointwise", path)).transpose(1, 2, 0)
    coefs = value.reshape(path.shape) + path
    return {"e0": e[0], "e1": e[1], "e2": e[2], "e3": e[3], "c0": c0, "emb": emb,
            "m": mask, "coefs": coefs, "lsnr": _sigmoid(snr)}


def _convolution(tensors: Tensors, name: str, value: np.ndarray, stride: int = 1) -> np.ndarray:
    """Causal in time, centred in frequency; groups follow from the shapes."""
    weight = tensors[f"{name}.weight"]
    outputs, inputs, frames, width = weight.shape
    side = width // 2
    padded = np.pad(value, ((0, 0), (frames - 1, 0), (side, side)))
    windows = np.lib.stride_tricks.sliding_window_view(padded, (frames, width), axis=(1, 2))
    windows = windows[:, :, ::stride]
    groups = len(value) // inputs
    windows = windows.reshape(groups, inputs, *windows.shape[1:])
    weight = weight.reshape(groups, outputs // groups, inputs, frames, width)
    result = np.einsum("gitfkw,goikw->gotf", windows, weight)
    result = result.reshape(outputs, *result.shape[2:])
    return result + tensors.get(f"{name}.bias", np.zeros(outputs))[:, None, None]


def _pointwise(tensors: Tensors, name: str, value: np.ndarray) -> np.ndarray:
    bias = tensors[f"{name}.bias"][:, None, None]
    return np.einsum("oi,itf->otf", tensors[f"{name}.weight"], value) + bias


def _separable(tensors: Tensors, name: str, value: np.ndarray, stride: int) -> np.ndarray:
    value = _convolution(tensors, f"{name}.depthwise", value, stride)
    return _relu(_pointwise(tensors, f"{name}.pointwise", value))


def _doubled(weight: np.ndarray, value: np.ndarray) -> np.ndarray:
    """Transposed, stride 2: out[2i + k − 1] += in[i] · w[k]."""
    channels, frames, width = value.shape
    result = np.zeros((channels, frames, 2 * width + 1))
    for k in range(3):
        result[:, :, k : k + 2 * width : 2] += value * weight[:, 0, 0, k, None, None]
    return result[:, :, 1:]


def _flat(value: np.ndarray) -> np.ndarray:
    """[channels, frames, frequencies] to [frames, frequency-major]."""
    return value.transpose(1, 2, 0).reshape(value.shape[1], -1)


def _grouped(tensors: Tensors, name: str, value: np.ndarray) -> np.ndarray:
    weight = tensors[f"{name}.weight"]
    grouped = value.reshape(len(value), *weight.shape[:2])
    return np.einsum("tgi,gih->tgh", grouped, weight).reshape(len(value), -1)


def _squeezed_gru(tensors: Tensors, name: str, value: np.ndarray) -> np.ndarray:
    value = _gru(tensors, name, _relu(_grouped(tensors, f"{name}.linear_in", value)))
    return _relu(_grouped(tensors, f"{name}.linear_out", value))


def _gru(tensors: Tensors, name: str, value: np.ndarray) -> np.ndarray:
    layer = 0
    while f"{name}.gru{layer}.weight_ih_zrn" in tensors:
        weight_ih, weight_hh, bias_ih, bias_hh = (
            tensors[f"{name}.gru{layer}.{part}_zrn"]
            for part in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
        )
        h, outputs = np.zeros(weight_hh.shape[1]), []
        for x in value @ weight_ih.T + bias_ih:
            x_z, x_r, x_n = np.split(x, 3)
            h_z, h_r, h_n = np.split(weight_hh @ h + bias_hh, 3)
            z, r = _sigmoid(x_z + h_z), _sigmoid(x_r + h_r)
            h = (1 - z) * np.tanh(x_n + r * h_n) + z * h
            outputs.append(h)
        value, layer = np.stack(outputs), layer + 1
    return value


def _relu(value: np.ndarray) -> np.ndarray:
    return np.maximum(value, 0)


def _sigmoid(value: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-value))
