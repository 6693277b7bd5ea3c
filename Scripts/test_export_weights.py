"""Tests of the export as a command, and of the file it writes."""

import configparser
import contextlib
import dataclasses
import io
import json
import pathlib
import tarfile
import tempfile
import unittest

import numpy as np

import archives
import configuration
import export_weights
import weight_file
from changed_graphs import MODELS, STANDARD, add_weight, changed, tensors_of

ROOT = pathlib.Path(__file__).resolve().parent.parent


class Commanding(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.output = self.folder / "out" / "weights.safetensors"

    def run_export(self, *arguments) -> tuple[int, str]:
        """The exit status and standard error."""
        said = io.StringIO()
        with contextlib.redirect_stderr(said), contextlib.redirect_stdout(io.StringIO()):
            status = export_weights.main(
                [str(part) for part in (*arguments, "--output", self.output)]
            )
        return status, said.getvalue()

    def write_folder(self, archive: archives.Archive = STANDARD, **replaced: str) -> pathlib.Path:
        source = self.folder / "source"
        source.mkdir()
        for part, content in archive.graphs.items():
            (source / f"{part}.onnx").write_bytes(content)
        with open(source / "config.ini", "w") as file:
            archive.config.write(file)
        for name, text in replaced.items():
            (source / name.replace("_ini", ".ini")).write_text(text)
        return source

    def assert_nothing_written(self):
        self.assertEqual(list(self.output.parent.glob("*")) if self.output.parent.exists() else [],
                         [])

    def test_the_bundled_file_is_made_again_to_the_bit(self):
        for _ in range(2):
            self.assertEqual(self.run_export()[0], 0)
            bundled = ROOT / "Weights" / "DeepFilterNet3.safetensors"
            self.assertTrue(self.output.read_bytes() == bundled.read_bytes())
        self.assertEqual([path.name for path in self.output.parent.iterdir()], [self.output.name])

    def test_float32_keeps_every_bit(self):
        self.run_export("--dtype", "float32", "--model", "low-latency")
        found, metadata = weight_file.deserialize(self.output.read_bytes())
        expected = tensors_of(MODELS["low-latency"].graphs)
        self.assertEqual(sorted(found), sorted(expected))
        for name, array in expected.items():
            np.testing.assert_array_equal(found[name], array, name)
        self.assertEqual(metadata["conv_lookahead"], "0")
        self.assertEqual(metadata["source_sha256"], archives.SHA256["low-latency"])

    def test_a_folder_gives_the_same_tensors(self):
        status, said = self.run_export("--archive", self.write_folder())
        self.assertEqual(status, 0, said)
        self.assertIn("not an official archive", said)
        found, metadata = weight_file.deserialize(self.output.read_bytes())
        bundled = (ROOT / "Weights" / "DeepFilterNet3.safetensors").read_bytes()
        for name, array in weight_file.deserialize(bundled)[0].items():
            np.testing.assert_array_equal(found[name], array, name)
        self.assertEqual(metadata["source_sha256_of"], "enc.onnx + erb_dec.onnx + df_dec.onnx")

    def test_an_archive_with_other_folders_is_taken_and_said(self):
        path = self.folder / "mine.tar.gz"
        with tarfile.open(path, "w:gz", compresslevel=1) as tar:
            tar.add(self.write_folder(), arcname="some/other/place")
        status, said = self.run_export("--archive", path)
        self.assertEqual(status, 0, said)
        self.assertIn("mine.tar.gz: not an official archive", said)

    def test_damaged_archives_end_in_one_line(self):
        whole = archives.fetch("standard").read_bytes()
        cases = {
            "empty": b"",
            "text": b"this is no archive\n" * 50,
            "cut": whole[: len(whole) // 2],
            "cut at its end": whole[:-20],
            "flipped": whole[:4_000_000] + bytes([whole[4_000_000] ^ 0x55]) + whole[4_000_001:],
        }
        for name, content in cases.items():
            with self.subTest(name):
                path = self.folder / "damaged.tar.gz"
                path.write_bytes(content)
                self.assert_one_line("--archive", path)

    def test_missing_files_end_in_one_line(self):
        self.assert_one_line("--archive", self.folder / "nowhere.tar.gz")
        source = self.write_folder()
        (source / "df_dec.onnx").unlink()
        self.assert_one_line("--archive", source)
        path = self.folder / "incomplete.tar.gz"
        with tarfile.open(path, "w:gz", compresslevel=1) as tar:
            tar.add(source, arcname="x")
        self.assert_one_line("--archive", path)

    def test_an_output_that_cannot_be_written_ends_in_one_line(self):
        self.output.mkdir(parents=True)
        (self.output / "kept").write_text("")
        status, said = self.run_export()
        self.assertEqual(status, 1)
        self.assertEqual([path.name for path in self.output.parent.iterdir()], [self.output.name])
        self.assertTrue(said.splitlines()[-1].startswith("export_weights: "), said)

    def test_a_refused_graph_leaves_the_old_file(self):
        self.output.parent.mkdir()
        self.output.write_text("old")
        graphs = changed("enc", lambda graph: add_weight(graph, "extra", np.ones(3)))
        source = self.write_folder(dataclasses.replace(STANDARD, graphs=graphs))
        self.assertEqual(self.run_export("--archive", source)[0], 1)
        self.assertEqual(self.output.read_text(), "old")
        self.assertEqual([path.name for path in self.output.parent.iterdir()], [self.output.name])

    def test_configuration_without_keys_takes_the_defaults(self):
        source = self.write_folder(config_ini="[df]\nsr = 48000\n[deepfilternet]\n")
        self.assertEqual(self.run_export("--archive", source)[0], 0)
        metadata = weight_file.deserialize(self.output.read_bytes())[1]
        expected = {"sample_rate": "48000", "fft_size": "960", "hop_size": "480", "norm_tau": "1",
                    "conv_lookahead": "0", "df_lookahead": "0", "lsnr_min": "-15"}
        self.assertEqual(expected, {name: metadata[name] for name in expected})

    def test_bad_configurations_end_in_one_line(self):
        source = self.write_folder()
        for text in ("sr = 48000", "[df]\nsr = fast", "[train]\nmodel = deepfilternet2",
                     "[df]\nnorm_alpha = 0.98", "[df]\nsr = inf", "[df]\nhop_size = 0",
                     "[df]\ndf_lookahead = -1", "[df]\nnorm_tau = nan"):
            with self.subTest(text):
                (source / "config.ini").write_text(text)
                self.assert_one_line("--archive", source)

    def assert_one_line(self, *arguments):
        status, said = self.run_export(*arguments)
        self.assertEqual(status, 1)
        errors = [line for line in said.splitlines() if line.startswith("export_weights: ")]
        self.assertEqual(len(errors), 1, said)
        self.assertEqual(said.splitlines()[-1], errors[0], said)
        self.assert_nothing_written()


class Writing(unittest.TestCase):
    def test_int16_is_within_half_a_step(self):
        tensors = tensors_of(STANDARD.graphs)
        stored = weight_file.quantize(tensors)
        again = weight_file.dequantize(stored)
        self.assertEqual(sorted(again), sorted(tensors))
        for name, array in tensors.items():
            if stored[name].dtype == np.int16:
                self.assertLessEqual(np.abs(stored[name]).max(), 32767)
                step = stored[f"{name}.scale"].reshape(*array.shape[:-1], 1)
                self.assertLessEqual(np.abs((again[name] - array) / step).max(), 0.51, name)
            else:
                np.testing.assert_array_equal(again[name], array, name)

    def test_odd_rows(self):
        rows = np.zeros((3, 16), np.float32)
        rows[1, 0] = 1e-42  # its scale is below the smallest number
        rows[2, :4] = 32767, 0.5, 1.5, -2.5
        stored = weight_file.quantize({"x": rows})
        np.testing.assert_array_equal(stored["x.scale"], np.array([1, 1, 1], np.float32))
        self.assertEqual(stored["x"][2, :4].tolist(), [32767, 0, 2, -2])
        self.assertFalse(stored["x"][:2].any())

    def test_the_layout_has_no_holes_and_float32_first(self):
        tensors = {"b": np.zeros((2, 20), np.int16), "c": np.ones(3, np.float32),
                   "a": np.ones((2, 2), np.float32)}
        content = weight_file.serialize(tensors, {"key": "value"})
        length = int.from_bytes(content[:8], "little")
        self.assertEqual(length % 8, 0)
        header = json.loads(content[8 : 8 + length])
        self.assertEqual(header.pop("__metadata__"), {"key": "value"})
        self.assertEqual([(name, entry["dtype"], entry["data_offsets"])
                          for name, entry in header.items()],
                         [("a", "F32", [0, 16]), ("c", "F32", [16, 28]), ("b", "I16", [28, 108])])
        self.assertEqual(len(content), 8 + length + 108)

    def test_the_graph_holds_against_the_configuration(self):
        config = configparser.ConfigParser()
        config.read_string("[df]\nnb_df = 64\n")
        said = io.StringIO()
        with contextlib.redirect_stderr(said):
            values = configuration.read(config, {"df_bins": 96})
        self.assertEqual(values["df_bins"], 96)
        self.assertEqual(said.getvalue(), "nb_df: config.ini says 64, the graph 96\n")


if __name__ == "__main__":
    unittest.main()
