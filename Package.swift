// swift-tools-version: 6.2
import PackageDescription

/// One set for every Swift target. Warnings become errors in `Scripts/test`, not here: a warning
/// that a later compiler adds must not break a user's build.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
]

let package = Package(
  name: "VoiceIsolation",
  platforms: [.iOS(.v16), .macOS(.v13)],
  products: [
    .library(name: "VoiceIsolation", targets: ["VoiceIsolation"]),
    .library(name: "VoiceIsolationCore", targets: ["VoiceIsolationCore"]),
    .library(name: "DeepFilterNet", targets: ["DeepFilterNet"]),
    .executable(name: "voice-isolate", targets: ["voice-isolate"]),
  ],
  traits: [
    .trait(
      name: "BLAS",
      description: """
        Matrix products of files by the system's BLAS (OpenBLAS, Accelerate), with float32 weights.
        """)
  ],
  targets: [
    // MARK: - Public
    .target(
      name: "VoiceIsolation",
      dependencies: ["DeepFilterNet", "VoiceIsolationCore"],
      swiftSettings: settings),
    // What does without Foundation, which is 60 MB where the system has none.
    .target(
      name: "VoiceIsolationCore",
      dependencies: [
        "DeepFilterNet",
        "DeepFilterNetWeights",
        .target(name: "CVoiceIsolationSndfile", condition: .when(platforms: [.linux])),
      ],
      swiftSettings: settings),
    .target(
      name: "DeepFilterNet",
      dependencies: [
        "CDeepFilterNetKernels",
        .target(
          name: "CVoiceIsolationBLAS", condition: .when(platforms: [.linux], traits: ["BLAS"])),
      ],
      swiftSettings: settings,
      linkerSettings: [
        .linkedLibrary("m", .when(platforms: [.linux])),
        .linkedFramework("Accelerate", .when(platforms: [.iOS, .macOS], traits: ["BLAS"])),
      ]),
    .target(
      name: "DeepFilterNetWeights",
      path: "Weights",
      exclude: ["LICENSE-APACHE", "LICENSE-MIT", "README.md"],
      sources: ["DeepFilterNetWeights.c"],
      resources: [.copy("DeepFilterNet3.safetensors")]),

    // MARK: - The command
    .target(
      name: "VoiceIsolationCommand",
      dependencies: ["VoiceIsolationCore"],
      swiftSettings: settings),
    .executableTarget(
      name: "voice-isolate",
      dependencies: ["VoiceIsolationCommand"],
      swiftSettings: settings),

    // MARK: - C
    .target(name: "CDeepFilterNetKernels"),
    .systemLibrary(
      name: "CVoiceIsolationBLAS",
      pkgConfig: "openblas",
      providers: [.apt(["libopenblas-dev"])]),
    .systemLibrary(
      name: "CVoiceIsolationSndfile",
      pkgConfig: "sndfile",
      providers: [.apt(["libsndfile1-dev"])]),

    // MARK: - Tests
    .testTarget(
      name: "DeepFilterNetTests",
      dependencies: ["DeepFilterNet", "CRealTimeProbe"],
      exclude: ["Reference"],
      swiftSettings: settings,
      // So that calls from within other libraries are counted too. Unsafe flags are for tests alone.
      linkerSettings: [
        .unsafeFlags(
          [
            "malloc", "calloc", "realloc", "aligned_alloc", "posix_memalign", "free",
            "pthread_mutex_lock",
          ].flatMap { ["-Xlinker", "--export-dynamic-symbol=\($0)"] },
          .when(platforms: [.linux]))
      ]),
    .target(name: "CRealTimeProbe", path: "Tests/CRealTimeProbe"),
    .testTarget(
      name: "VoiceIsolationCoreTests",
      dependencies: ["VoiceIsolationCore", "VoiceIsolationTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "VoiceIsolationTests",
      dependencies: ["VoiceIsolation", "VoiceIsolationTestSupport"],
      swiftSettings: settings),
    .target(
      name: "VoiceIsolationTestSupport",
      dependencies: [
        "DeepFilterNet", "VoiceIsolationCore",
        .target(name: "CVoiceIsolationSndfile", condition: .when(platforms: [.linux])),
      ],
      path: "Tests/VoiceIsolationTestSupport",
      swiftSettings: settings),
    .testTarget(
      name: "VoiceIsolationCommandTests",
      dependencies: ["VoiceIsolationCommand", "VoiceIsolationTestSupport"],
      swiftSettings: settings),

    // MARK: - Benchmarks and comparison
    .executableTarget(
      name: "isolation-benchmark",
      dependencies: ["DeepFilterNet", "CMachineLimits"],
      path: "Benchmarks/IsolationBenchmark",
      swiftSettings: settings),
    .target(name: "CMachineLimits", path: "Benchmarks/CMachineLimits"),
    .executableTarget(
      name: "stage-trace",
      dependencies: ["DeepFilterNet"],
      path: "Benchmarks/StageTrace",
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
