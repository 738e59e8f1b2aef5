/// Why something may not stand in the header of a message.
package enum HeaderError: Error, Equatable, Sendable {
  /// A field name is empty.
  case emptyName
  /// A field name holds a byte other than `ftext` (RFC 5322 section 3.6.8).
  case forbiddenInName(byte: UInt8, offset: Int)
  /// A value holds CR, LF, NUL or another control, which could begin a header of its own.
  case forbiddenInValue(byte: UInt8, offset: Int)
  /// A value given as written holds a byte above 127; text goes through `HeaderField(_:text:)`.
  case nonASCII(offset: Int)
  /// A value holds a word of so many bytes, which cannot be folded below 998 octets.
  case unbreakable(octets: Int)
  /// A field that the message writes itself, or that no message of ours may carry (`Bcc`).
  case reserved(HeaderName)
  /// A field that may stand once is given twice.
  case duplicate(HeaderName)
  /// A date outside the years 1900 to 9999, or an offset of a day or more.
  case dateOutOfRange(secondsSinceEpoch: Int64, offsetMinutes: Int)
  /// A list identifier that is not two or more atoms joined by dots (RFC 2919 section 3).
  case malformedListID(String)
  /// An unsubscribe address that is not a `https:`, `http:` or `mailto:` URI in ASCII without
  /// blanks and angle brackets, of at most 900 bytes.
  case malformedUnsubscribeURI(String)
}
