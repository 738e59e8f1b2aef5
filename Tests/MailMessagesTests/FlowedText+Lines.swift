@testable import MailMessages

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
