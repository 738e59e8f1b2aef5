import ByteText
import Delivery
import Exports
import Foundation
import Languages
import MailMessages
import Notifications
import Rendering
import Testing
import YAML

@testable import Pipeline

struct ConfigurationDocumentTests {
  @Test func `It is accepted with every example in use, which leaves no key out`() throws {
    let yaml = ConfigurationDocument.fullYAML
    let file = try Plan(yaml: yaml, file: "tidings.yaml")
    #expect(file.inbox != nil && file.digest != nil && file.unsubscribe != nil)
    #expect(file.manage.count == 1)
    #expect(file.streams.first?.options.limits.maxAge == Int64(129_600))
    let used = Set(
      yaml.split(separator: "\n").compactMap { line -> String? in
        let words = line.split(separator: " ", maxSplits: 1)
        return words.first.flatMap { $0.hasSuffix(":") ? String($0.dropLast()) : nil }
      })
    let known = Settings.keys.flatMap { [$0.name] + $0.members.map(\.name) }
    let alternative = ConfigurationDocument.alternative
    #expect(used.union([alternative]) == Set(known + [Settings.streamName]))
    // The two together contradict each other.
    let both = yaml.replacing("hours:", with: "\(alternative): 7\n    hours:")
    #expect(throws: Fault.self) { try Plan(yaml: both, file: "tidings.yaml") }
  }

  @Test(arguments: Settings.keys.filter { $0.need == .optional }.map(\.name))
  func `Each example is accepted when it alone is put in use`(name: String) throws {
    var lines = ConfigurationDocument.yaml().components(separatedBy: "\n")
    let start = try #require(lines.firstIndex { $0.hasPrefix("#\(name):") })
    var line = start
    while line < lines.count, lines[line].hasPrefix("#") {
      lines[line].removeFirst()
      line += 1
    }
    let file = try Plan(yaml: lines.joined(separator: "\n"), file: "tidings.yaml")
    let plain = try Plan(yaml: ConfigurationDocument.yaml(), file: "tidings.yaml")
    #expect(lines[start].hasPrefix(name) && file.inputs.exports == plain.inputs.exports)
  }

  @Test(arguments: Self.values)
  func `A mapping is a fault of every key but a section's`(path: [String]) {
    let lines = path.enumerated().map { depth, name in
      String(repeating: "  ", count: depth) + name + (depth == path.count - 1 ? ": {a: b}" : ":")
    }
    let error = #expect(throws: Fault.self) {
      try Plan(yaml: lines.joined(separator: "\n"), file: "tidings.yaml")
    }
    let key = path.joined(separator: ".")
    #expect(
      error.map { $0.earlier + [$0] }?.contains {
        $0.field == key || $0.field?.hasPrefix(key + ".") == true
      } == true)
  }

  @Test func `A default that the file repeats changes nothing`() throws {
    // Of the others, the default is in words, or is that of recipients who say nothing either.
    let literal = [
      "as", "theme", "limit", "send-empty", "sync", "max-ahead", "plain-names", "images", "index",
      "format", "days",
    ]
    for name in ["mail", "inbox", "feeds", "digest"] {
      let members = try #require(Settings.keys.first { $0.name == name }).members
      let needed = members.filter { $0.need == .required }.map { "\($0.name): \($0.example)" }
      let defaults = members.filter { name != "mail" || $0.name != "days" }
        .filter { literal.contains($0.name) }.map { "\($0.name): \($0.standard ?? "")" }
      let plans = try [needed, needed + defaults].map { lines in
        let section = "{\(lines.joined(separator: ", "))}"
        let yaml = "exports: a.json\n\(name): \(name == "mail" ? "{digest: \(section)}" : section)"
        return try Plan(yaml: yaml, file: "tidings.yaml")
      }
      #expect(!defaults.isEmpty)
      #expect(
        plans[0].streams.map(\.options) == plans[1].streams.map(\.options)
          && plans[0].inbox == plans[1].inbox)
      #expect(plans[0].feeds == plans[1].feeds && plans[0].digest == plans[1].digest)
    }
  }

  /// The paths of all keys that hold a value.
  private static let values: [[String]] = Settings.keys.flatMap { key in
    let outer = key.hasOwnNames ? [key.name, Settings.streamName] : [key.name]
    return key.members.isEmpty ? [outer] : key.members.map { outer + [$0.name] }
  }
}

