"""The network of DeepFilterNet3 read out of its three graphs: tensors by name, sizes, ranges."""

import dataclasses
import functools
import sys

import numpy as np

import layers_of_graph as layers
from onnx_graph import Graph, attribute


@dataclasses.dataclass(frozen=True)
class Network:
    tensors: dict[str, np.ndarray]
    sizes: dict[str, int]  # erb_bands, df_bins, df_order
    lsnr_range: tuple[float, float]  # dB


def read_network(graphs: dict[str, bytes]) -> Network:
    """Walks the three graphs; raises TopologyError, in one line, at what is not DeepFilterNet3."""
    enc, erb_dec, df_dec = (Graph(part, content) for part, content in graphs.items())
    _check_ends(enc, ["feat_erb", "feat_spec"], ["e0", "e1", "e2", "e3", "emb", "c0", "lsnr"])
    _check_ends(erb_dec, ["emb", "e3", "e2", "e1", "e0"], ["m"])
    _check_ends(df_dec, ["emb", "c0"], ["coefs"])
    tensors: dict[str, np.ndarray] = {}
    lsnr_range = _encoder(enc, tensors)
    _erb_decoder(erb_dec, tensors)
    _df_decoder(df_dec, tensors)
    _account_for_all(enc, ["e0", "e1", "e2", "e3", "emb", "c0", "lsnr"])
    _account_for_all(erb_dec, ["m"])
    _account_for_all(df_dec, ["coefs"])
    return Network(tensors, _sizes(enc, tensors), lsnr_range)


def _encoder(graph: Graph, tensors: dict[str, np.ndarray]) -> tuple[float, float]:
    conv = "enc.erb_conv0"
    source, groups = layers.convolution(
        graph, graph.before("e0", "Relu", conv), conv, tensors, biased=True
    )
    graph.require(groups == 1, f"{conv}: has {groups} groups")
    _expect_source(graph, source, "feat_erb", conv)
    for index, stride in ((1, 2), (2, 2), (3, 1)):
        conv = f"enc.erb_conv{index}"
        source = layers.separable(graph, f"e{index}", conv, tensors, stride=stride)
        _expect_source(graph, source, f"e{index - 1}", conv)

    conv = "enc.df_conv0"
    source = layers.pointwise(graph, "c0", f"{conv}.pointwise", tensors)
    source, groups = layers.convolution(
        graph, source, f"{conv}.depthwise", tensors, biased=False
    )
    graph.require(groups == 2, f"{conv}.depthwise: has {groups} groups, not 2")
    _expect_source(graph, source, "feat_spec", conv)

    value = graph.before("emb", "Relu", "enc.emb_gru")
    value = layers.grouped_linear(graph, value, "enc.emb_gru.linear_out", tensors)
    value = layers.gru_layers(graph, value, "enc.emb_gru", tensors)
    value = graph.before(value, "Relu", "enc.emb_gru.linear_in")
    value = layers.grouped_linear(graph, value, "enc.emb_gru.linear_in", tensors)
    # emb_in = e3 + cemb, both flattened frequency-major.
    value, flat_e3 = layers.operands(
        graph, value, "enc.combine", lambda side: graph.made_by(side, "Relu")
    )
    _expect_flattened(graph, flat_e3, "e3", "enc.combine")
    value = graph.before(value, "Relu", "enc.df_fc_emb")
    value = layers.grouped_linear(graph, value, "enc.df_fc_emb", tensors)
    c1 = graph.before_transpose(value, [0, 2, 3, 1], "enc.df_fc_emb")
    source = layers.separable(graph, c1, "enc.df_conv1", tensors, stride=2)
    _expect_source(graph, source, "c0", "enc.df_conv1")
    return _local_snr(graph, tensors)


def _local_snr(graph: Graph, tensors: dict[str, np.ndarray]) -> tuple[float, float]:
    """lsnr = sigmoid(w * emb + b) * (max - min) + min; returns (min, max)."""
    name = "enc.lsnr"
    offset, value = layers.operands(graph, "lsnr", name, graph.is_constant)
    node = graph.node(value, "Mul", name)
    value, factor = sorted(node.input, key=graph.is_constant)
    low, span = graph.number(offset, name), graph.number(factor, name)
    value = graph.before(value, "Sigmoid", name)
    if graph.made_by(value, "Gemm"):
        node = graph.producers[value]
        plain = attribute(node, "alpha", 1.0) == 1 == attribute(node, "beta", 1.0)
        graph.require(plain and not attribute(node, "transA", 0), f"{name}: a scaled Gemm")
        bias, weight = node.input[2], graph.weight(node.input[1], f"{name}.weight", axes=2)
        source = graph.before_reshapes(node.input[0])
        weight = weight if attribute(node, "transB", 0) else weight.T
    else:
        bias, value = layers.operands(graph, value, name, graph.is_constant)
        node = graph.node(value, "MatMul", name)
        source, weight = node.input[0], graph.weight(node.input[1], f"{name}.weight", axes=2).T
    _expect_source(graph, source, "emb", name)
    tensors[f"{name}.weight"] = np.ascontiguousarray(weight)
    tensors[f"{name}.bias"] = graph.weight(bias, f"{name}.bias", axes=1)
    return low, low + span


