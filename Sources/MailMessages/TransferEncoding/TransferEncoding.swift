/// How the bytes of a body part travel (RFC 2045 section 6).
package enum TransferEncoding: String, CaseIterable, Sendable {
  case quotedPrintable = "quoted-printable"
  case base64

  /// How many bytes a body part takes when it is encoded in the shorter way.
  ///
  /// For keeping a part below a limit: Gmail clips HTML above 102,400 bytes.
  package static func encodedCount(of body: [UInt8]) -> Int {
    let text = BodyText(body)
    let limit = Base64.encodedCount(of: text.canonicalCount)
    if QuotedPrintable.leastCount(of: text) > limit { return limit }
    var scratch: [UInt8] = []
    return QuotedPrintable.append(text, limit: limit, to: &scratch) ? scratch.count : limit
  }

  /// Writes what `head` writes for an encoding, then the body in it: quoted-printable unless base64
  /// is shorter.
  static func append(
    _ text: BodyText, to buffer: inout [UInt8], head: (TransferEncoding, inout [UInt8]) -> Void
  ) -> TransferEncoding {
    let limit = Base64.encodedCount(of: text.canonicalCount)
    if QuotedPrintable.leastCount(of: text) <= limit {
      let start = buffer.count
      head(.quotedPrintable, &buffer)
      if QuotedPrintable.append(text, limit: limit, to: &buffer) { return .quotedPrintable }
      buffer.removeLast(buffer.count - start)
    }
    head(.base64, &buffer)
    Base64.appendLines(text.canonical, to: &buffer)
    return .base64
  }
}
