import ByteText
import TestData
import Testing

@testable import MailMessages

struct AddressTests {
  @Test(arguments: [
    ("joe.bloggs@example.com", "joe.bloggs@example.com"), ("Joe@EXAMPLE.com", "Joe@example.com"),
    ("te~st+tag@example.co.uk", "te~st+tag@example.co.uk"),
    ("user@bücher.example", "user@xn--bcher-kva.example"),
    ("user@BÜCHER.example", "user@xn--bcher-kva.example"),
    ("user@cafe\u{301}.com", "user@xn--caf-dma.com"), ("user@faß.de", "user@xn--fa-hia.de"),
    ("user@例え。テスト", "user@xn--r8jz45g.xn--zckzah"),
    ("user@xn--bcher-kva.example", "user@xn--bcher-kva.example"),
    ("user@ＥＸＡＭＰＬＥ.com", "user@example.com"), ("\"joe\"@example.com", "joe@example.com"),
    ("\"taro..y\"@example.jp", "\"taro..y\"@example.jp"),
    ("\"taro.\"@example.jp", "\"taro.\"@example.jp"), ("実例@実例.jp", "実例@xn--fsq470a.jp"),
    ("'@example.com", "'@example.com"),
  ])
  func `Deliverable addresses get their wire form`(_ text: String, _ wire: String) throws {
    #expect(try EmailAddress(text).description == wire)
  }

  @Test(
    arguments: [
      ("", "empty"), ("joe", "missing-at"), ("a@b@c.example", "several-ats"),
      ("a@x.example, b@x.example", "invisible-character"),
      ("a@x.example,b@x.example", "several-ats"), ("Joe <joe@x.example>", "invisible-character"),
      ("<joe@x.example>", "forbidden-character"), ("friends:joe@x.example", "forbidden-character"),
      ("joe(comment)@x.example", "forbidden-character"),
      ("joe@x.example\r\nBcc: y", "invisible-character"),
      ("joe\0@x.example", "invisible-character"), ("jo\u{202E}e@x.example", "invisible-character"),
      ("\u{85}@x.example", "invisible-character"), ("\u{FFFF}@x.example", "invisible-character"),
      ("@x.example", "empty-local-part"), ("\"\"@x.example", "empty-local-part"),
      (".joe@x.example", "misplaced-dot"), ("joe.@x.example", "misplaced-dot"),
      ("jo..e@x.example", "misplaced-dot"),
      ("\"joe@x.example", "undeliverable-quoting"), ("\"a\\b\"@x.example", "undeliverable-quoting"),
      ("\"a,b\"@x.example", "undeliverable-quoting"),
      (String(repeating: "l", count: 65) + "@x.example", "local-part-too-long"),
      ("joe@", "empty-domain"), ("joe@[127.0.0.1]", "address-literal"),
      ("joe@[IPv6:::1]", "address-literal"), ("joe@localhost", "dotless-domain"),
      ("joe@192.0.2.1", "numeric-top-level-domain"), ("joe@x..example", "empty-label"),
      ("joe@.example", "empty-label"), ("joe@x.example.", "empty-label"),
      ("joe@-x.example", "hyphen-at-edge"), ("joe@x-.example", "hyphen-at-edge"),
      ("joe@x_y.example", "forbidden-in-domain"), ("joe@invalid=domain.com", "forbidden-in-domain"),
      ("joe@x☃y.example", "forbidden-in-domain"), ("joe@xn--\u{E4}.example", "forbidden-in-domain"),
      ("joe@ー・.example", "forbidden-in-domain"), ("joe@xn--0.example", "malformed-a-label"),
      ("joe＠x.example", "missing-at"),
    ] as [(String, String)])
  func `Others are refused with the reason`(_ text: String, _ expected: String) {
    #expect(code { try EmailAddress(text) } == expected)
  }

  @Test func `Lengths are counted as they travel`() throws {
    let label = String(repeating: "a", count: 63)
    #expect(code { try DomainName(label + "a.example") } == "label-too-long")
    let domain = [label, label, label, String(repeating: "b", count: 61)].joined(separator: ".")
    #expect(try DomainName(domain).description.utf8.count == 253)
    #expect(code { try DomainName(domain + "b") } == "domain-too-long")
    #expect(code { try EmailAddress("a@" + domain) } == "address-too-long")
    let umlauts = String(repeating: "ü", count: 60)
    #expect(code { try DomainName(umlauts + ".example") } == "label-too-long")
  }

