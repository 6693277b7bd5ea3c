"""DeepFilterNet3, from sound to sound: the reference that the engine is held against.

Spectra, features, deep filter and synthesis in NumPy; the three graphs by ONNX Runtime, on one
thread, over the whole sequence. Arrays have the frames first and the channels last.
"""

import dataclasses

import numpy as np
import onnxruntime

import configuration
from archives import GRAPHS, Archive

# Under the running level of a bin, so that minutes of digital silence never lead to 0/0.
LEVEL_FLOOR = np.float32(1e-15)


@dataclasses.dataclass(frozen=True)
class Options:
    attenuation_limit_db: float | None = None
    post_filter_beta: float | None = None


class DeepFilterNet3:
    """One model; holds no state of a sound."""

    def __init__(self, archive: Archive):
        values = configuration.read(archive.config, {})
        self.sample_rate = values["sample_rate"]
        self.fft_size, self.hop_size = values["fft_size"], values["hop_size"]
        self.df_bins, self.df_order = values["df_bins"], values["df_order"]
        self.lookahead = max(values["conv_lookahead"], values["df_lookahead"])
        self.delay = self.fft_size - self.hop_size + self.lookahead * self.hop_size
        self.alpha = np.float32(decay(self.hop_size / (self.sample_rate * values["norm_tau"])))
        self.window = vorbis_window(self.fft_size)
        self.erb_widths = erb_widths(
            self.sample_rate, self.fft_size, values["erb_bands"], values["min_bins_per_band"]
        )
        session = onnxruntime.SessionOptions()
        session.intra_op_num_threads = session.inter_op_num_threads = 1
        # A whole sound at once takes hundreds of MB a layer; they are given back after each run.
        session.enable_cpu_mem_arena = session.enable_mem_pattern = False
        self.graphs = {
            part: onnxruntime.InferenceSession(
                archive.graphs[part], session, providers=["CPUExecutionProvider"]
            )
            for part in GRAPHS
        }

    def enhance(self, sound: np.ndarray, options: Options = Options()) -> np.ndarray:
        """Float32 [samples] in; as many samples out, aligned with them."""
        return self.output(self.stages(sound), len(sound), options)

    def stages(self, sound: np.ndarray) -> dict[str, np.ndarray]:
        """Everything inside, up to the spectrum without options; frames enough for `output`."""
        tail = self.delay + -len(sound) % self.hop_size
        spec = self.analysis(np.concatenate([sound, np.zeros(tail, np.float32)]))
        feat_erb, feat_spec = self.features(spec)
        stages = {"spec": spec, "feat_erb": feat_erb, "feat_spec": feat_spec}
        stages |= self.network(feat_erb, feat_spec)
        stages["spec_enhanced"] = self.filtered(spec, stages["mask"], stages["coefs"])
        return stages

    def output(
        self, stages: dict[str, np.ndarray], count: int, options: Options = Options()
    ) -> np.ndarray:
        """The sound of `stages`, `count` samples, with the options applied to its spectra."""
        noisy = np.zeros_like(stages["spec"])
        noisy[self.lookahead :] = stages["spec"][: len(noisy) - self.lookahead]
        clean = stages["spec_enhanced"]
        if options.post_filter_beta is not None:
            clean = post_filtered(noisy, clean, options.post_filter_beta)
        if options.attenuation_limit_db is not None:
            kept = 10 ** (-options.attenuation_limit_db / 20)
            clean = kept * noisy + (1 - kept) * clean
        return self.synthesis(clean)[self.delay : self.delay + count].astype(np.float32)

    def analysis(self, sound: np.ndarray) -> np.ndarray:
        """[hops · hop] -> complex64 [frames, bins]; frame t sees the hops t − 1 and t."""
        before = np.zeros(self.fft_size - self.hop_size, np.float32)
        cuts = np.lib.stride_tricks.sliding_window_view(
            np.concatenate([before, sound]), self.fft_size
        )[:: self.hop_size]
        scale = 2 * self.hop_size / self.fft_size**2
        return (np.fft.rfft(cuts * self.window.astype(np.float64)) * scale).astype(np.complex64)

    def features(self, spec: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """feat_erb float32 [frames, bands], feat_spec complex64 [frames, df bins]."""
        starts = np.concatenate([[0], np.cumsum(self.erb_widths)[:-1]])
        power = spec.real.astype(np.float64) ** 2 + spec.imag.astype(np.float64) ** 2
        energy = np.add.reduceat(power, starts, axis=1) / self.erb_widths
        level_db = (10 * np.log10(energy + 1e-10)).astype(np.float32)
        magnitude = np.abs(spec[:, : self.df_bins])
        mean = np.linspace(-60, -90, len(self.erb_widths)).astype(np.float32)
        level = np.linspace(1e-3, 1e-4, self.df_bins).astype(np.float32)
        feat_erb, levels = np.empty_like(level_db), np.empty_like(magnitude)
        for t in range(len(spec)):
            mean = level_db[t] * (1 - self.alpha) + mean * self.alpha
            level = magnitude[t] * (1 - self.alpha) + level * self.alpha
            level = np.maximum(level, LEVEL_FLOOR)
            feat_erb[t], levels[t] = (level_db[t] - mean) / 40, level
        return feat_erb, spec[:, : self.df_bins] / np.sqrt(levels)

    def network(self, feat_erb: np.ndarray, feat_spec: np.ndarray) -> dict[str, np.ndarray]:
        """e0 … e3, c0 [frames, frequencies, channels], emb, lsnr, mask and coefs of each frame."""
        planes = np.stack([feat_spec.real, feat_spec.imag])[None].astype(np.float32)
        names = ["e0", "e1", "e2", "e3", "emb", "c0", "lsnr"]
        inputs = {"feat_erb": feat_erb[None, None], "feat_spec": planes}
        inside = dict(zip(names, self.graphs["enc"].run(names, inputs)))
        inputs = {name: inside[name] for name in ("emb", "e3", "e2", "e1", "e0")}
        mask = self.graphs["erb_dec"].run(["m"], inputs)[0]
        inputs = {name: inside[name] for name in ("emb", "c0")}
        coefs = self.graphs["df_dec"].run(["coefs"], inputs)[0]
        planar = ("e0", "e1", "e2", "e3", "c0")
        stages = {name: inside[name][0].transpose(1, 2, 0) for name in planar}
        stages |= {"emb": inside["emb"][0], "lsnr": inside["lsnr"][0, :, 0], "mask": mask[0, 0]}
        stages["coefs"] = coefs[0].reshape(-1, self.df_bins, self.df_order, 2)
        return stages

    def filtered(self, spec: np.ndarray, mask: np.ndarray, coefs: np.ndarray) -> np.ndarray:
        """complex64 [frames, bins]: row t is the enhanced frame t − lookahead, zero before it."""
        late = self.lookahead
        result = np.zeros_like(spec)
        gains = np.repeat(mask[late:], self.erb_widths, axis=1)
        result[late:] = spec[: len(spec) - late] * gains
        taps = coefs[..., 0].astype(np.complex128) + 1j * coefs[..., 1]
        before = np.zeros((self.df_order - 1, self.df_bins), np.complex64)
        padded = np.concatenate([before, spec[:, : self.df_bins]])
        low = sum(padded[j : j + len(spec)] * taps[:, :, j] for j in range(self.df_order))
        result[late:, : self.df_bins] = low[late:]
        return result

    def synthesis(self, spec: np.ndarray) -> np.ndarray:
        """[frames, bins] -> float64 [frames · hop]: inverse, windowed, overlap-added."""
        spec = spec.astype(np.complex128)
        spec[:, [0, -1]] = spec[:, [0, -1]].real
        cuts = np.fft.irfft(spec, self.fft_size) * self.fft_size * self.window
        first, second = cuts[:, : self.hop_size], cuts[:, self.hop_size :]
        first[1:] += second[:-1]
        return first.reshape(-1)


def vorbis_window(count: int) -> np.ndarray:
    inner = np.sin(np.pi * (np.arange(count) + 0.5) / count)
    return np.sin(np.pi / 2 * inner**2).astype(np.float32)


def decay(ratio: float) -> float:
    """e^(−ratio), rounded to the fewest decimals, at least three, that leave it below 1."""
    decimals, value = 3, 1.0
    while value >= 1:
        value = round(float(np.exp(-ratio)), decimals)
        decimals += 1
    return value


def erb_widths(rate: int, fft_size: int, bands: int, min_bins: int) -> np.ndarray:
    """Bins in each of the bands, which are equally wide in ERB but at least `min_bins`."""
    quality = 9.265
    bandwidth = 24.7 * quality
    edges_erb = quality * np.log1p(rate / 2 / bandwidth) * np.arange(1, bands + 1) / bands
    edges_hz = bandwidth * np.expm1(edges_erb / quality)
    edges = np.floor(edges_hz / (rate / fft_size) + 0.5).astype(int)
    widths, previous, owed = [], 0, 0
    for edge in edges:
        width = edge - previous - owed  # what an earlier band took too much is taken from this one
        owed = max(min_bins - width, 0)
        widths.append(max(width, min_bins))
        previous = edge
    widths[-1] += fft_size // 2 + 1 - sum(widths)
    return np.array(widths)


def post_filtered(noisy: np.ndarray, clean: np.ndarray, beta: float) -> np.ndarray:
    """Attenuates further what is already faint: Y · (1+β) / (1 + β·(g/s)²), s = g·sin(πg/2)."""
    gain = np.abs(clean).astype(np.float64) / (np.abs(noisy).astype(np.float64) + 1e-12)
    gain = np.clip(gain, 1e-12, 1)
    ratio = 1 / np.sin(np.pi / 2 * gain)  # g / s
    return clean * ((1 + beta) / (1 + beta * ratio**2))


def fidelity_db(sound: np.ndarray, output: np.ndarray, reference: np.ndarray) -> float:
    """10·log10(max(mean input power, 1e−6) / mean error power)."""
    power = max(np.mean(sound.astype(np.float64) ** 2), 1e-6)
    error = np.mean((output.astype(np.float64) - reference.astype(np.float64)) ** 2)
    return float("inf") if error == 0 else 10 * np.log10(power / error)
