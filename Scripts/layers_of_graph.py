"""The layers of DeepFilterNet3, each recognised by its operations, from its output backwards.

Every function takes the value a layer makes and the name its tensors get, adds the tensors, and
returns the value the layer reads.
"""

import numpy as np

from onnx_graph import Graph, attribute

Tensors = dict[str, np.ndarray]


def convolution(
    graph: Graph, value: str, name: str, tensors: Tensors, *, stride: int = 1, biased: bool
) -> tuple[str, int]:
    """A convolution [C,T,F] that sees no later frame and keeps (or halves) the frequencies.

    Returns what it reads and its number of groups; the weight is left in `tensors`.
    """
    node = graph.node(value, "Conv", name)
    weight = graph.weight(node.input[1], f"{name}.weight", axes=4)
    frames, width = weight.shape[2:]
    source, pads = _padding(graph, node, name)
    graph.require(
        pads == [frames - 1, width // 2, 0, width // 2] and width % 2 == 1,
        f"{name}: pads {pads} are not causal for a kernel of {frames} x {width}",
    )
    _check_steps(graph, node, name, stride)
    tensors[f"{name}.weight"] = weight
    _bias(graph, node, name, tensors, biased, weight.shape[0])
    return source, attribute(node, "group", 1)


def transposed(graph: Graph, value: str, name: str, tensors: Tensors) -> str:
    """A depthwise transposed convolution, one frame long, that doubles the frequencies."""
    node = graph.node(value, "ConvTranspose", name)
    weight = graph.weight(node.input[1], f"{name}.weight", axes=4)
    _check_steps(graph, node, name, stride=2)
    group = attribute(node, "group", 1)
    graph.require(
        list(weight.shape) == [group, 1, 1, 3],
        f"{name}: weight {list(weight.shape)} in {group} groups is not depthwise 1 x 3",
    )
    pads, extra = attribute(node, "pads", [0] * 4), attribute(node, "output_padding", [0, 0])
    graph.require(
        pads == [0, 1, 0, 1] and extra == [0, 1] and not attribute(node, "output_shape", []),
        f"{name}: pads {pads} and output padding {extra} do not double the frequencies",
    )
    tensors[f"{name}.weight"] = weight
    _bias(graph, node, name, tensors, biased=False, count=0)
    return node.input[0]


def pointwise(graph: Graph, value: str, name: str, tensors: Tensors) -> str:
    """ReLU of a 1 x 1 convolution over all channels; its weight becomes [outputs, inputs]."""
    value, groups = convolution(
        graph, graph.before(value, "Relu", name), name, tensors, biased=True
    )
    weight = tensors[f"{name}.weight"]
    graph.require(
        groups == 1 and weight.shape[2:] == (1, 1),
        f"{name}: weight {list(weight.shape)} in {groups} groups is not pointwise",
    )
    tensors[f"{name}.weight"] = weight[:, :, 0, 0]
    return value


def separable(graph: Graph, value: str, name: str, tensors: Tensors, *, stride: int = 1) -> str:
    """ReLU(pointwise(depthwise))."""
    value = pointwise(graph, value, f"{name}.pointwise", tensors)
    value, groups = convolution(
        graph, value, f"{name}.depthwise", tensors, stride=stride, biased=False
    )
    shape = list(tensors[f"{name}.depthwise.weight"].shape)
    graph.require(
        shape[0] == groups and shape[1] == 1,
        f"{name}.depthwise: weight {shape} in {groups} groups is not depthwise",
    )
    return value


def channel_scale(graph: Graph, value: str, name: str, tensors: Tensors) -> str:
    """ReLU of one scale and one bias a channel; the weight becomes [channels]."""
    value, groups = convolution(
        graph, graph.before(value, "Relu", name), name, tensors, biased=True
    )
    weight = tensors[f"{name}.weight"]
    graph.require(
        list(weight.shape) == [groups, 1, 1, 1],
        f"{name}: weight {list(weight.shape)} in {groups} groups is not one scale a channel",
    )
    tensors[f"{name}.weight"] = weight[:, 0, 0, 0]
    return value


def grouped_linear(graph: Graph, value: str, name: str, tensors: Tensors) -> str:
    """out[g,h] = sum over i of in[g,i] * weight[g,i,h], seen flat on both sides."""
    node = graph.node(graph.before_reshapes(value), "Einsum", name)
    equation = attribute(node, "equation", "").replace(" ", "")
    graph.require(equation == "btgi,gih->btgh", f"{name}: computes '{equation}'")
    tensors[f"{name}.weight"] = graph.weight(node.input[1], f"{name}.weight", axes=3)
    return graph.before_reshapes(node.input[0])


def gru_layers(graph: Graph, value: str, name: str, tensors: Tensors) -> str:
    """One GRU after another over the frames; gate order z, r, n (ONNX: z, r, h)."""
    value = graph.before_transpose(value, [1, 0, 2], name)
    found = []
    while graph.made_by(value, "Squeeze"):
        squeeze = graph.producers[value]
        axes = attribute(squeeze, "axes", []) or (
            graph.constant(squeeze.input[1], f"{name}.squeeze").reshape(-1).tolist()
            if len(squeeze.input) > 1 else []
        )
        graph.require(axes == [1], f"{name}: squeezes axes {axes} of a GRU, not its direction")
        found.append(graph.node(squeeze.input[0], "GRU", name))
        graph.require(found[-1].output[0] == squeeze.input[0], f"{name}: uses a GRU's last state")
        value = found[-1].input[0]
    graph.require(bool(found), f"{name}: no GRU found")
    for layer, node in enumerate(reversed(found)):
        _gru(graph, node, f"{name}.gru{layer}", tensors)
    return graph.before_transpose(value, [1, 0, 2], name)


def operands(graph: Graph, value: str, role: str, is_first) -> tuple[str, str]:
    """The two values an Add joins, the one that fulfils `is_first` before the other."""
    node = graph.node(value, "Add", role)
    pairs = [pair for pair in (tuple(node.input), tuple(node.input[::-1])) if is_first(pair[0])]
    graph.require(len(pairs) == 1, f"{role}: the two sides of an Add cannot be told apart")
    return pairs[0]


def _gru(graph: Graph, node, name: str, tensors: Tensors):
    inputs = [*node.input, "", "", ""][:6]
    expected = {"direction": "forward", "linear_before_reset": 1, "layout": 0, "clip": 0.0}
    for key, wanted in expected.items():
        found = attribute(node, key, 0 if key == "linear_before_reset" else wanted)
        graph.require(found == wanted, f"{name}: {key} is {found}, not {wanted}")
    activations = attribute(node, "activations", []) or [b"Sigmoid", b"Tanh"]
    graph.require(
        activations == [b"Sigmoid", b"Tanh"],
        f"{name}: activations {[a.decode() for a in activations]}, not Sigmoid and Tanh",
    )
    graph.require(inputs[4] == "", f"{name}: has sequence lengths")
    _check_zero_state(graph, inputs[5], name)
    weight_ih = graph.weight(inputs[1], f"{name}.weight_ih_zrn", axes=3)
    weight_hh = graph.weight(inputs[2], f"{name}.weight_hh_zrn", axes=3)
    bias = graph.weight(inputs[3], f"{name}.bias", axes=2)
    width = attribute(node, "hidden_size", 0)
    shapes = [list(array.shape) for array in (weight_ih, weight_hh, bias)]
    wanted = [[1, 3 * width, weight_ih.shape[2]], [1, 3 * width, width], [1, 6 * width]]
    graph.require(shapes == wanted, f"{name}: shapes {shapes}, not {wanted}")
    tensors[f"{name}.weight_ih_zrn"], tensors[f"{name}.weight_hh_zrn"] = weight_ih[0], weight_hh[0]
    tensors[f"{name}.bias_ih_zrn"] = bias[0, : 3 * width]
    tensors[f"{name}.bias_hh_zrn"] = bias[0, 3 * width :]


def _check_zero_state(graph: Graph, value: str, name: str):
    while graph.made_by(value, "Slice"):
        value = graph.producers[value].input[0]
    if not value:
        return
    node = graph.node(value, "ConstantOfShape", f"{name}: initial state")
    fill = next((found.t for found in node.attribute if found.name == "value"), None)
    zero = fill is None or not any(fill.raw_data) and not any(fill.float_data)
    graph.require(zero, f"{name}: its initial state is not zero")


def _padding(graph: Graph, node, name: str) -> tuple[str, list[int]]:
    """What a convolution reads and [time before, frequency before, time after, … after]."""
    automatic = attribute(node, "auto_pad", "NOTSET")
    graph.require(automatic == "NOTSET", f"{name}: auto_pad is {automatic}")
    pads, source = attribute(node, "pads", [0] * 4), node.input[0]
    if not graph.made_by(source, "Pad"):
        return source, pads
    pad = graph.producers[source]
    mode = attribute(pad, "mode", "constant")
    graph.require(mode == "constant" and len(pad.input) in (2, 3), f"{name}: pads by '{mode}'")
    if len(pad.input) == 3 and pad.input[2]:
        fill = graph.number(pad.input[2], f"{name}.pad")
        graph.require(fill == 0, f"{name}: pads with {fill}")
    outer = graph.constant(pad.input[1], f"{name}.pad").tolist()
    graph.require(
        len(outer) == 8 and not any(outer[i] for i in (0, 1, 4, 5)), f"{name}: pads by {outer}"
    )
    return pad.input[0], [a + b for a, b in zip(pads, outer[2:4] + outer[6:8])]


def _check_steps(graph: Graph, node, name: str, stride: int):
    strides, dilations = attribute(node, "strides", [1, 1]), attribute(node, "dilations", [1, 1])
    graph.require(strides == [1, stride], f"{name}: strides {strides}, not {[1, stride]}")
    graph.require(dilations == [1, 1], f"{name}: dilations {dilations}")


def _bias(graph: Graph, node, name: str, tensors: Tensors, biased: bool, count: int):
    has_bias = len(node.input) > 2 and node.input[2] != ""
    graph.require(has_bias == biased, f"{name}: {'has a' if has_bias else 'has no'} bias")
    if biased:
        tensors[f"{name}.bias"] = graph.weight(node.input[2], f"{name}.bias", axes=1)
        graph.require(tensors[f"{name}.bias"].shape == (count,), f"{name}.bias: wrong length")
