/// Encoded words of a field (RFC 2047).
enum LintEncodedWords {
  /// RFC 2047 section 2.
  private static let longestWord = 75
  /// Fields of identifiers and URIs, in which `=?` is no encoded word.
  private static let opaque: [LintFieldName] = [
    .messageID, .listUnsubscribe, .listUnsubscribePost, .contentType, .dkimSignature,
  ]
  private static let withAddresses: [LintFieldName] = [.from, .to, .sender, .replyTo, .listID]

  static func check(_ field: LintField, _ report: inout LintReport) {
    if opaque.contains(field.name) { return }
    let tokens = field.value.split(omittingEmptySubsequences: true) {
      $0 == ASCII.space || $0 == ASCII.tab
    }
    for (index, token) in tokens.enumerated() where Array(token).looksEncoded {
      if withAddresses.contains(field.name), !isPhraseWord(token) {
        report.add(.encodedWordInAddress, line: field.line, text(token))
        continue
      }
      let next = index + 1 < tokens.count ? tokens[index + 1] : []
      check(token, before: next, line: field.line, &report)
    }
  }

  /// Only the characters that RFC 2047 section 5, rule 3 leaves to a phrase.
  private static func isPhraseWord(_ token: ArraySlice<UInt8>) -> Bool {
    token.allSatisfy { byte in
      if byte.isASCIILetter || byte.isASCIIDigit { return true }
      switch byte {
      case 0x21, 0x2A, 0x2B, 0x2D, 0x2F, ASCII.equals, ASCII.underscore, ASCII.question:
        return true
      default: return false
      }
    }
  }

  private static func check(
    _ word: ArraySlice<UInt8>, before next: ArraySlice<UInt8>, line: Int,
    _ report: inout LintReport
  ) {
    let parts = word.split(separator: ASCII.question, omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0].elementsEqual([ASCII.equals]),
      parts[4].elementsEqual([ASCII.equals]), !parts[3].isEmpty,
      let decoded = decode(parts[3], encoding: Array(parts[2]).asciiLowercased)
    else {
      report.add(.malformedEncodedWord, line: line, text(word))
      return
    }
    if word.count > longestWord {
      report.add(.encodedWordOver75, line: line, "\(word.count) characters")
    }
    if Array(parts[1]).asciiLowercased != Array("utf-8".utf8) {
      report.add(.encodedWordCharset, line: line, text(parts[1]))
    } else if !LintUTF8.isValid(decoded) {
      report.add(.splitCharacter, line: line, text(word))
    }
    let isPadded = parts[3].last == ASCII.equals
    if isPadded, Array(next).looksEncoded {
      report.add(.paddedEncodedWord, line: line, text(word))
    }
  }

  private static func decode(_ payload: ArraySlice<UInt8>, encoding: [UInt8]) -> [UInt8]? {
    if encoding == [0x62] { return LintBase64.decode(payload) }
    guard encoding == [0x71] else { return nil }
    var decoded: [UInt8] = []
    var rest = payload
    while let byte = rest.popFirst() {
      if byte == ASCII.equals {
        guard let value = LintQuotedPrintable.escapedByte(rest.prefix(2)) else { return nil }
        decoded.append(value)
        rest = rest.dropFirst(2)
      } else if byte == ASCII.underscore {
        decoded.append(ASCII.space)
      } else {
        decoded.append(byte)
      }
    }
    return decoded
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