  // As the idna package of Python maps and encodes them.
  @Test(arguments: [
    ("col·lecció.example", "xn--collecci-ioa91d.example"), ("͵α.example", "xn--wva4j.example"),
    ("בני״ה.example", "xn--5dbgo1a5h.example"), ("ケ・ン.example", "xn--rck4gxa.example"),
    ("क्\u{200D}ष.example", "xn--11b2ezcw70k.example"),
    ("نامه\u{200C}ای.example", "xn--mgba3gch31f060k.example"),
    ("〇.example", "xn--w6j.example"), ("々木.example", "xn--u6j137n.example"),
    ("ab\u{AD}ü.example", "xn--ab-yka.example"), ("ǆ.example", "xn--d-toa.example"),
    ("𝐀𝐁.example", "ab.example"), ("ﬁx.example", "fix.example"), ("ẞ.example", "xn--zca.example"),
  ])
  func `Domains are mapped as people type them`(_ text: String, _ aLabels: String) throws {
    #expect(try DomainName(text).description == aLabels)
  }

  @Test(arguments: [
    "x\u{200D}y", "x\u{200C}y", "a·b", "΄x", "ー・", "½", "I❤", "\u{301}a", "a־b", "͵a", "״ה", "ـا",
    "⑴",
    "ab--ü",
  ])
  func `Labels that no registry takes are refused`(_ label: String) {
    #expect(throws: Fault.self) { try DomainName(label + ".example") }
  }

  @Test func `Only a local part beyond ASCII needs SMTPUTF8`() throws {
    #expect(try EmailAddress("δοκιμή@example.com").needsSMTPUTF8)
    #expect(try !EmailAddress("user@παράδειγμα.example").needsSMTPUTF8)
  }

  @Test func `Addresses are compared by bytes`() throws {
    let composed = try EmailAddress("caf\u{E9}@example.com")
    let decomposed = try EmailAddress("cafe\u{301}@example.com")
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed]).count == 2)
    #expect(
      try EmailAddress("Joe@Example.com").comparisonKey
        == EmailAddress("joe@example.com").comparisonKey)
  }

  @Test(arguments: ["\u{FC}nal", "U\u{308}NAL", "\u{DC}nal", "u\u{308}nal"])
  func `A suppressed address is found in any case and normal form`(local: String) throws {
    #expect(
      try EmailAddress("\(local)@example.com").comparisonKey
        == EmailAddress("\u{FC}nal@example.com").comparisonKey)
    #expect(
      try EmailAddress("stra\u{DF}e@example.com").comparisonKey
        == EmailAddress("STRA\u{1E9E}E@example.com").comparisonKey)
  }

  // RFC 3492 section 7.1.
  @Test(arguments: [
    ("ليهمابتكلموشعربي؟", "egbpdaj6bu4bxfgehfvwxn"), ("他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"),
    ("למההםפשוטלאמדבריםעברית", "4dbcagdahymbxekheh6e0a7fei0b"),
    ("почемужеонинеговорятпорусски", "b1abfaaepdrnnbgefbadotcwatmq2g4l"),
    ("3年b組金八先生", "3b-ww4c5e180e575a65lsy2b"),
    ("安室奈美恵-with-super-monkeys", "-with-super-monkeys-pc58ag80a8qai00g7n9n"),
    ("-> $1.00 <-", "-> $1.00 <--"),
  ])
  func `Punycode gives the samples of its standard`(_ text: String, _ encoded: String) throws {
    let scalars = Array(text.unicodeScalars)
    let bytes = try #require(Punycode.encode(scalars))
    #expect(String(decoding: bytes, as: UTF8.self) == encoded)
    if text.utf8.contains(where: { $0 > 127 }) {
      #expect(Punycode.decode(Array(encoded.utf8)[...]) == scalars)
    }
  }

  @Test func `Punycode never traps on anything`() {
    var generator = SeededGenerator(seed: 7)
    let letters = Array("abcxyz0189-ABZ_.é".utf8)
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...70, using: &generator)
      let bytes = (0..<count).compactMap { _ in letters.randomElement(using: &generator) }
      if let decoded = Punycode.decode(bytes[...]) { _ = Punycode.encode(decoded) }
    }
    #expect(Punycode.decode(Array(repeating: 0x39, count: 60)[...]) == nil)
  }
}

/// The code of the fault that `body` throws.
private func code(_ body: () throws -> some Any) -> String? {
  do {
    _ = try body()
    return nil
  } catch { return (error as? Fault)?.code }
}
