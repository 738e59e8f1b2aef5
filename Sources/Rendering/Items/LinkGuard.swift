import ByteText

/// Keeps mail programs from making links of what somebody's title or name looks like.
///
/// They turn `evil.example` and `a@b.example` into links wherever they see them. A zero-width
/// non-joiner behind the dot, the at sign or the scheme's colon is not seen and ends that; unlike
/// U+2060 or U+200B it is not dropped when a domain is looked up (UTS 46, section 4), so that where
/// a link is made nevertheless, it leads nowhere.
enum LinkGuard {
  static let joiner: Unicode.Scalar = "\u{200C}"

  /// The text with a joiner in each domain, address and URL; its numbers (`2.5`) stay as they are.
  static func guarded(_ text: String) -> String {
    text.withBytes { mayJoin($0) ? guarded($0) : nil } ?? text
  }

  /// Whether there is a dot, at sign or colon at all.
  private static func mayJoin(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    while index + 8 <= bytes.count {
      let word = ByteWord(bytes, at: index)
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

  /// Nil where nothing is an address: `Re: hello`.
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

  /// Whether what stands on both sides of a dot, at sign or colon makes it part of an address.
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

  /// Any character beyond ASCII counts as a letter: domains have them too.
  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    byte >= 0x80 || isDigit(byte) || (byte | 0x20) &- UInt8(ascii: "a") < 26
  }
}
