import ByteText
import Foundation
import Notifications
import TestData
import Testing

@testable import Digests
@testable import Rendering

struct JSONDocumentTests {
  @Test func `Digest and summary are as they have always been`() throws {
    let context = try Samples.context()
    let digest = Samples.digest(of: Samples.everyday, limit: 4, previous: Samples.everydayPrevious)
    try Golden.expect(JSONDocument.digest(digest, in: context), "json/digest.json")
    let empty = Samples.digest(of: [], since: nil)
    try Golden.expect(
      JSONDocument.digest(empty, in: context, layout: .oneLine), "json/digest-empty.json")
    try Golden.expect(JSONDocument.summary(Samples.summary, in: context), "json/summary.json")
    try Golden.expect(
      JSONDocument.summary(Summary(), in: context, layout: .oneLine), "json/summary-empty.json")
  }

  @Test func `One line and indented say the same, and the one line is one`() throws {
    let context = try Samples.context()
    let digest = Samples.digest(of: Samples.everyday)
    let line = JSONDocument.digest(digest, in: context, layout: .oneLine)
    let pretty = JSONDocument.digest(digest, in: context, layout: .pretty)
    #expect(line.count { $0 == UInt8(ascii: "\n") } == 1)
    #expect(line.last == UInt8(ascii: "\n"))
    let parsed = try [line, pretty].map {
      try #require(JSONSerialization.jsonObject(with: Data($0)) as? NSDictionary)
    }
    #expect(parsed[0] == parsed[1])
  }

  @Test func `Nothing that shows the content of a redacted type is anywhere`() throws {
    var context = try Samples.context()
    let digest = Samples.digest(of: Samples.everyday)
    let hidden = String(decoding: JSONDocument.digest(digest, in: context), as: UTF8.self)
    #expect(!hidden.lowercased().contains("secret"))
    #expect(hidden.contains("Messages from Coach Lee"))
    context.redacts = false
    let shown = String(decoding: JSONDocument.digest(digest, in: context), as: UTF8.self)
    #expect(shown.contains("Secret title") && shown.contains("Secret words"))
  }

  @Test func `Text comes back as it was, whole, and no byte of it is a control`() throws {
    let scalars =
      (UInt32(0)..<0x3000).compactMap(Unicode.Scalar.init)
      + ["\u{FEFF}", "\u{FFFD}", "\u{1F600}", "\u{10FFFF}"]
    var text = "</script>\"\\/"
    text.unicodeScalars.append(contentsOf: scalars)
    text += String(repeating: "long ", count: 1000)
    let digest = Samples.digest(of: [
      Samples.notification("\u{1}id", "offer", ago: 1, text, text + "end")
    ])
    let bytes = try JSONDocument.digest(digest, in: Samples.context(), layout: .oneLine)
    let written = String(decoding: bytes, as: UTF8.self).dropLast().unicodeScalars
    #expect(!written.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
    #expect(!written.contains { (0x202A...0x202E).contains($0.value) || $0 == "\u{2028}" })
    let root = try #require(JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    let sections = try #require(root["sections"] as? [[String: Any]])
    let item = try #require((sections[0]["items"] as? [[String: Any]])?.first)
    #expect((item["title"] as? String)?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
    #expect((item["body"] as? String)?.hasSuffix("end") == true)
    #expect(item["ids"] as? [String] == ["\u{1}id"])
  }

  @Test(arguments: [
    (0, "1970-01-01T00:00:00Z"), (1_770_563_100_000_000, "2026-02-08T15:05:00Z"),
    (1_770_563_100_000_001, "2026-02-08T15:05:00.000001Z"),
    (1_709_251_199_120_000, "2024-02-29T23:59:59.120000Z"), (-1, "1969-12-31T23:59:59.999999Z"),
    (-62_135_596_800_000_000, "0001-01-01T00:00:00Z"),
    (253_402_300_800_000_000, "+10000-01-01T00:00:00Z"),
    (Int64.max, "+294247-01-10T04:00:54.775807Z"),
    (Int64.min, "-290308-12-21T19:59:05.224192Z"),
  ])
  func `Times are RFC 3339 in UTC, with any microseconds`(microseconds: Int64, text: String) {
    #expect(Instant(microseconds: microseconds).timestamp == text)
  }
}
