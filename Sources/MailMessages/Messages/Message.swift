/// A message of two alternatives, text first and HTML last (RFC 2046 section 5.1.4).
///
///     var bytes: [UInt8] = []
///     Message(headers: headers, text: text, html: html).write(into: &bytes)
///
/// It is written in UTF-8 and CRLF; the same message has the same bytes.
package struct Message: Sendable {
  package var headers: MessageHeaders
  package let text: FlowedText
  private let rich: BodyText

  /// The HTML is UTF-8; C0 and C1 controls are taken out of it.
  package init(headers: MessageHeaders, text: FlowedText, html: [UInt8]) {
    self.headers = headers
    self.text = text
    rich = BodyText(html)
  }

  /// The HTML part before its transfer encoding, with LF.
  package var html: [UInt8] { rich.bytes }

  /// What became of a part in the message as written.
  package struct WrittenPart: Equatable, Sendable {
    package var encoding: TransferEncoding
    /// How many bytes the encoded body takes.
    package var encodedCount: Int
  }

  /// Appends the message; returns the size of its HTML part, which readers clip above some 100,000.
  @discardableResult
  package func write(into buffer: inout [UInt8]) -> WrittenPart {
    let plain = BodyText(text.bytes)
    let boundary = Boundary(of: plain, and: rich)
    headers.write(into: &buffer)
    buffer.append(contentsOf: "MIME-Version: 1.0\r\n".utf8)
    buffer.append(contentsOf: "Content-Type: multipart/alternative; boundary=\"".utf8)
    buffer.append(contentsOf: boundary.bytes)
    buffer.append(contentsOf: "\"\r\n".utf8)
    append(
      plain, head: "\r\nContent-Type: text/plain; charset=utf-8; format=flowed; delsp=no\r\n",
      boundary, to: &buffer)
    let part = append(
      rich, head: "\r\nContent-Type: text/html; charset=utf-8\r\n", boundary, to: &buffer)
    Self.appendDelimiter(boundary, to: &buffer)
    buffer.append(contentsOf: "--\r\n".utf8)
    return part
  }

  @discardableResult
  private func append(
    _ body: BodyText, head: String, _ boundary: Boundary, to buffer: inout [UInt8]
  ) -> WrittenPart {
    var start = 0
    let encoding = TransferEncoding.append(body, to: &buffer) { encoding, buffer in
      Self.appendDelimiter(boundary, to: &buffer)
      buffer.append(contentsOf: head.utf8)
      buffer.append(contentsOf: "Content-Transfer-Encoding: ".utf8)
      buffer.append(contentsOf: encoding.rawValue.utf8)
      buffer.append(contentsOf: "\r\n\r\n".utf8)
      start = buffer.count
    }
    return WrittenPart(encoding: encoding, encodedCount: buffer.count - start)
  }

  /// The line break before a delimiter belongs to it, not to the body (RFC 2046 section 5.1.1).
  private static func appendDelimiter(_ boundary: Boundary, to buffer: inout [UInt8]) {
    buffer.append(contentsOf: "\r\n--".utf8)
    buffer.append(contentsOf: boundary.bytes)
  }
}
