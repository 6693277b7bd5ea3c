"""An ONNX graph read backwards, from its outputs to its inputs.

Values are found by the operations between them, never by a generated name and never by their place
in a list. Every read of a weight is recorded, so that none is left out or used twice unnoticed.
"""

import numpy as np
import onnx
import onnx.numpy_helper
import onnx.reference


class TopologyError(Exception):
    """Where a graph is not a DeepFilterNet3, in one line."""


class Graph:
    """One part (`enc`, `erb_dec` or `df_dec`) of the network."""

    def __init__(self, part: str, content: bytes):
        self.part = part
        try:
            self.model = onnx.load_model_from_string(content)
            onnx.checker.check_model(self.model)
            graph = self.model.graph
            self.initializers = {tensor.name: tensor for tensor in graph.initializer}
        except Exception as error:  # protobuf, onnx and its checker raise unrelated types
            reason = (str(error).strip().splitlines() or [type(error).__name__])[0]
            raise TopologyError(f"{part}: not a valid ONNX graph: {reason}") from error
        self.producers = {output: node for node in graph.node for output in node.output if output}
        self.inputs = [value.name for value in graph.input if value.name not in self.initializers]
        self.outputs = [value.name for value in graph.output]
        self.weights = {name for name, tensor in self._tensors() if is_float(tensor)}
        self.used: dict[str, str] = {}  # constant -> what it was read as

    def fail(self, what: str):
        raise TopologyError(f"{self.part}: {what}")

    def require(self, condition: bool, what: str):
        if not condition:
            self.fail(what)

    def node(self, value: str, kind: str, role: str) -> onnx.NodeProto:
        """The `kind` of node that makes `value`; `role` names the place in messages."""
        node = self.producers.get(value)
        found = node.op_type if node is not None else f"'{value}'"
        self.require(found == kind, f"{role}: expected {kind}, found {found}")
        return node

    def made_by(self, value: str, kind: str) -> bool:
        node = self.producers.get(value)
        return node is not None and node.op_type == kind

    def before(self, value: str, kind: str, role: str) -> str:
        """The first input of the `kind` of node that makes `value`."""
        return self.node(value, kind, role).input[0]

    def before_reshapes(self, value: str) -> str:
        while self.made_by(value, "Reshape"):
            value = self.producers[value].input[0]
        return value

    def before_transpose(self, value: str, permutation: list[int], role: str) -> str:
        node = self.node(value, "Transpose", role)
        found = attribute(node, "perm", [])
        self.require(found == permutation, f"{role}: transposed by {found}, not {permutation}")
        return node.input[0]

    def is_constant(self, value: str) -> bool:
        """Whether `value` depends on no input of the graph."""
        return all(leaf not in self.inputs for leaf in self._ancestors(value)[1])

    def weight(self, value: str, role: str, axes: int) -> np.ndarray:
        """The float32 constant `value`, with as many axes as said; each may be read once."""
        self.require(self.is_leaf(value), f"{role}: its weight '{value}' is not a constant")
        tensor = dict(self._tensors())[value]
        self.require(value not in self.used, f"{role}: '{value}' is {self.used.get(value)} too")
        found = onnx.TensorProto.DataType.Name(tensor.data_type)
        self.require(found == "FLOAT", f"{role}: '{value}' is {found}, not FLOAT")
        array = onnx.numpy_helper.to_array(tensor)
        self.require(array.ndim == axes, f"{role}: shape {list(array.shape)}, not {axes} axes")
        self.require(bool(np.isfinite(array).all()), f"{role}: '{value}' is not finite")
        self.used[value] = role
        return array

    def number(self, value: str, role: str) -> float:
        """A constant scalar that is part of the arithmetic."""
        array = self.constant(value, role)
        self.require(array.size == 1, f"{role}: expected one number, found {array.size}")
        return float(array.reshape(()))

    def constant(self, value: str, role: str) -> np.ndarray:
        """Evaluates what depends on no input: the exporters spread pads over a dozen nodes."""
        nodes, leaves = self._ancestors(value)
        self.require(not any(leaf in self.inputs for leaf in leaves), f"{role}: is not constant")
        for leaf in leaves:
            self.used[leaf] = role
        kept = [node for node in self.model.graph.node if any(node is other for other in nodes)]
        initializers = [self.initializers[leaf] for leaf in leaves if leaf in self.initializers]
        output = onnx.helper.make_value_info(value, onnx.TypeProto())
        graph = onnx.helper.make_graph(kept, "constant", [], [output], initializers)
        model = onnx.helper.make_model(graph, opset_imports=self.model.opset_import)
        try:
            return np.asarray(onnx.reference.ReferenceEvaluator(model).run([value], {})[0])
        except Exception as error:  # the evaluator raises whatever its operations do
            raise TopologyError(f"{self.part}: {role}: cannot be evaluated") from error

    def is_leaf(self, value: str) -> bool:
        return value in self.initializers or self.made_by(value, "Constant")

    def unused(self) -> dict[str, list[int]]:
        """The weights that nothing has read: name -> shape."""
        shapes = {name: list(tensor.dims) for name, tensor in self._tensors()}
        return {name: shapes[name] for name in sorted(self.weights - set(self.used))}

    def feeding(self, value: str) -> set[str]:
        """The constants and inputs that `value` depends on."""
        return self._ancestors(value)[1]

    def _tensors(self):
        yield from self.initializers.items()
        for node in self.model.graph.node:
            if node.op_type == "Constant":
                for found in node.attribute:
                    if found.name == "value":
                        yield node.output[0], found.t
                    elif found.name in ("value_float", "value_floats"):
                        array = np.asarray(onnx.helper.get_attribute_value(found), np.float32)
                        yield node.output[0], onnx.numpy_helper.from_array(array)

    def _ancestors(self, value: str) -> tuple[list[onnx.NodeProto], set[str]]:
        nodes, leaves, seen, waiting = [], set(), set(), [value]
        while waiting:
            name = waiting.pop()
            if not name or name in seen:
                continue
            seen.add(name)
            node = self.producers.get(name)
            if node is None or node.op_type == "Constant":
                leaves.add(name)
            if node is not None:
                nodes.append(node)
                waiting.extend(node.input)
        return nodes, leaves


def attribute(node: onnx.NodeProto, name: str, default):
    """An attribute of a node as a plain Python value."""
    for found in node.attribute:
        if found.name == name:
            value = onnx.helper.get_attribute_value(found)
            if isinstance(value, bytes):
                return value.decode()
            return list(value) if isinstance(default, list) else value
    return default


def is_float(tensor: onnx.TensorProto) -> bool:
    kinds = onnx.TensorProto
    return tensor.data_type in (kinds.FLOAT, kinds.FLOAT16, kinds.DOUBLE, kinds.BFLOAT16)
