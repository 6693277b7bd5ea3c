"""The official graphs, and ways to change them: what the tests of the export share."""

import contextlib
import io
import random

import numpy as np
import onnx
import onnx.numpy_helper

import archives
from network_of_graphs import read_network
from plain_network import prove

MODELS = {model: archives.read(archives.fetch(model)) for model in archives.PACKAGES}
STANDARD = MODELS["standard"]


def tensors_of(graphs: dict[str, bytes]) -> dict[str, np.ndarray]:
    """What an export of these graphs holds, after every check it makes."""
    with contextlib.redirect_stderr(io.StringIO()):
        network = read_network(graphs)
        prove(graphs, network)
    return network.tensors


def changed(part: str, change) -> dict[str, bytes]:
    """The standard graphs, one of them changed in place by `change(model.graph)`."""
    model = onnx.load_model_from_string(STANDARD.graphs[part])
    change(model.graph)
    return STANDARD.graphs | {part: model.SerializeToString()}


def first(graph: onnx.GraphProto, kind: str, count: int = 0) -> onnx.NodeProto:
    return [node for node in graph.node if node.op_type == kind][count]


def set_attribute(node: onnx.NodeProto, name: str, value):
    kept = [found for found in node.attribute if found.name != name]
    del node.attribute[:]
    node.attribute.extend([*kept, onnx.helper.make_attribute(name, value)])


def insert_after(graph: onnx.GraphProto, value: str, kind: str, *others: str):
    """Puts a node between `value`, a graph's output, and what makes it."""
    index = next(i for i, node in enumerate(graph.node) if value in node.output)
    graph.node[index].output[0] = "inner"
    graph.node.insert(index + 1, onnx.helper.make_node(kind, ["inner", *others], [value]))


def add_weight(graph: onnx.GraphProto, name: str, array: np.ndarray):
    graph.initializer.append(onnx.numpy_helper.from_array(array.astype(np.float32), name))


def renamed(content: bytes, seed: int) -> bytes:
    """The same graph with no name kept, and its constants in other places and another form."""
    model = onnx.load_model_from_string(content)
    graph, rng = model.graph, random.Random(seed)
    kept = {value.name for value in [*graph.input, *graph.output]}
    names: dict[str, str] = {"": ""}

    def new(name: str) -> str:
        return name if name in kept else names.setdefault(name, f"v{rng.getrandbits(64):x}")

    constants, nodes = [], []
    for tensor in graph.initializer:
        constants.append((new(tensor.name), onnx.numpy_helper.to_array(tensor)))
    for node in graph.node:
        node.input[:] = [new(name) for name in node.input]
        node.output[:] = [new(name) for name in node.output]
        node.name = node.doc_string = ""
        if node.op_type == "Constant":
            constants.append((node.output[0], onnx.numpy_helper.to_array(node.attribute[0].t)))
        else:
            nodes.append(node)
    rng.shuffle(constants)
    initializers = [onnx.numpy_helper.from_array(array, name) for name, array in constants[::2]]
    first_nodes = [
        onnx.helper.make_node("Constant", [], [name], value=onnx.numpy_helper.from_array(array))
        for name, array in constants[1::2]
    ]
    again = onnx.helper.make_graph(
        [*first_nodes, *nodes], "g", graph.input, graph.output, initializers
    )
    return onnx.helper.make_model(
        again, opset_imports=model.opset_import, ir_version=model.ir_version
    ).SerializeToString()
