import ByteText
import CByteWord

/// Keeps mail programs from turning parts of titles and names into links.
///
/// They turn any `evil.example` and `a@b.example` into links. An invisible zero-width non-joiner after
/// the dot, the at sign or the scheme's colon prevents that. Unlike U+2060 or U+200B, domain lookup
/// does not drop it (UTS 46, section 4), so a link that is made nevertheless leads nowhere.
enum LinkGuard {
  static let joiner: Unicode.Scalar = "\u{200C}"

  /// The text with a joiner in each domain, address and URL; numbers such as `2.5` stay unchanged.
  static func guarded(_ text: String) -> String {
    text.withBytes { mayJoin($0) ? guarded($0) : nil } ?? text
  }

  /// Whether there is any dot, at sign or colon.
  private static func mayJoin(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    while index + 8 <= bytes.count {
      let word = ByteWord(bytes.baseAddress, at: index)
      let dots = word.marks(UInt8(ascii: ".")) | word.marks(UInt8(ascii: ":"))
      if dots | word.marks(UInt8(ascii: "@")) != 0 { return true }
      index += 8
    }
    while index < bytes.count {
      if isSuspect(bytes[index]) { return true }
      index += 1
    }
    return false
  }

  /// Nil if the text contains no address, as in `Re: hello`.
  private static func guarded(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    var guarded: [UInt8] = []
    var copied = 0
    for index in bytes.indices where isSuspect(bytes[index]) && joins(bytes, index) {
      if copied == 0 { guarded.reserveCapacity(bytes.count + 12) }
      guarded.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[copied...index]))
      guarded += joinerBytes
      copied = index + 1
    }
    if copied == 0 { return nil }
    guarded.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[copied...]))
    return String(decoding: guarded, as: UTF8.self)
  }

  private static let joinerBytes = Array(String(joiner).utf8)

  private static func isSuspect(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || byte == UInt8(ascii: "@") || byte == UInt8(ascii: ":")
  }

  /// Whether the bytes around a dot, at sign or colon make it part of an address.
  private static func joins(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    let next = index + 1 < bytes.count ? bytes[index + 1] : 0
    if bytes[index] == UInt8(ascii: ":") {
      return next == UInt8(ascii: "/") && index + 2 < bytes.count && bytes[index + 2] == next
    }
    let previous = index > 0 ? bytes[index - 1] : 0
    if bytes[index] == UInt8(ascii: "@") { return previous > 0x20 && isLetterOrDigit(next) }
    return isLetterOrDigit(previous) && isLetterOrDigit(next)
      && !(isDigit(previous) && isDigit(next))
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  /// Counts all characters beyond ASCII as letters, since domains may contain them.
  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    byte >= 0x80 || isDigit(byte) || (byte | 0x20) &- UInt8(ascii: "a") < 26
  }
}