extension ConfigurationDocument {
  /// The key that another one says instead.
  static let alternative = "hour"

  /// The same file with every example in use but the alternative's.
  static var fullYAML: String {
    yaml().split(separator: "\n", omittingEmptySubsequences: false).map(inUse)
      .filter { !$0.drop { $0 == " " }.hasPrefix("\(alternative):") }.joined(separator: "\n")
  }

  private static func inUse(_ line: Substring) -> String {
    let indent = line.prefix { $0 == " " }
    let rest = line.dropFirst(indent.utf8.count)
    let isExplanation = rest.hasPrefix("# ") && !rest.hasPrefix("#  ")
    return rest.hasPrefix("#") && !isExplanation ? String(indent + rest.dropFirst()) : String(line)
  }
}

struct ConfigurationReadingTests {
  @Test func `Every value has its type, and paths are relative to the file`() throws {
    let file = try Plan(
      yaml: """
        exports: [a.json, /var/b.jsonl, -]
        profile: rooms
        time-zone: Europe/Berlin
        recipients: people.json
        state: [marks.json, /var/marks.json]
        unsubscribe: {url: "https://a.example/u?{recipient}&{signature}", secret-from: SECRET}
        brand: {name: Rooms, accent: "#14d", address: 1 Main Street}
        images: false
        mail:
          digest: {from: d@example.org, outbox: out, reply-to: help@example.org}
          urgent:
            from: u@example.org
            outbox: ../urgent
            as: jsonl
            hour: 0
            types: offer
            priorities: [high, urgent, low]
            max-age: 36h
            max-messages: 5
            sync: false
        digest: {folder: d, format: text, days: 3}
        inbox: {folder: /srv/pages, index: true}
        """, file: "jobs/tidings.yaml")
    #expect(file.inputs.exports == [.file("jobs/a.json"), .file("/var/b.jsonl"), .standardInput])
    #expect(
      file.inputs.profile == ProfileName("rooms") && file.inputs.zone?.identifier == "Europe/Berlin"
    )
    #expect(file.inputs.recipients == ["jobs/people.json"] && !file.showsImages)
    #expect(file.inputs.states == ["jobs/marks.json", "/var/marks.json"])
    #expect(file.unsubscribe?.secretVariable == "SECRET")
    #expect(file.streams.map(\.name) == ["digest", "urgent"])
    #expect(file.streams.map(\.outbox) == ["jobs/out", "jobs/../urgent"])
    #expect(file.streams.first?.replyTo?.description == "help@example.org")
    let urgent = try #require(file.streams.last?.options)
    #expect(
      urgent.form == .jsonl && urgent.rhythm.times?.minutes == [0] && urgent.types == ["offer"])
    #expect(urgent.priorities == [.high, .low] && urgent.limits.maxAge == 36 * 3600)
    #expect(urgent.limits.maxMessages == 5 && !urgent.syncs)
    #expect(file.digest == DigestConfiguration(folder: "jobs/d", format: .text, days: 3))
    #expect(file.inbox?.folder == "/srv/pages" && file.inbox?.hasIndex == true)
  }

  @Test(arguments: ["", "- a", "a: [", "exports: a", "exports: []\ninbox: {folder: b}", "mail: {}"])
  func `A file that asks for nothing, names nothing, or is none, is an error`(yaml: String) {
    #expect(throws: Fault.self) { try Plan(yaml: yaml, file: "f") }
  }
}

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
