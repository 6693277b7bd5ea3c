// The bundled weights of DeepFilterNet3. A target of C, because one of Swift that has resources gets
// an accessor for them, never used here, that links all of Foundation: 64 MB on Linux.
#pragma once

// The weight file's name, wherever it lies.
#define DeepFilterNetWeightsFileName "DeepFilterNet3.safetensors"

// The folder that the package manager makes of this target's resources, without its extension
// (`.resources` on Linux, `.bundle` on Apple systems).
#define DeepFilterNetWeightsBundleName "VoiceIsolation_DeepFilterNetWeights"
