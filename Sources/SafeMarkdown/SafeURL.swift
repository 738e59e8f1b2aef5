import ByteText

/// The allowlist of links: absolute `http`, `https` and `mailto` URLs.
package enum SafeURL {
  /// In bytes; mail clients and browsers need no longer ones, and a link must not bloat a document.
  package static let maximumLength = 4096

  /// The URL percent-encoded, with its scheme in lowercase; nil if it is not allowed.
  ///
  /// Refuses other schemes, relative references, `http` without a host, and control characters:
  /// browsers drop tabs and line breaks inside URLs (URL Standard, "basic URL parser"), which can
  /// hide `java<tab>script:`. Drops spaces and controls around the URL, as browsers do.
  /// Percent-encodes bytes outside RFC 3986 and a `%` that begins no escape, and writes escapes in
  /// uppercase.
  ///
  ///     SafeURL.normalized("HTTPS://example.org/a b")  // "https://example.org/a%20b"
  ///     SafeURL.normalized("//example.org")            // nil
  package static func normalized(_ url: String) -> String? {
    if url.withBytes(isPlain) { return url }
    return url.withBytes { normalized($0) }
  }

  /// Whether normalizing certainly leaves a URL unchanged: `http` or `https`, a host that begins
  /// with a letter or digit, and nothing to encode. True of almost all URLs, and checked in one
  /// pass.
  static func isPlain(_ url: UnsafeBufferPointer<UInt8>) -> Bool {
    guard url.count > 8, url.count <= maximumLength else { return false }
    // `starts(with:)` takes as long as the rest of this function.
    guard url[0] == UInt8(ascii: "h"), url[1] == UInt8(ascii: "t"), url[2] == UInt8(ascii: "t"),
      url[3] == UInt8(ascii: "p")
    else { return false }
    let colon = url[4] == UInt8(ascii: "s") ? 5 : 4
    let start = colon + 3
    guard url[colon] == UInt8(ascii: ":"), url[colon + 1] == UInt8(ascii: "/"),
      url[colon + 2] == UInt8(ascii: "/"), url[start].isASCIILetterOrDigit
    else { return false }
    return unplainBytes.withUnsafeBufferPointer {
      TableSearch.end(of: url, from: start, where: $0) == url.count
    }
  }

  package static func normalized(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    let url = trimmed(bytes)
    guard url.count <= maximumLength, !url.contains(where: { $0 < 0x20 || $0 == 0x7F }),
      let colon = url.firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    let rest = url[(colon + 1)...]
    let scheme = String(decoding: url[..<colon].map(\.asciiLowercased), as: UTF8.self)
    switch scheme {
    case "http", "https": return hierarchical(scheme, rest)
    case "mailto":
      guard let first = rest.first, first != UInt8(ascii: "?") else { return nil }
      // Who writes the text could add recipients and a text.
      let address = rest.prefix { $0 != UInt8(ascii: "?") }
      return encode(address, allowing: pathBytes, after: Array("mailto:".utf8))
    default: return nil
    }
  }

  /// Drops spaces and C0 controls at both ends.
  private static func trimmed(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Slice<UnsafeBufferPointer<UInt8>> {
    var url = bytes[...]
    while let first = url.first, first <= 0x20 { url.removeFirst() }
    while let last = url.last, last <= 0x20 { url.removeLast() }
    return url
  }

  /// Normalizes `//authority` and what follows. Refuses a backslash before the path: browsers read
  /// it as a slash, other readers do not, so they would see different hosts.
  private static func hierarchical(
    _ scheme: String, _ rest: Slice<UnsafeBufferPointer<UInt8>>
  ) -> String? {
    let slash = UInt8(ascii: "/")
    guard rest.starts(with: [slash, slash]) else { return nil }
    let afterSlashes = rest.dropFirst(2)
    let ends = [slash, UInt8(ascii: "?"), UInt8(ascii: "#")]
    let authority = afterSlashes.prefix { !ends.contains($0) }
    guard let last = authority.last, last != UInt8(ascii: "@"),
      authority.first != UInt8(ascii: ":"),
      !authority.contains(where: { forbiddenInAuthority.contains($0) })
    else { return nil }
    var output = Array(scheme.utf8)
    output.append(contentsOf: "://".utf8)
    guard let start = encode(authority, allowing: authorityBytes, after: output) else { return nil }
    return encode(
      afterSlashes[authority.endIndex...], allowing: pathBytes, after: Array(start.utf8))
  }

  private static let forbiddenInAuthority = Set("\\ <>\"^`{|}".utf8)

  private static let unreserved = "-._~:@!$&'()*+,;="
  /// RFC 3986 sections 3.3 to 3.5: `pchar`, `/`, `?`, `#`.
  private static let pathBytes = byteTable(unreserved + "/?#")
  /// Section 3.2, including the brackets around an IPv6 address.
  private static let authorityBytes = byteTable(unreserved + "[]")

  /// 0 for bytes that need no encoding in the authority or the path. `#` is not among them: a
  /// second one is encoded.
  private static let unplainBytes: [UInt8] = byteTable("-._~:!$&'()*+,;=/?").map { $0 ? 0 : 1 }

  private static func byteTable(_ punctuation: String) -> [Bool] {
    var table = (0...255).map { UInt8($0).isASCIILetterOrDigit }
    for byte in punctuation.utf8 { table[Int(byte)] = true }
    return table
  }

  private static func encode(
    _ bytes: Slice<UnsafeBufferPointer<UInt8>>, allowing allowed: [Bool], after start: [UInt8]
  ) -> String? {
    var output = start
    var index = bytes.startIndex
    var isFragment = false
    while index < bytes.endIndex {
      let byte = bytes[index]
      if byte == UInt8(ascii: "%"), index + 2 < bytes.endIndex,
        let high = Hexadecimal.value(of: bytes[index + 1]),
        let low = Hexadecimal.value(of: bytes[index + 2])
      {
        PercentEncoding.append(escape: high << 4 | low, to: &output)
        index += 3
        continue
      }
      let isSecond = isFragment && byte == UInt8(ascii: "#")
      isFragment = isFragment || byte == UInt8(ascii: "#")
      if allowed[Int(byte)], !isSecond {
        output.append(byte)
      } else {
        PercentEncoding.append(escape: byte, to: &output)
      }
      index += 1
    }
    return String(validating: output, as: UTF8.self)
  }
}