def _erb_decoder(graph: Graph, tensors: dict[str, np.ndarray]):
    conv = "erb_dec.conv0_out"
    value, groups = layers.convolution(
        graph, graph.before("m", "Sigmoid", conv), conv, tensors, biased=True
    )
    graph.require(groups == 1, f"{conv}: has {groups} groups")
    for index in range(4):
        # What comes from the decoder is joined by the encoder's e0 to e3, scaled by channel.
        name = f"erb_dec.conv{index}p"
        is_scaled = functools.partial(_is_channel_scale, graph, source=f"e{index}")
        side, value = layers.operands(graph, value, name, is_scaled)
        layers.channel_scale(graph, side, name, tensors)
        if index == 3:
            break
        name = f"erb_dec.convt{index + 1}"
        if index == 2:
            value = layers.separable(graph, value, name, tensors)
        else:
            value = layers.pointwise(graph, value, f"{name}.pointwise", tensors)
            value = layers.transposed(graph, value, f"{name}.depthwise", tensors)

    name = "erb_dec.emb_gru"
    value = graph.before_reshapes(graph.before_transpose(value, [0, 3, 1, 2], name))
    value = graph.before(value, "Relu", f"{name}.linear_out")
    value = layers.grouped_linear(graph, value, f"{name}.linear_out", tensors)
    value = layers.gru_layers(graph, value, name, tensors)
    value = graph.before(value, "Relu", f"{name}.linear_in")
    value = layers.grouped_linear(graph, value, f"{name}.linear_in", tensors)
    _expect_source(graph, value, "emb", name)


def _df_decoder(graph: Graph, tensors: dict[str, np.ndarray]):
    conv = "df_dec.df_convp"
    value, from_c0 = layers.operands(
        graph, "coefs", conv, lambda side: graph.made_by(graph.before_reshapes(side), "Tanh")
    )
    from_c0 = graph.before_transpose(from_c0, [0, 2, 3, 1], conv)
    from_c0 = layers.pointwise(graph, from_c0, f"{conv}.pointwise", tensors)
    from_c0, groups = layers.convolution(
        graph, from_c0, f"{conv}.grouped", tensors, biased=False
    )
    graph.require(groups == 2, f"{conv}.grouped: has {groups} groups, not 2")
    _expect_source(graph, from_c0, "c0", conv)

    value = graph.before(graph.before_reshapes(value), "Tanh", "df_dec.df_out")
    value = layers.grouped_linear(graph, value, "df_dec.df_out", tensors)
    value, skip = layers.operands(
        graph, value, "df_dec.df_skip", lambda side: graph.made_by(side, "Transpose")
    )
    skip = layers.grouped_linear(graph, skip, "df_dec.df_skip", tensors)
    _expect_source(graph, skip, "emb", "df_dec.df_skip")
    value = layers.gru_layers(graph, value, "df_dec.df_gru", tensors)
    value = graph.before(value, "Relu", "df_dec.df_gru.linear_in")
    value = layers.grouped_linear(graph, value, "df_dec.df_gru.linear_in", tensors)
    _expect_source(graph, value, "emb", "df_dec.df_gru")


def _is_channel_scale(graph: Graph, value: str, *, source: str) -> bool:
    """Whether `value` is the ReLU of a convolution that reads `source` directly."""
    if not graph.made_by(value, "Relu"):
        return False
    value = graph.producers[value].input[0]
    return graph.made_by(value, "Conv") and graph.producers[value].input[0] == source


def _expect_flattened(graph: Graph, value: str, source: str, role: str):
    value = graph.before_transpose(graph.before_reshapes(value), [0, 2, 3, 1], role)
    _expect_source(graph, value, source, role)


def _expect_source(graph: Graph, value: str, source: str, role: str):
    graph.require(value == source, f"{role}: reads '{value}', not {source}")


def _check_ends(graph: Graph, inputs: list[str], outputs: list[str]):
    graph.require(
        sorted(graph.inputs) == sorted(inputs), f"inputs {graph.inputs}, not {inputs}"
    )
    missing = [name for name in outputs if name not in graph.outputs]
    graph.require(not missing, f"no output named {', '.join(missing)}")


def _account_for_all(graph: Graph, outputs: list[str]):
    """Refuses a weight that nothing has read, unless an output beyond `outputs` alone needs it."""
    needed = set().union(*(graph.feeding(name) for name in outputs))
    others = [graph.feeding(name) for name in graph.outputs if name not in outputs]
    spare = set().union(*others) - needed
    for name, shape in graph.unused().items():
        graph.require(name in spare, f"weight '{name}' {shape} has no place in the network")
        print(f"unused: {graph.part}: weight '{name}' {shape}, of an output that is not used",
              file=sys.stderr)


def _sizes(graph: Graph, tensors: dict[str, np.ndarray]) -> dict[str, int]:
    channels = tensors["enc.erb_conv0.weight"].shape[0]
    embedding = np.prod(tensors["enc.emb_gru.linear_in.weight"].shape[:2])
    half_bins = np.prod(tensors["enc.df_fc_emb.weight"].shape[:2])
    outputs = tensors["df_dec.df_convp.grouped.weight"].shape[0]
    graph.require(
        embedding % channels == half_bins % channels == outputs % 2 == 0,
        f"{channels} channels do not fit embeddings of {embedding} and {half_bins}",
    )
    return {
        "erb_bands": int(4 * embedding // channels),
        "df_bins": int(2 * half_bins // channels),
        "df_order": outputs // 2,
    }
