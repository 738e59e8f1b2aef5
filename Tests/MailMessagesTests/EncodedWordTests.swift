import Foundation
import TestData
import Testing

@testable import MailMessages

struct EncodedWordTests {
  private func value(_ text: String) -> String {
    var bytes: [UInt8] = []
    HeaderField.append(text, after: .subject, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func words(_ text: String) -> [String] {
    value(text).split(separator: " ").map(String.init)
  }

  /// A decoder of its own: nil unless every word stands alone.
  private func decode(_ words: [String]) -> String? {
    var decoded = ""
    for word in words {
      let parts = word.split(separator: "?", omittingEmptySubsequences: false)
      guard parts.count == 5, parts[0] == "=", parts[1] == "UTF-8", parts[4] == "=" else {
        return nil
      }
      let bytes =
        parts[2] == "B"
        ? Data(base64Encoded: String(parts[3])).map { [UInt8]($0) }
        : PlainForms.unquoted(Array(parts[3].replacing("_", with: " ").utf8))
      guard let bytes, let text = String(validating: bytes, as: UTF8.self) else { return nil }
      decoded += text
    }
    return decoded
  }

  @Test(arguments: [
    String(repeating: "日本語", count: 40), String(repeating: "Привет, мир! ", count: 20),
    "a" + String(repeating: "通", count: 80), "ab" + String(repeating: "通", count: 80),
    String(repeating: "ä", count: 300), String(repeating: "😀", count: 50),
    String(repeating: "👩‍👩‍👧‍👦", count: 12), "é" + String(repeating: "w", count: 400),
    String(repeating: "مرحبا بالعالم ", count: 15),
  ])
  func `Words come back whole`(_ text: String) throws {
    let words = words(text)
    #expect(words.count > 1)
    #expect(words.allSatisfy { $0.utf8.count <= 75 })
    #expect(decode(words) == HeaderText.flatten(text))
    let padded = words.dropLast().filter { $0.hasSuffix("=?=") && $0.contains("?B?") }
    #expect(padded.isEmpty)
  }

  @Test func `Random text keeps every rule`() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<3_000 {
      let text = RandomText.make(&generator)
      let flat = HeaderText.flatten(text)
      let value = value(text)
      var bytes: [UInt8] = []
      HeaderField.write(.subject, into: &bytes) { $0.append(contentsOf: value.utf8) }
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")
      #expect(lines.allSatisfy { $0.utf8.count <= 76 })
      if HeaderText.isPlain(flat) {
        #expect(value == flat)
      } else {
        #expect(decode(words(text)).map { Array($0.utf8) } == Array(flat.utf8), "\(text)")
      }
    }
  }

  @Test func `Grapheme clusters stay together where they fit`() {
    let cluster = "e\u{301}\u{323}"
    let text = String(repeating: cluster, count: 40)
    let pieces = words(text).compactMap { decode([$0]) }
    #expect(pieces.count > 1)
    #expect(pieces.allSatisfy { $0.unicodeScalars.count.isMultiple(of: 3) })
  }

  @Test func `A cluster longer than a word is split between scalars`() {
    let text = "x" + String(repeating: "\u{336}", count: 200)
    #expect(decode(words(text)) == text)
  }

  @Test(arguments: [
    ("Größere Wörter in lateinischer Schrift", "Q"), ("日本語の件名です", "B"),
    ("Тема письма", "B"),
  ])
  func `The shorter encoding is taken`(_ text: String, _ encoding: String) {
    #expect(words(text).allSatisfy { $0.hasPrefix("=?UTF-8?\(encoding)?") })
  }
}
