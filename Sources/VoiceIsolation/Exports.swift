// Whoever imports VoiceIsolation has the engine, and files without Foundation, with it.
@_exported public import DeepFilterNet
@_exported public import VoiceIsolationCore
