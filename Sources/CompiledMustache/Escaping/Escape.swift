import UTF8Bytes

/// How text is made safe for the place it is written to: UTF-8 bytes in, UTF-8 bytes appended.
///
/// Bytes and never `Character`s: a quote followed by a combining mark is one `Character`, and equals
/// no quote. The function may look at the end of what was written before.
package struct Escape: Sendable {
  package typealias Function = @Sendable (UnsafeBufferPointer<UInt8>, inout [UInt8]) -> Void

  package let append: Function

  package init(_ append: @escaping Function) { self.append = append }

  /// For HTML: as the text of an element, or between the quotes of an attribute.
  ///
  /// `& < > " '` become character references; controls, which HTML forbids (HTML Living Standard
  /// 13.2.3.5), become U+FFFD; CR and CRLF become LF, NEL a space.
  package static let html = Escape { EscapeTable.html.append($0, to: &$1) }

  /// For plain text: as it is, with controls made harmless as in HTML.
  package static let plain = Escape { EscapeTable.plain.append($0, to: &$1) }

  func append(_ text: String, to output: inout [UInt8]) {
    text.withBytes { append($0, &output) }
  }
}
