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
struct PageListTests {
  private let written = WrittenPage(
    records: Hash128(low: 1, high: .max), content: Hash128(low: 7, high: 8),
    tally: Tally(total: 12, unread: 3))

  @Test("The list of pages is read as it was written, whatever the ids hold")
  func roundTrip() {
    var list = PageList()
    for (number, id) in ["u-1", "a\tb\nc", "%41", "é", "e\u{301}", "", "\u{7f}\u{0}"].enumerated() {
      let isNew = list.name("\(number).html", of: owner("rooms", id))
      #expect(isNew)
    }
    var unknown = written
    unknown.records = nil
    let changes = [
      list.name("0.html", of: owner("", "me")), list.keep(written, of: owner("rooms", "é")),
      list.keep(unknown, of: owner("rooms", "u-1")),
    ]
    #expect(changes == [true, true, true])
    #expect(PageList(list.bytes) == list)
    #expect(list.pages.count == 8)
  }

  @Test("The list of pages may be one of an earlier version, which knows no content")
  func earlierVersion() {
    let list = PageList(Array("# tidings.pages/1\na.html\trooms\tu\n".utf8))
    #expect(list?.pages == [owner("rooms", "u"): PageList.Page(name: "a.html")])
  }

  @Test(
    "The list of pages is not taken from what is no such list, or would lead elsewhere",
    arguments: [
      "", "tidings", "# tidings.pages/3\n", "# tidings.pages/1\na.html\trooms\n",
      "# tidings.pages/1\n../a.html\trooms\tu\n", "# tidings.pages/1\n.tidings-key\trooms\tu\n",
      "# tidings.pages/1\n.a.html\trooms\tu\n", "# tidings.pages/1\na.html\trooms\t%4\n",
      "# tidings.pages/1\na.html\trooms\t%FF\n",
      "# tidings.pages/2\na.html\trooms\tu\tx\ty\t1\t0\n",
    ])
  func refused(text: String) {
    #expect(PageList(Array(text.utf8)) == nil)
  }

  @Test("The list of pages keeps a page's old name beside the new one until the old file is gone")
  func renaming() {
    var list = PageList()
    let owner = owner("rooms", "u")
    let changes = [
      list.name("old.html", of: owner), list.keep(written, of: owner),
      list.name("new.html", of: owner),
    ]
    #expect(changes == [true, true, true])
    #expect(list.pages[owner] == PageList.Page(name: "new.html", earlier: ["old.html"]))
    let kept = list.forgetEarlierNames(of: owner, but: ["old.html"])
    let gone = list.forgetEarlierNames(of: owner, but: [])
    #expect(kept.isEmpty && gone == ["old.html"])
    #expect(list.pages[owner] == PageList.Page(name: "new.html"))
  }

  @Test("The list of pages says that it did not change where it did not")
  func unchanged() {
    var list = PageList()
    let owner = owner("rooms", "u")
    let changes = [
      list.name("a.html", of: owner), list.name("a.html", of: owner),
      list.keep(written, of: owner), list.keep(written, of: owner),
    ]
    #expect(changes == [true, false, true, false])
  }
}
