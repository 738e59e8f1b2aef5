import ByteText
import Delivery
import Languages
import Notifications
import Testing

@testable import Pipeline

struct PersonFileNamesTests {
  private static let catalogues = Result { try Catalogues(own: [:]) }

  private func person(_ profile: String, _ recipient: String) throws -> Person {
    Person(
      recipient: Recipient(id: RecipientID(recipient)), profile: ProfileName(profile), zone: .utc,
      words: try Self.catalogues.get().localization(for: "en"), parts: [])
  }

  private func names(_ owners: [(String, String)], key: SipHash.Key? = nil) throws -> [String] {
    let persons = try owners.map { try person($0.0, $0.1) }
    let names = PersonFileNames(persons, key: key)
    return persons.map { names[$0] }
  }

  @Test func `Pages have as many names as there are persons, and none that of the list`() throws {
    let owners = [
      ("rooms", "index"), ("rooms", "b"), ("lendair", "b"), ("rooms", "rooms-b"), ("rooms", "B"),
      ("rooms", "é"), ("rooms", "e\u{301}"), ("rooms", "../x"), ("rooms", ".hidden"),
    ]
    let found = try names(owners)
    #expect(Set(found).count == owners.count)
    #expect(!found.contains("index"))
    #expect(found.allSatisfy { !$0.hasPrefix(".") && !$0.contains("/") })
  }
}
