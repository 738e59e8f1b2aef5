import TestData
import Testing

@testable import MailMessages

/// Each fast way gives what the plain one gives.
struct PlainFormTests {
  /// Bytes of few kinds, so that every kind meets every place of a line and of eight or sixteen bytes.
  private func bytes(_ generator: inout SeededGenerator, upTo most: Int) -> [UInt8] {
    let pieces = [
      "a", "b", "word", " ", "=", ".", "\n", "\t", "From ", "é", "日", "😀", "\u{B7}", "\r", "\u{85}",
      "\u{92}", "\u{7F}", "\u{1}", String(repeating: "x", count: 30),
    ]
    // Most bodies are clean.
    let kinds = Bool.random(using: &generator) ? pieces.count : 13
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 0...most, using: &generator) {
      bytes += Array(pieces[Int.random(in: 0..<kinds, using: &generator)].utf8)
      if Int.random(in: 0..<40, using: &generator) == 0 {
        bytes.append(UInt8.random(in: 0x80...0xFF, using: &generator))
      }
    }
    return bytes
  }

  @Test func `Quoted-printable is that of pieces placed one by one`() {
    var generator = SeededGenerator(seed: 11)
    for _ in Trials.upTo(1_500) {
      let text = BodyText(bytes(&generator, upTo: 200))
      let plain = PlainForms.quotedPrintable(text.bytes)
      var encoded: [UInt8] = []
      #expect(QuotedPrintable.append(text, limit: plain.count, to: &encoded))
      #expect(encoded == plain && PlainForms.unquoted(encoded) == text.canonical)
      if !plain.isEmpty {
        #expect(!QuotedPrintable.append(text, limit: plain.count - 1, to: &encoded))
        #expect(encoded == plain)
      }
      #expect(QuotedPrintable.leastCount(of: text) <= plain.count)
    }
  }

  @Test func `A scan counts what there is`() {
    var generator = SeededGenerator(seed: 12)
    for _ in Trials.upTo(1_500) {
      let bytes = bytes(&generator, upTo: 200)
      let scan = BodyScan(bytes)
      #expect(scan.isClean == !PlainForms.holdsControl(bytes))
      #expect(scan.lineBreakCount == bytes.count { $0 == 10 })
      #expect(scan.escapeCount == bytes.count { $0 > 127 || $0 == 61 })
      let text = BodyText(bytes)
      #expect(text.canonical == Array(text.bytes.flatMap { $0 == 10 ? [13, 10] : [$0] }))
      #expect(text.canonical.count == text.canonicalCount)
    }
    // More than a lane of the scan can count.
    let long = BodyScan(Array(repeating: 10, count: 9_000) + Array(repeating: 61, count: 9_001))
    #expect(long.lineBreakCount == 9_000 && long.escapeCount == 9_001 && long.isClean)
  }

  @Test func `A flowed line is written as the rules say`() {
    var generator = SeededGenerator(seed: 13)
    let beginnings = ["", " ", ">", "From", "From ", "Fro", "-", "--", "--x", "Fromage"]
    for _ in Trials.upTo(1_500) {
      let beginning = beginnings.randomElement(using: &generator) ?? ""
      let line = Array(beginning.utf8) + bytes(&generator, upTo: 12)
      let clean = BodyText(line).bytes.map { $0 == 10 ? 32 : $0 }
      let flows = Bool.random(using: &generator)
      var text = FlowedText()
      clean.withUnsafeBufferPointer { text.appendLine(clean: $0, flows: flows) }
      #expect(text.bytes == PlainForms.flowed(clean, flows: flows))
      #expect(!PlainForms.holdsControl(text.bytes))
    }
  }

  @Test func `A flat text is what flattening leaves alone`() {
    var generator = SeededGenerator(seed: 14)
    let pieces = [
      "a", " ", "é", "…", "–", "\u{2028}", "\u{2066}", "\u{2068}", "\u{2069}", "\u{202A}",
      "\u{202C}", "\u{202E}", "\u{9D}", "\u{A0}", "\t", "日", "\u{2027}", "\u{202F}", "\u{2065}",
      "\u{206A}",
    ]
    for _ in Trials.upTo(5_000) {
      let text = generator.text(of: pieces, count: 0...6)
      #expect(HeaderText.flatten(text).utf8.elementsEqual(HeaderText.flattened(text).utf8))
    }
  }

  @Test func `An address that is told at once is what the rules make of it`() throws {
    var generator = SeededGenerator(seed: 15)
    let pieces = [
      "a", "B", "7", ".", "-", "@", "example", "COM", "xn--", "xn--bcher-kva", "ü", "\"", " ", "+",
      String(repeating: "x", count: 62), String(repeating: "y", count: 63),
    ]
    var told = 0
    for _ in 0..<10_000 {
      var text = pieces.randomElement(using: &generator) ?? ""
      for place in 0..<Int.random(in: 3...6, using: &generator) {
        text += place == 0 ? "@" : place == 2 ? "." : pieces.randomElement(using: &generator) ?? ""
      }
      guard let plain = PlainAddress(Array(text.utf8)) else { continue }
      told += 1
      let address = try EmailAddress(byRules: text)
      #expect(address.bytes == plain.bytes && address.domain == plain.domain)
      #expect(!address.needsSMTPUTF8)
    }
    #expect(told > 200)
    #expect(PlainAddress(Array("c56f3cb0-f4c9@Mail.example.org".utf8)) != nil)
  }

  @Test func `Scalars that stand alone are clusters`() {
    let alone = (0...0x1FFFF).compactMap { Unicode.Scalar($0 as UInt32) }
      .filter(EncodedWords.standsAlone)
    var generator = SeededGenerator(seed: 16)
    for _ in 0..<3 {
      let others = alone.shuffled(using: &generator)
      let scalars = zip(alone, others).flatMap { [$0, $0, $1] }
      #expect(String(String.UnicodeScalarView(scalars)).count == scalars.count)
    }
  }

  @Test func `A header is its fields written one by one`() throws {
    var generator = SeededGenerator(seed: 17)
    for _ in 0..<300 {
      var headers = try SampleMessages.headers(
        subject: RandomText.make(&generator), fromName: RandomText.make(&generator, upTo: 4),
        toName: RandomText.make(&generator, upTo: 12))
      headers.replyTo = Bool.random(using: &generator) ? headers.to : nil
      var written: [UInt8] = []
      headers.write(into: &written)
      let fields = headers.fields.map { PlainForms.folded($0.name.rawValue, $0.value) }
      #expect(String(decoding: written, as: UTF8.self) == fields.joined())
    }
  }
}
