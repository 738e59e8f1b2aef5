import ByteText
import Testing
import YAML

@testable import Pipeline

/// What a new setting takes: one row. It is read from a file and from the command line, and explained.
struct NewSettingTests {
  private struct Limits: Sendable { var tries = 7 }

  private static let rows = [
    Setting<Limits>(
      "most-tries", .number(1...9), example: "3", meaning: "The most tries.", standard: "7"
    ) { $0.tries = $1 }
  ]

  /// What a file with the text makes of the limits.
  private func limits(_ yaml: String) throws -> Limits {
    var (limits, reader) = (Limits(), SettingsReader())
    reader.read(try YAMLFile.root(of: yaml, file: "f"), Self.rows, into: &limits)
    try reader.finish()
    return limits
  }

  /// What the options of a command line make of them.
  private func limits(given values: [String]) throws -> Limits {
    var (limits, reader) = (Limits(), SettingsReader())
    reader.read(["most-tries": values], Self.rows, into: &limits)
    try reader.finish()
    return limits
  }

  @Test func `One row reads a key and an option within the same bounds`() throws {
    #expect(try limits("{most-tries: 3}").tries == 3)
    #expect(try limits(given: ["3"]).tries == 3)
    let file = #expect(throws: Fault.self) { try limits("{most-tries: 10}") }
    #expect(file?.sentence == "f:1:14: most-tries: 10 is not a number from 1 to 9")
    let option = #expect(throws: Fault.self) { try limits(given: ["10"]) }
    #expect(option?.sentence == "--most-tries: 10 is not a number from 1 to 9")
    let unknown = #expect(throws: Fault.self) { try limits("{most-trys: 3}") }
    #expect(unknown?.advice == "did you mean most-tries? the choices are most-tries")
  }

  @Test func `One row says what the help, the manual and an example say`() {
    let key = Self.rows[0].key
    #expect(key.explanation == "The most tries. Values: 1 to 9. Default: 7.")
    #expect(key.dashedName == "--most-tries")
    #expect(key.valueName == "n")
    #expect(key.type.name == "number from 1 to 9")
  }
}
