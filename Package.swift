// swift-tools-version: 6.2
import PackageDescription

/// Every target of ours: Swift 6 language mode, warnings are errors.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

func target(
  _ name: String, _ dependencies: [Target.Dependency] = [], settings: [SwiftSetting] = []
) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict + settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: [.init(stringLiteral: name)] + dependencies,
    swiftSettings: strict)
}

/// What `tidings --version` adds to the version: the scripts of Sources/Distribution say it.
let commit: [CSetting] =
  Context.environment["TIDINGS_COMMIT"].map { [.define("TIDINGS_COMMIT", to: "\"\($0)\"")] } ?? []

/// Small rather than fast, in the binary that is handed out: code that runs once.
let small: [SwiftSetting] =
  Context.environment["TIDINGS_FIRST_OBJECT"].map { _ in [.unsafeFlags(["-Osize"])] } ?? []

/// An object that is linked before all libraries, and so instead of the same symbol in one of them.
let firstObject: [LinkerSetting] =
  Context.environment["TIDINGS_FIRST_OBJECT"].map { [.unsafeFlags([$0])] } ?? []

let package = Package(
  name: "tidings",
  products: [
    .executable(name: "tidings", targets: ["tidings"]),
    .library(name: "TidingsKit", targets: ["TidingsKit"]),
  ],
  targets: [
    .executableTarget(
      name: "tidings",
      dependencies: [
        "Pipeline", "CompiledMustache", "CProcess", "Delivery", "Digests", "Exports", "Languages",
        "MailMessages", "Marks", "Notifications", "Profiles", "Recipients", "Rendering", "ByteText",
        "YAML",
      ],
      swiftSettings: strict + small),
    // What Foundation says of locales and zones: it writes the tables of CLanguages.
    .executableTarget(
      name: "LocaleWords", path: "Tests/TestSupport/LocaleWords", exclude: ["write"],
      swiftSettings: strict),
    target(
      "TidingsKit",
      [
        "Pipeline", "CompiledMustache", "Delivery", "Digests", "Exports", "Languages",
        "MailMessages", "Marks", "Notifications", "Profiles", "Recipients", "Rendering",
        "ByteText", "YAML",
      ]),
    target(
      "Pipeline",
      [
        "CompiledMustache", "Delivery", "Digests", "Exports", "Languages", "MailMessages", "Marks",
        "Notifications", "Profiles", "Recipients", "Rendering", "ByteText", "SQLite", "YAML",
      ]),
    target(
      "Marks",
      ["Recipients", "Exports", "Profiles", "Languages", "Notifications", "ByteText"],
      settings: small),
    target(
      "Recipients",
      [
        "Exports", "Profiles", "Languages", "Notifications", "ByteText", "CSimdJSON", "SQLite",
      ]),
    target(
      "Exports",
      [
        "Notifications", "Languages", "Profiles", "CByteWord", "CSimdJSON", "CSQLite", "CZlib",
        "ByteText", "SQLite", "YAML",
      ]),
    .target(
      name: "Profiles",
      dependencies: ["CProfiles", "Languages", "YAML", "Notifications", "ByteText"],
      exclude: ["Bundled"], swiftSettings: strict + small),
    target("Digests", ["Notifications", "ByteText"]),
    target(
      "Rendering",
      [
        "Digests", "Languages", "SafeMarkdown", "CompiledMustache", "MailMessages", "Templates",
        "Notifications", "ByteText", "CByteWord",
      ]),
    target("Delivery", ["ByteText", "CSQLite", "SQLite"]),
    target("SQLite", ["CSQLite"]),
    target("Notifications", ["ByteText"]),
    .target(
      name: "Languages", dependencies: ["CLanguages", "Notifications", "ByteText", "YAML"],
      swiftSettings: strict, linkerSettings: firstObject),
    target("YAML", ["ByteText", "CYAML"], settings: small),
    target("SafeMarkdown", ["CCMark", "ByteText"]),
    target("CompiledMustache", ["ByteText"]),
    target("MailMessages", ["ByteText", "CByteWord"]),
    target("ByteText", ["CByteWord"]),
    .target(name: "CProfiles"),
    .target(name: "CLanguages", linkerSettings: [.linkedLibrary("z")]),
    .target(name: "Templates", path: "Templates"),
    .systemLibrary(
      name: "CCMark", pkgConfig: "libcmark", providers: [.apt(["libcmark-dev"])]),
    .systemLibrary(
      name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CByteWord"),
    .target(name: "CProcess", cSettings: commit),
    .target(name: "CSQLite", linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(name: "CSimdJSON", linkerSettings: [.linkedLibrary("simdjson")]),
    .executableTarget(
      name: "InboxHandler", dependencies: ["TidingsKit"], path: "Tests/TestSupport/InboxHandler",
      swiftSettings: strict),
    tests("TidingsKit"),
    tests("ByteText", ["TestData"]),
    tests("Notifications", ["InputSupport"]),
    tests("Languages", ["ByteText", "Notifications", "TestData", "YAML"]),
    tests("Digests", ["Notifications", "TestData"]),
    tests("CompiledMustache", ["ByteText", "TestData"]),
    .target(
      name: "TestData", path: "Tests/TestSupport/TestData", swiftSettings: strict),
    // What no document may hold, for the tests and the fuzz targets.
    .target(
      name: "SinkJudge",
      dependencies: [
        "ByteText", "CCMark", "SafeMarkdown", "CompiledMustache", "MailMessages", "Digests",
        "Languages", "Notifications", "Rendering",
      ], path: "Tests/TestSupport/SinkJudge", swiftSettings: strict),
    tests("SafeMarkdown", ["CCMark", "Languages", "TestData", "SinkJudge", "Notifications"]),
    tests("MailMessages", ["ByteText", "TestData"]),
    .target(
      name: "InputSupport",
      dependencies: ["ByteText", "Exports", "Notifications", "Profiles", "SQLite"],
      path: "Tests/TestSupport/InputSupport", swiftSettings: strict),
    tests("Profiles", ["ByteText", "Languages", "Notifications", "YAML"]),
    tests(
      "Exports",
      [
        "ByteText", "CSimdJSON", "CZlib", "InputSupport", "Languages", "Notifications", "Profiles",
        "TestData",
      ]),
    tests(
      "Recipients",
      ["ByteText", "Exports", "Languages", "Notifications", "Profiles", "InputSupport"]),
    tests(
      "Marks",
      ["ByteText", "Exports", "Languages", "Notifications", "Profiles", "InputSupport"]),
    tests("Delivery", ["ByteText"]),
    tests(
      "Rendering",
      [
        "ByteText", "CompiledMustache", "Digests", "Languages", "MailMessages",
        "Notifications", "SafeMarkdown", "SinkJudge", "TestData",
      ]),
    tests(
      "Pipeline",
      [
        "ByteText", "Delivery", "Digests", "Exports", "Languages", "MailMessages",
        "Notifications", "Profiles", "Rendering", "YAML",
      ]),
  ],
  cLanguageStandard: .c2x,
  cxxLanguageStandard: .cxx17
)

// These have no `main` of their own but libFuzzer's: `Tests/run fuzz` alone asks for them.
if Context.environment["TIDINGS_FUZZ"] != nil {
  package.targets += [
    .executableTarget(
      name: "ReaderFuzz", dependencies: ["Exports", "Profiles"], path: "Tests/Fuzzing/Reader",
      swiftSettings: strict),
    .executableTarget(
      name: "SinksFuzz", dependencies: ["SinkJudge"], path: "Tests/Fuzzing/Sinks",
      swiftSettings: strict),
  ]
}
