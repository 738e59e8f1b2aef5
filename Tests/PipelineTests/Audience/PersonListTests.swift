import Digests
import Exports
import Foundation
import Languages
import Notifications
import Profiles
import Rendering
import Testing

@testable import Pipeline

struct PersonListTests {
  private func profile(_ name: String) throws -> Profile {
    let yaml = """
      name: \(name)
      match:
        - must: [\(name)_kind]
          minimum: 1
      fields: {id: id, recipient: to, type: \(name)_kind, time: at}
      types: {a: A, b: B}
      """
    return try Profile(yaml: yaml, file: name)
  }

  /// Lines of these recipients; nobody's where a name is empty.
  private func lines(_ profile: String, _ recipients: [String]) -> String {
    recipients.enumerated().map { number, recipient in
      let whose = recipient.isEmpty ? "" : #""to":"\#(recipient)","#
      return #"{"id":"\#(number)",\#(whose)"\#(profile)_kind":"a","at":"2026-02-08T08:00:00Z"}"#
    }.joined(separator: "\n")
  }

  private func reading(_ exports: [String: [String]]) async throws -> Reading {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "tidings-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let names = exports.keys.sorted()
    for (name, recipients) in exports {
      try Data(lines(name, recipients).utf8).write(to: folder.appending(path: name))
    }
    let profiles = ProfileSet(try names.map(profile))
    let catalogues = try Catalogues()
    return try await Reading(
      names.map { .file(folder.appending(path: $0).path) },
      options: ReadingOptions(
        profiles: profiles, temporaryFolder: NSTemporaryDirectory(), memoryBudget: 1 << 30),
      vocabulary: Vocabulary(profiles: profiles, catalogues: catalogues),
      place: Place(
        now: Instant(seconds: 1_770_563_100), zone: .utc, words: catalogues.localization(for: "en")),
      selection: Selection(), isSummary: false)
  }

  /// Everybody in words, made from the index at once.
  private func oracle(_ reading: Reading) -> [String] {
    (0..<reading.index.recipientCount).flatMap { place in
      let (id, profiles) = (reading.index.recipient(at: place), reading.index.profiles(of: place))
      let size = reading.index.count(of: place)
      if id == reading.owner { return ["\(id)||\(size)|all"] }
      if profiles.count == 1 { return ["\(id)|\(profiles[0])|\(size)|all"] }
      return profiles.map { "\(id)|\($0)|\(size)|\($0)" }
    }
  }

  private func words(_ persons: PersonList) -> [String] {
    zip(persons, persons.indices).map { person, position in
      let parts = person.parts.map { $0.profiles.map { $0.map(\.text).joined() } ?? "all" }
      return [
        person.recipient.id.text, person.profile.text, "\(persons.notifications(at: position))",
        parts.joined(separator: ","),
      ].joined(separator: "|")
    }
  }

  @Test(arguments: [
    ["p": ["b", "a", "b", "c"]], ["p": ["b", "a", ""]],
    ["p": ["b", "a", "", "c"], "q": ["c", "d", "c", "", "a"]],
  ])
  func `Persons are recipients of systems, or the owner`(exports: [String: [String]]) async throws {
    let reading = try await reading(exports)
    #expect(words(PersonList(reading)) == oracle(reading))
  }

  @Test func `The persons of a run are followed by those who are gone`() async throws {
    let reading = try await reading(["p": ["a", "b"]])
    var person = Persons.nobody(RecipientID("x"), in: reading)
    person.isGone = true
    let all = PersonList(reading).followed(by: [person])
    #expect(all.map(\.recipient.id.text) == ["a", "b", "x"])
    #expect(all.indices.map { all.isGone(at: $0) } == [false, false, true])
    #expect(all.notifications(at: 2) == 0)
    #expect(all.ofEveryLanguage.map(\.recipient.id.text) == ["a", "x"])
  }
}
