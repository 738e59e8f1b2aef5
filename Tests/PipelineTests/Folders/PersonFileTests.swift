import ByteText
import Delivery
import Digests
import Languages
import Notifications
import Testing

@testable import Pipeline

func owner(_ profile: String, _ recipient: String) -> PersonID {
  PersonID(ProfileName(profile), RecipientID(recipient))
}

struct PersonFileListTests {
  private let written = WrittenFile(
    records: Hash128(low: 1, high: .max), content: Hash128(low: 7, high: 8),
    tally: Tally(total: 12, unread: 3))

  @Test func `The list of pages is read as it was written, whatever the ids hold`() throws {
    let list = try PersonFileList()
    let ids = ["u-1", "a\tb\nc", "%41", "é", "e\u{301}", "", "\u{7f}\u{0}", "\u{7f}"]
    for (number, id) in ids.enumerated() {
      #expect(try list.name("\(number)", of: owner("rooms", id)))
    }
    var unknown = written
    unknown.records = nil
    #expect(try list.keep(written, of: owner("rooms", "é")))
    #expect(try list.keep(unknown, of: owner("rooms", "u-1")))
    #expect(try list.name("9", of: owner("rooms", "%41")))
    let again = try #require(try PersonFileList(try list.bytes()))
    #expect(try again.bytes() == list.bytes())
    #expect(try again.owners().count == ids.count)
    for id in ids { #expect(try again[owner("rooms", id)] == list[owner("rooms", id)]) }
    #expect(try again[owner("rooms", "u-1")]?.written == unknown)
    #expect(try again.earlierStems(of: owner("rooms", "%41")) == ["2"])
    #expect(try again[owner("lendair", "u-1")] == nil)
  }

  @Test func `The list of pages has the same bytes however it came about`() throws {
    let lists = [try PersonFileList(), try PersonFileList()]
    for (list, ids) in zip(lists, [["a", "b", "c"], ["c", "a", "b"]]) {
      for id in ids { _ = try list.name(id, of: owner("rooms", id)) }
    }
    for stem in ["x", "b"] { _ = try lists[1].name(stem, of: owner("rooms", "b")) }
    try lists[1].forgetEarlier("x", of: owner("rooms", "b"))
    #expect(try lists[0].bytes() == lists[1].bytes())
  }

  @Test(arguments: ["../a", ".tidings-key", "a/b", "", "a b"])
  func `The list of pages is not taken where it would lead elsewhere`(stem: String) throws {
    let list = try PersonFileList()
    _ = try list.name(stem, of: owner("rooms", "u"))
    #expect(try PersonFileList(list.bytes()) == nil)
  }

  @Test func `The list of pages tells who is gone, and whose the owner's page is`() throws {
    let list = try PersonFileList()
    for person in [owner("rooms", "me"), owner("rooms", "u"), owner("gitlab", "u")] {
      _ = try list.name(person.profile.text + person.recipient.text, of: person)
    }
    #expect(
      try list.owners(besides: []) == [
        owner("gitlab", "u"), owner("rooms", "me"), owner("rooms", "u"),
      ])
    let (me, u) = (RecipientID("me"), RecipientID("u"))
    let (none, rooms) = (ProfileName(""), ProfileName("rooms"))
    #expect(try list.holder(of: me, home: none) == owner("rooms", "me"))
    #expect(try list.holder(of: u, home: none) == nil)
    #expect(try list.holder(of: u, home: rooms) == owner("rooms", "u"))
    _ = try list.keep(written, of: owner("rooms", "me"))
    try list.give(owner("rooms", "me"), to: owner("", "me"))
    #expect(try list.holder(of: me, home: rooms) == owner("", "me"))
    #expect(try list[owner("", "me")] == PersonFileList.Entry(stem: "roomsme", written: nil))
  }
}

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

struct FingerprintMarkTests {
  @Test(arguments: [
    (FingerprintMark.page, "<!doctype html>\n<html>"),
    (.atom, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed/>"),
    (.jsonFeed, "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"a\"}"),
  ])
  func `A document's fingerprint is found at its start`(mark: FingerprintMark, document: String) {
    let (hash, other) = (Hash128(low: 1, high: 2), Hash128(low: 1, high: 3))
    let bytes = Array(document.utf8)
    let beginning = Array(mark.mark(bytes, with: hash).prefix(FingerprintMark.longest))
    #expect(mark.isIn(beginning, hash))
    #expect(!mark.isIn(beginning, other))
    #expect(!mark.isIn(bytes, hash))
    #expect(!mark.isIn(nil, hash))
  }

  @Test func `A document that begins in another way stays as it is`() {
    let bytes = Array("<html>".utf8)
    #expect(FingerprintMark.page.mark(bytes, with: Hash128(low: 1, high: 2)) == bytes)
  }
}
