import ByteText
import Delivery
import Digests
import Notifications
import Testing

@testable import Pipeline

func owner(_ profile: String, _ recipient: String) -> PersonID {
  PersonID(ProfileName(profile), RecipientID(recipient))
}

@Suite("The list of whose page is whose")
struct PersonFileListTests {
  private let written = WrittenFile(
    records: Hash128(low: 1, high: .max), content: Hash128(low: 7, high: 8),
    tally: Tally(total: 12, unread: 3))

  /// Names an owner's page; answers whether that changed anything.
  private func name(_ name: String, of owner: PersonID, in list: inout PersonFileList) -> Bool {
    list.name(PersonFileName(stem: name), of: owner).isChanged
  }

  private func keep(
    _ written: WrittenFile, of owner: PersonID, in list: inout PersonFileList
  ) throws -> Bool {
    list.keep(written, of: try #require(list.number(of: owner)))
  }

  /// Every page of a list in the order of the owners, in words.
  private func pages(_ list: PersonFileList) -> [String] {
    list.inOrder.map { page in
      let (owner, written) = (list.owner(of: page), list.written(page))
      let content = written.map { "\($0.records?.hexadecimal ?? "-") \($0.content.hexadecimal)" }
      let tally = written.map { "\($0.tally.total) \($0.tally.unread)" }
      let names = [list.file(of: page).stem] + list.earlierStems(of: page)
      return [
        owner.profile.text, owner.recipient.text.debugDescription, content ?? "", tally ?? "",
        names.joined(separator: " < "),
      ].joined(separator: "|")
    }
  }

  @Test func `The list of pages is read as it was written, whatever the ids hold`() throws {
    var list = PersonFileList()
    for (number, id) in ["u-1", "a\tb\nc", "%41", "é", "e\u{301}", "", "\u{7f}\u{0}"].enumerated() {
      let isNew = name("\(number)", of: owner("rooms", id), in: &list)
      #expect(isNew)
    }
    let secret = Hash128(low: 3, high: 4).hexadecimal
    var unknown = written
    unknown.records = nil
    let changes = [
      name("0", of: owner("", "me"), in: &list),
      try keep(written, of: owner("rooms", "é"), in: &list),
      try keep(unknown, of: owner("rooms", "u-1"), in: &list),
      name(secret, of: owner("rooms", "%41"), in: &list),
      name("9", of: owner("rooms", "%41"), in: &list),
    ]
    #expect(changes == [true, true, true, true, true])
    let again = try #require(PersonFileList(list.bytes(.pages), .pages))
    #expect(again.count == 8)
    #expect(again.bytes(.pages) == list.bytes(.pages))
    #expect(
      pages(again).filter { !$0.contains(" < ") } == pages(list).filter { !$0.contains(" < ") })
    // Of names without content, any may be the first.
    let renamed = try #require(again.number(of: owner("rooms", "%41")))
    #expect(
      Set([again.file(of: renamed).stem] + again.earlierStems(of: renamed))
        == ["2", secret, "9"])
  }

  @Test func `The list of pages may be one of an earlier version, which knows no content`() {
    let list = PersonFileList(Array("# tidings.pages/1\na.html\trooms\tu\n".utf8), .pages)
    #expect(list.map(pages) == ["rooms|\"u\"|||a"])
  }

  @Test func `The list of pages holds one page for each owner, the one whose content is known`()
    throws
  {
    let known = String(repeating: "0", count: 31)
    let lines = [
      "a.html\trooms\tu", "b.html\trooms\tu\t\t\(known)1\t4\t2", "c.html\trooms\tu",
      "d.html\tlendair\tu",
    ]
    let list = PersonFileList(
      Array("# tidings.pages/2\n\(lines.joined(separator: "\n"))\n".utf8), .pages)
    #expect(
      list.map(pages) == [
        "lendair|\"u\"|||d", "rooms|\"u\"|- \(known)1|4 2|b < a < c",
      ])
  }

  @Test(arguments: [
    "", "tidings", "# tidings.pages/3\n", "# tidings.pages/1\na.html\trooms\n",
    "# tidings.pages/1\n../a.html\trooms\tu\n", "# tidings.pages/1\n.tidings-key\trooms\tu\n",
    "# tidings.pages/1\n.a.html\trooms\tu\n", "# tidings.pages/1\na.html\trooms\t%4\n",
    "# tidings.pages/1\na.html\trooms\t%FF\n",
    "# tidings.pages/2\na.html\trooms\tu\tx\ty\t1\t0\n",
  ])
  func `The list of pages is not taken from what is no such list, or would lead elsewhere`(
    text: String
  ) {
    #expect(PersonFileList(Array(text.utf8), .pages) == nil)
  }

  @Test
  func `The list of pages keeps a page's old name beside the new one until the old file is gone`()
    throws
  {
    var list = PersonFileList()
    let owner = owner("rooms", "u")
    let changes = [
      name("old", of: owner, in: &list), try keep(written, of: owner, in: &list),
      name("new", of: owner, in: &list),
    ]
    #expect(changes == [true, true, true])
    #expect(pages(list) == ["rooms|\"u\"|||new < old"])
    let kept = list.forgetEarlierStems(of: 0, but: ["old"])
    let gone = list.forgetEarlierStems(of: 0, but: [])
    #expect(kept.isEmpty && gone == ["old"])
    #expect(pages(list) == ["rooms|\"u\"|||new"])
  }

  @Test func `The list of pages says that it did not change where it did not`() throws {
    var list = PersonFileList()
    let owner = owner("rooms", "u")
    let changes = [
      name("a", of: owner, in: &list), name("a", of: owner, in: &list),
      try keep(written, of: owner, in: &list), try keep(written, of: owner, in: &list),
    ]
    #expect(changes == [true, false, true, false])
  }
}
