import ByteText
import Exports
import InputSupport
import Testing

@testable import Recipients

struct SuppressionListTests {
  private func list(
    _ text: String, keys: AddressKeys = .asWritten
  ) throws(Fault) -> SuppressionList {
    try SuppressionList(SideFileText(text), file: "s.txt", keys: keys)
  }

  @Test(arguments: [
    "a@b.c", "  a@b.c\t", "A@B.C\r\n", "a@b.c # bounced", "a@b.c,2026-01-01,hard", "a@b.c;x",
    "a@b.c\tx", "\"a@b.c\",\"x, y\"", "\"a@b.c\"", "# x@y.z\n\na@b.c", "email\na@b.c",
    "\u{FEFF}email,reason\na@b.c,spam", "Ana <a@b.c>", "<A@b.c>,x", "a@b.c.",
    "\"Doe, Ana\" <a@b.c>", "mailto:a@b.c", "MailTo:a%40b.c?subject=x", "<mailto:a@b.c>",
  ])
  func `A line is one address, whatever stands around it`(text: String) throws {
    let list = try list(text)
    #expect(list.contains("a@b.c"))
    #expect(list.contains(" A@b.C"))
    #expect(!list.contains("aa@b.c"))
    #expect(!list.contains(""))
  }

  @Test func `A hash inside an address is a letter of it, and quotes may be the local part's`()
    throws
  {
    let list = try list("a#1@b.c\n\"a..b\"@c.d\n")
    #expect(list.contains("a#1@b.c"))
    #expect(list.contains("\"a..b\"@c.d"))
  }

  @Test(arguments: [
    "nobody", "a@", "@b.c", "Ana <a@b.c> x", "Doe, Ana <a@b.c>", "a b@c.d", "a\0@b.c", "17,a@b.c",
    "a@b@c.d", "mailto:", "mailto:a", "\"a@b.c",
  ])
  func `A line that is not an address is an error with its number`(line: String) {
    let fault = #expect(throws: Fault.self) { try list("x@y.z\n\(line)\n") }
    #expect(fault?.place?.line == (line.contains("\0") ? nil : 2))
  }

  @Test(arguments: [
    ("u0(at)e.org", false), ("Maya Ortiz", false), ("maya", false),
    ("u0(at)e.org,bounced", false),
    ("17,bounced", false), ("E-Mail Address", true), ("\"EMAIL\"", true), ("Adresse;Grund", true),
    ("user_name,since", true),
  ])
  func `The first line is a heading if it names addresses, or columns`(
    line: String, isHeading: Bool
  ) throws {
    let text = "\(line)\na@b.c,x\n"
    if isHeading { return #expect(try list(text).contains("a@b.c")) }
    let fault = #expect(throws: Fault.self) { try list(text) }
    #expect(fault?.place?.line == 1)
  }

  @Test func `A file without an address is an error, unless a comment says that it is meant`()
    throws
  {
    for text in ["", " \n\n", "email,reason\n"] {
      let path = try TemporaryFile(text)
      #expect(
        faultCode { try SuppressionList(path: path.path, keys: .asWritten) } == "no-addresses")
    }
    let empty = try TemporaryFile("# nobody yet\n")
    #expect(try !SuppressionList(path: empty.path, keys: .asWritten).contains("# nobody yet"))
  }

  @Test func `Other spellings of an address are asked for`() throws {
    let keys = AddressKeys {
      $0 == "a@bücher.example" ? Array("a@xn--bcher-kva.example".utf8) : nil
    }
    #expect(try list("a@bücher.example", keys: keys).contains("a@xn--bcher-kva.example"))
    #expect(try list("a@xn--bcher-kva.example", keys: keys).contains("a@bücher.example"))
  }

  @Test func `A spelling that nobody knows is an error`() {
    let keys = AddressKeys { _ in nil }
    #expect(faultCode { try list("a@bücher", keys: keys) } == "no-address")
  }

  @Test func `A hundred thousand addresses are all there, and no others`() throws {
    let list = try list((0..<100_000).map { "Person\($0)@example.org" }.joined(separator: "\n"))
    for number in stride(from: 0, to: 100_000, by: 997) {
      #expect(list.contains("person\(number)@EXAMPLE.org"))
      #expect(!list.contains("person\(number)@example.net"))
    }
  }
}
