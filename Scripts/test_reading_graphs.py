"""Tests of what an export reads from graphs, and of what it refuses."""

import contextlib
import io
import unittest

import numpy as np
import onnx
import onnx.numpy_helper

from changed_graphs import (
    MODELS, STANDARD, add_weight, changed, first, insert_after, renamed, set_attribute, tensors_of,
)
from network_of_graphs import read_network
from onnx_graph import TopologyError
from plain_network import prove


class Reading(unittest.TestCase):
    def test_official_models_are_read_whole(self):
        counts = {}
        for model, archive in MODELS.items():
            tensors = tensors_of(archive.graphs)
            counts[model] = (len(tensors), sum(array.size for array in tensors.values()))
            self.assertTrue(all(array.dtype == np.float32 for array in tensors.values()))
        self.assertEqual(counts, {"standard": (69, 2134384), "low-latency": (73, 9739248)})

    def test_names_and_places_of_constants_do_not_matter(self):
        for model, archive in MODELS.items():
            expected = tensors_of(archive.graphs)
            for seed in (1, 2):
                graphs = {part: renamed(graph, seed) for part, graph in archive.graphs.items()}
                found = tensors_of(graphs)
                self.assertEqual(list(found), list(expected), model)
                for name, array in expected.items():
                    np.testing.assert_array_equal(found[name], array, name)

    def test_an_unused_output_is_named(self):
        said = io.StringIO()
        with contextlib.redirect_stderr(said):
            read_network(STANDARD.graphs)
        self.assertEqual(len(said.getvalue().splitlines()), 2)
        self.assertIn("df_fc_a.0.bias", said.getvalue())


class Refusing(unittest.TestCase):
    def assert_refused(self, part: str, change, pattern: str):
        with self.assertRaisesRegex(TopologyError, pattern) as caught:
            tensors_of(changed(part, change))
        self.assertEqual(len(str(caught.exception).splitlines()), 1)

    def test_a_weight_without_a_place(self):
        self.assert_refused(
            "enc", lambda graph: add_weight(graph, "extra", np.ones(3)), "'extra' .* no place"
        )

    def test_a_weight_put_between(self):
        def change(graph):
            add_weight(graph, "extra", np.ones((64, 1, 1)))
            insert_after(graph, "e1", "Mul", "extra")

        self.assert_refused("enc", change, "enc.erb_conv1.pointwise: expected Relu, found Mul")

    def test_a_weight_used_twice(self):
        def change(graph):
            convolutions = [node for node in graph.node if node.op_type == "Conv"]
            convolutions[5].input[1] = convolutions[3].input[1]

        self.assert_refused("enc", change, "is enc.erb_conv[123].* too")

    def test_a_missing_node(self):
        def change(graph):
            index = next(i for i, node in enumerate(graph.node) if "e2" in node.output)
            graph.node[index - 1].output[0] = "e2"
            del graph.node[index]

        self.assert_refused("enc", change, "enc.erb_conv2.pointwise: expected Relu, found Conv")

    def test_another_activation(self):
        def change(graph):
            next(node for node in graph.node if "c0" in node.output).op_type = "Tanh"

        self.assert_refused("enc", change, "expected Relu, found Tanh")

    def test_another_stride(self):
        self.assert_refused(
            "enc",
            lambda graph: set_attribute(first(graph, "Conv", 1), "strides", [1, 1]),
            r"strides \[1, 1\], not \[1, 2\]",
        )

    def test_another_stride_of_a_transposed_convolution(self):
        self.assert_refused(
            "erb_dec",
            lambda graph: set_attribute(first(graph, "ConvTranspose"), "output_padding", [0, 0]),
            "do not double the frequencies",
        )

    def test_padding_that_sees_the_future(self):
        def change(graph):
            pads = first(graph, "Pad").input
            array = np.array([0, 0, 1, 0, 0, 0, 1, 0], np.int64)
            graph.initializer.append(onnx.numpy_helper.from_array(array, "pads"))
            pads[1] = "pads"

        self.assert_refused("enc", change, "not causal")

    def test_another_dilation(self):
        self.assert_refused(
            "enc",
            lambda graph: set_attribute(first(graph, "Conv"), "dilations", [1, 2]),
            "dilations",
        )

    def test_another_kind_of_gru(self):
        others = {"linear_before_reset": 0, "direction": "reverse", "clip": 1.0,
                  "activations": ["Tanh", "Sigmoid"]}
        for name, value in others.items():
            def change(graph, name=name, value=value):
                set_attribute(first(graph, "GRU"), name, value)

            self.assert_refused("df_dec", change, name)

    def test_a_state_that_does_not_start_at_zero(self):
        def change(graph):
            one = onnx.numpy_helper.from_array(np.ones(1, np.float32))
            for node in graph.node:
                if node.op_type == "ConstantOfShape":
                    if node.attribute[0].t.data_type == onnx.TensorProto.FLOAT:
                        set_attribute(node, "value", one)

        self.assert_refused("df_dec", change, "initial state is not zero")

    def test_another_equation(self):
        self.assert_refused(
            "df_dec",
            lambda graph: set_attribute(first(graph, "Einsum"), "equation", "btgi,ghi->btgh"),
            "computes 'btgi,ghi->btgh'",
        )

    def test_another_grouping(self):
        # Only a Reshape differs, which the walk passes by: the proof by numbers finds it.
        def change(graph):
            for node in graph.node:
                if node.op_type == "Constant":
                    array = onnx.numpy_helper.to_array(node.attribute[0].t)
                    if array.tolist() in ([64], [8]) and array.dtype == np.int64:
                        swapped = {64: 8, 8: 64}[int(array[0])]
                        tensor = onnx.numpy_helper.from_array(np.array([swapped], np.int64))
                        set_attribute(node, "value", tensor)

        self.assert_refused("df_dec", change, "df_dec: cannot be run")

    def test_tensors_that_give_another_answer(self):
        # Update and reset gates swapped: every name and shape is still right.
        with contextlib.redirect_stderr(io.StringIO()):
            network = read_network(STANDARD.graphs)
        for name in list(network.tensors):
            if name.startswith("df_dec.df_gru.gru1."):
                z, r, n = np.split(network.tensors[name], 3)
                network.tensors[name] = np.concatenate([r, z, n])
        with self.assertRaisesRegex(TopologyError, "coefs: .* another answer"):
            prove(STANDARD.graphs, network)

    def test_a_weight_that_is_not_finite(self):
        def change(graph):
            array = onnx.numpy_helper.to_array(graph.initializer[0]).copy()
            array.flat[0] = np.nan
            name = graph.initializer[0].name
            graph.initializer[0].CopyFrom(onnx.numpy_helper.from_array(array, name))

        self.assert_refused("enc", change, "not finite")

    def test_another_type_of_number(self):
        def change(graph):
            tensor = graph.initializer[0]
            array = onnx.numpy_helper.to_array(tensor).astype(np.float16)
            tensor.CopyFrom(onnx.numpy_helper.from_array(array, tensor.name))

        self.assert_refused("enc", change, "FLOAT16")

    def test_a_missing_output(self):
        self.assert_refused("erb_dec", lambda graph: graph.output.pop(), "erb_dec: ")

    def test_bytes_that_are_no_graph(self):
        for content in (b"", b"text", STANDARD.graphs["enc"][:1000]):
            with self.assertRaisesRegex(TopologyError, "enc: ") as caught:
                read_network(STANDARD.graphs | {"enc": content})
            self.assertEqual(len(str(caught.exception).splitlines()), 1)


if __name__ == "__main__":
    unittest.main()
