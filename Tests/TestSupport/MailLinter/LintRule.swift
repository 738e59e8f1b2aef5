/// What the linter holds a message to; each rule is a fault that loses, clips or falsifies a message
/// somewhere.
package enum LintRule: String, CaseIterable, Sendable {
  // Lines (RFC 5322 sections 2.1.1 and 2.3)
  case bareCR
  case bareLF
  case lineOver998Octets

  // The header as such
  /// A line that is neither a field nor the rest of one.
  case malformedField
  case controlInHeader
  /// Bytes above 127 outside an address, or in one where SMTPUTF8 was not allowed.
  case undeclared8BitInHeader
  /// A folded line of nothing but blanks, which some readers take for the header's end.
  case blankFoldedLine
  /// Over 76 octets although a blank offers itself for folding.
  case unfoldedHeaderLine
  case missingField
  case duplicateField
  /// `Bcc` and other fields that no digest carries.
  case forbiddenField

  // Encoded words (RFC 2047)
  case malformedEncodedWord
  case encodedWordOver75
  /// Another charset than UTF-8.
  case encodedWordCharset
  /// A B word with padding before another word: GMime 3.2 drops the rest.
  case paddedEncodedWord
  case splitCharacter
  /// Inside a quoted string or an address, where it is not decoded, or is although it should not.
  case encodedWordInAddress

  // Values
  case malformedDate
  case wrongWeekday
  case malformedMessageID
  case malformedAddress
  case severalAddresses
  case wrongMIMEVersion
  case malformedListID
  /// A URI outside angle brackets (RFC 2369 section 2).
  case unbracketedListUnsubscribe
  /// `List-Unsubscribe-Post` without a `https:` URI in `List-Unsubscribe` (RFC 8058 section 3.1).
  case listUnsubscribePostAlone
  case wrongListUnsubscribePost
  /// A `https:` URI without its `List-Unsubscribe-Post`.
  case missingListUnsubscribePost
  case wrongAutoSubmitted

  // Parts (RFC 2046)
  case notMultipartAlternative
  case malformedBoundary
  case boundaryNotFound
  case missingClosingBoundary
  /// Anything before the first part or after the last.
  case textOutsideParts
  /// Not exactly text, then HTML.
  case wrongParts
  case wrongCharset
  case wrongTransferEncoding

  // Bodies
  case malformedQuotedPrintable
  case malformedBase64
  case encodedLineOver76
  case trailingBlank
  /// `.` or `From ` at the beginning of a line as it travels.
  case dangerousLineBeginning
  case undeclared8BitInBody
  case invalidUTF8
  case controlInBody
  case bareLineBreakInBody
  /// The other transfer encoding would have been shorter.
  case longerEncoding
  /// Above 100,000 encoded bytes: Gmail clips.
  case htmlTooLarge
  /// A flowed line that begins like a quotation or an mbox separator (RFC 3676 section 4.4).
  case unstuffedLine
}

/// A fault of a message: which, and in which line.
package struct LintFinding: Hashable, Sendable {
  package var rule: LintRule
  /// Counted from 1.
  package var line: Int
  /// The field, word or bytes concerned.
  package var detail: String
}

extension LintFinding: CustomStringConvertible {
  package var description: String { "line \(line): \(rule.rawValue): \(detail)" }
}
