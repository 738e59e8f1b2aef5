import ByteText
import TestData
import Testing

@testable import MailMessages

struct FlowedTextTests {
  private func text(_ flowed: FlowedText) -> String {
    String(decoding: flowed.bytes, as: UTF8.self)
  }

  @Test func `Paragraphs flow and lines stay`() {
    var flowed = FlowedText()
    flowed.appendParagraph(["one", "two", "three"])
    flowed.appendLine()
    flowed.appendLine("fixed   ")
    flowed.appendSignatureSeparator()
    #expect(text(flowed) == "one \ntwo \nthree\n\nfixed\n-- \n")
  }

  @Test(arguments: [
    (">quote", " >quote"), (" indent", "  indent"), ("From me", " From me"), ("From", " From"),
    ("Fromage", "Fromage"),
    ("--", " --"), ("-- x", "-- x"), ("", ""), ("   ", ""), ("a\rb\u{1}\u{9D}", "a b"),
  ])
  func `Line beginnings with a meaning are stuffed`(_ line: String, _ written: String) {
    var flowed = FlowedText()
    flowed.appendLine(line)
    #expect(text(flowed) == written + "\n")
  }

  @Test func `A word that becomes a separator by flowing is stuffed`() {
    var flowed = FlowedText()
    flowed.appendParagraph(["From", "--", "here"])
    #expect(text(flowed) == " From \n -- \nhere\n")
  }

  /// A reader as RFC 3676 section 4 describes it.
  private func reflowed(_ flowed: FlowedText) -> [String] {
    var paragraphs: [String] = []
    var isOpen = false
    for line in text(flowed).split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      let unstuffed = line.first == " " ? line.dropFirst() : line
      if isOpen {
        paragraphs[paragraphs.count - 1] += unstuffed
      } else {
        paragraphs.append(String(unstuffed))
      }
      isOpen = unstuffed.last == " " && unstuffed != "-- "
    }
    return paragraphs
  }

  @Test func `A reader gets the paragraphs back`() {
    var flowed = FlowedText()
    flowed.appendParagraph(["> not quoted", "From", "From here", " and there", "--"])
    flowed.appendLine("--")
    flowed.appendSignatureSeparator()
    #expect(reflowed(flowed) == ["> not quoted From From here  and there --", "--", "-- "])
  }

  @Test(arguments: 0..<60)
  func `Paragraphs become the lines that they would one by one`(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "a", "F", "From ", "From", "-- ", "--", "-", ">", " ", "  ", "é", "·", "Ж", "日本", "\u{92}",
      "\u{85}", "\t", "\u{7F}", "\u{1}", "\n", "\n", "\n", "12345678", "\u{C0}", "\r",
    ]
    var flowedByLine = FlowedText()
    var long = 0
    var text: [UInt8] = []
    for _ in 0..<200 {
      text += Array((generator.text(of: pieces, count: 0...6) + "\n").utf8)
    }
    for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .dropLast()
    {
      let clean = BodyText(Array(line)).bytes.map {
        $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0
      }
      if clean.count > 12 {
        long += 1
        flowedByLine.appendLine("long")
      } else if clean == Array("-- ".utf8) {
        flowedByLine.appendSignatureSeparator()
      } else {
        flowedByLine.appendLine(String(decoding: clean, as: UTF8.self))
      }
    }
    var flowed = FlowedText()
    var wrapped = 0
    (text + Array("what no LF ends is no line".utf8)).withUnsafeBufferPointer {
      flowed.append(paragraphs: $0, longest: 12) { _, text in
        wrapped += 1
        text.appendLine("long")
      }
    }
    #expect(flowed == flowedByLine)
    #expect(wrapped == long && wrapped > 0)
  }

  @Test(arguments: 0...24)
  func `A scan tells every control`(_ length: Int) {
    for scalar in (0..<0x100 as Range<UInt32>).compactMap(Unicode.Scalar.init) {
      for place in 0...length {
        var text = String(repeating: "x", count: place) + String(scalar)
        text += String(repeating: "y", count: length - place) + "\nrest\u{1}"
        let isClean = scalar.properties.generalCategory != .control || scalar == "\n"
        text.withUTF8 {
          let line = LineScan($0, from: 0)
          #expect(line.isClean == isClean)
          #expect($0[..<line.end].allSatisfy { $0 != 10 } && $0[line.end] == 10)
        }
      }
    }
  }
}

/// Text given line by line, for the tests.
extension FlowedText {
  /// Takes wrapped text: a line that ends in a space flows into the next, and `-- ` alone separates
  /// the signature.
  init(wrapped text: [UInt8]) {
    self.init()
    var lines = BodyText(text).bytes.split(separator: 10, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    for line in lines {
      if line.elementsEqual("-- ".utf8) {
        appendSignatureSeparator()
      } else {
        line.withUnsafeBufferPointer { appendLine(clean: $0, flows: $0.last == 32) }
      }
    }
  }

  mutating func appendParagraph(_ lines: [String]) {
    for (index, line) in lines.enumerated() { appendLine(line, flows: index + 1 < lines.count) }
  }

  mutating func appendLine(_ line: String = "", flows: Bool = false) {
    let clean = BodyText(Array(line.utf8)).bytes.map { $0 == 10 ? 32 : $0 }
    clean.withUnsafeBufferPointer { appendLine(clean: $0, flows: flows) }
  }
}
