import Notifications
import Testing

@testable import Pipeline

func owner(_ profile: String, _ recipient: String) -> PageOwner {
  PageOwner(profile: ProfileName(profile), recipient: RecipientID(recipient))
}

@Suite("The list of whose page is whose")
struct PageListTests {
  @Test("is read as it was written, whatever the ids hold")
  func roundTrip() {
    var list = PageList()
    for (number, id) in ["u-1", "a\tb\nc", "%41", "é", "e\u{301}", "", "\u{7f}\u{0}"].enumerated() {
      list.insert("\(number).html", of: owner("rooms", id))
    }
    list.insert("0.html", of: owner("", "me"))
    #expect(PageList(list.bytes) == list)
    #expect(list.owners.count == 8)
  }

  @Test(
    "is not taken from what is no such list, or would lead elsewhere",
    arguments: [
      "", "tidings", "# tidings.pages/2\n", "# tidings.pages/1\na.html\trooms\n",
      "# tidings.pages/1\n../a.html\trooms\tu\n", "# tidings.pages/1\n.tidings-key\trooms\tu\n",
      "# tidings.pages/1\n.a.html\trooms\tu\n", "# tidings.pages/1\na.html\trooms\t%4\n",
      "# tidings.pages/1\na.html\trooms\t%FF\n",
    ])
  func refused(text: String) {
    #expect(PageList(Array(text.utf8)) == nil)
  }

  @Test("keeps a page's old name beside the new one until the old file is gone")
  func renaming() {
    var known = PageList()
    known.insert("old.html", of: owner("rooms", "u"))
    var new = PageList()
    new.insert("new.html", of: owner("rooms", "u"))
    known.formUnion(new)
    #expect(known.names[owner("rooms", "u")] == ["old.html", "new.html"])
    known.remove(["old.html"])
    #expect(known.names[owner("rooms", "u")] == ["new.html"])
  }
}
