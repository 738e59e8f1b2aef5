import Testing

@testable import Exports

struct SuppressionListTests {
  private func list(_ text: String, keys: AddressKeys = .asWritten) -> SuppressionList {
    SuppressionList(CompanionText(text), file: "s.txt", keys: keys)
  }

  @Test(
    "A line is one address, whatever stands around it",
    arguments: [
      "a@b.c", "  a@b.c\t", "A@B.C\r\n", "a@b.c # bounced", "a@b.c,2026-01-01,hard", "a@b.c;x",
      "a@b.c\tx", "\"a@b.c\",\"x, y\"", "\"a@b.c\"", "# x@y.z\n\na@b.c", "email\na@b.c",
      "\u{FEFF}email,reason\na@b.c,spam", "Ana <a@b.c>", "<A@b.c>,x", "a@b.c.",
    ])
  func readsLines(text: String) {
    let list = list(text)
    #expect(list.count == 1)
    #expect(list.rejects == [])
    #expect(list.contains("a@b.c"))
    #expect(list.contains(" A@b.C"))
    #expect(!list.contains("aa@b.c"))
    #expect(!list.contains(""))
  }

  @Test("A hash inside an address is a letter of it, and quotes may be the local part's")
  func keepsOddAddresses() {
    let list = list("a#1@b.c\n\"a..b\"@c.d\n")
    #expect(list.contains("a#1@b.c"))
    #expect(list.contains("\"a..b\"@c.d"))
    #expect(list.count == 2)
  }

  @Test(
    "A line that is no address is rejected with its number",
    arguments: [
      "nobody", "a@", "@b.c", "Ana <a@b.c> x", "Doe, Ana <a@b.c>", "a b@c.d", "a\0@b.c", "17,a@b.c",
    ])
  func rejectsLines(line: String) {
    let list = list("x@y.z\n\(line)\n")
    #expect(list.count == 1)
    #expect(list.rejectedCount == 1)
    #expect(list.rejects.first?.place == .line(2))
  }

  @Test("A file without a single address is an error: it is not what it was taken for")
  func refusesOtherFiles() throws {
    let path = try TemporaryFile("{\"recipients\":[]}\nx\n")
    #expect(throws: CompanionError(file: path.path, reason: .noAddresses)) {
      try SuppressionList(path: path.path, keys: .asWritten)
    }
    let empty = try TemporaryFile("# nobody yet\n")
    #expect(try SuppressionList(path: empty.path, keys: .asWritten).count == 0)
  }

  @Test("Other spellings of an address are asked for")
  func asksForSpellings() {
    let keys = AddressKeys {
      $0 == "a@bücher.example" ? Array("a@xn--bcher-kva.example".utf8) : nil
    }
    #expect(list("a@bücher.example", keys: keys).contains("a@xn--bcher-kva.example"))
    #expect(list("a@xn--bcher-kva.example", keys: keys).contains("a@bücher.example"))
  }

  @Test("A hundred thousand addresses are all there, and no others")
  func holdsMany() {
    let list = list((0..<100_000).map { "Person\($0)@example.org" }.joined(separator: "\n"))
    #expect(list.count == 100_000)
    for number in stride(from: 0, to: 100_000, by: 997) {
      #expect(list.contains("person\(number)@EXAMPLE.org"))
      #expect(!list.contains("person\(number)@example.net"))
    }
  }
}
