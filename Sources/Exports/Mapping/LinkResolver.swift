import ByteText
import Notifications

/// Turns the links of records into addresses that are safe in a document.
///
/// Only `http`, `https` and `mailto` pass: a list of forbidden schemes is never complete. Relative
/// links are appended to the base URL, which keeps the base's own path.
struct LinkResolver: Sendable {
  /// Without its trailing slash; nil if none was given or it is not a web address.
  let base: String?

  init(baseURL: String?) {
    base = baseURL.flatMap { LinkResolver(baseURL: nil).webAddress($0) }
      .map { $0.utf8.last == UInt8(ascii: "/") ? String($0.dropLast()) : $0 }
  }

  enum Resolution: Equatable {
    case link(String)
    case dropped(DroppedLink)

    var address: String? { if case .link(let address) = self { address } else { nil } }
    var dropped: DroppedLink? { if case .dropped(let reason) = self { reason } else { nil } }
  }

  /// The address for a record's text; nil for an empty one.
  func resolve(_ text: UnsafeRawBufferPointer) -> Resolution? {
    plain(text).map { .link($0) } ?? resolve(String(validated: text))
  }

  /// The address of a link that needs no encoding and has a lower-case scheme or begins at the
  /// base's root, as nearly all do; nil for any other link.
  private func plain(_ text: UnsafeRawBufferPointer) -> String? {
    guard PercentEncoding.isPlain(text), let first = text.first else { return nil }
    if first == UInt8(ascii: "/") {
      guard let base, text.count == 1 || text[1] != first else { return nil }
      return Self.joined(base, text)
    }
    let host = Self.webSchemes.first { text.starts(with: $0) }?.count
    guard let host, host < text.count, !"/?:@".utf8.contains(text[host]) else { return nil }
    return String(validated: text)
  }

  private static func joined(_ base: String, _ text: UnsafeRawBufferPointer) -> String {
    var base = base
    return base.withUTF8 { base in
      String(unsafeUninitializedCapacity: base.count + text.count) { target in
        _ = target.initialize(from: base)
        UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(target)[base.count...]
        )
        .copyMemory(from: text)
        return base.count + text.count
      }
    }
  }

  private static let webSchemes = ["https://", "http://"].map { Array($0.utf8) }

  /// The address for `text`; nil for an empty one.
  func resolve(_ text: String) -> Resolution? {
    let text = LinkResolver.trimmed(text)
    switch text.withRawBytes(LinkForm.init) {
    case .empty: return nil
    case .refused: return .dropped(.notAllowed(text))
    case .absolute(let schemeLength):
      let rest = String(decoding: text.utf8.dropFirst(schemeLength), as: UTF8.self)
      let scheme = String(
        decoding: text.utf8.prefix(schemeLength).map(\.asciiLowercased), as: UTF8.self)
      // Who writes a record could add recipients and a text.
      let address = scheme == "mailto:" ? String(rest.prefix { $0 != "?" }) : rest
      return .link(scheme + PercentEncoding.address(address))
    case .relative:
      guard let base else { return .dropped(.noBaseURL(text)) }
      let isJoined = text.utf8.first.map { "/?#".utf8.contains($0) } == true
      return .link(base + (isJoined ? "" : "/") + PercentEncoding.address(text))
    }
  }

  /// The web address for `text`, such as a picture's; nil if it has none.
  func webAddress(_ text: String) -> String? {
    guard case .link(let address)? = resolve(text), !address.utf8.starts(with: "mailto:".utf8)
    else { return nil }
    return address
  }

  /// The text without ASCII white space at its ends.
  static func trimmed(_ text: String) -> String {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
    guard text.utf8.first.map(isSpace) == true || text.utf8.last.map(isSpace) == true else {
      return text
    }
    let start = text.utf8.drop(while: isSpace)
    let end = start.lastIndex { !isSpace($0) }.map(start.index(after:)) ?? start.startIndex
    return String(decoding: start[..<end], as: UTF8.self)
  }
}

/// The kind of a link, by its bytes.
private enum LinkForm {
  case empty
  /// With an allowed scheme, whose length includes the colon.
  case absolute(schemeLength: Int)
  /// Without scheme and host.
  case relative
  case refused

  init(_ bytes: UnsafeRawBufferPointer) {
    if bytes.isEmpty {
      self = .empty
      return
    }
    if LinkForm.hasControls(bytes) || LinkForm.isSlash(bytes, 0) && LinkForm.isSlash(bytes, 1) {
      self = .refused
      return
    }
    // A scheme ends at the first colon, unless a path, query or fragment begins before it.
    guard let end = bytes.firstIndex(where: { ":/?#".utf8.contains($0) }),
      bytes[end] == UInt8(ascii: ":")
    else {
      self = .relative
      return
    }
    self = LinkForm.isAllowed(bytes, colon: end) ? .absolute(schemeLength: end + 1) : .refused
  }

  private static func isAllowed(_ bytes: UnsafeRawBufferPointer, colon: Int) -> Bool {
    let scheme = UnsafeRawBufferPointer(rebasing: bytes[..<colon])
    if ASCII.equalIgnoringCase(scheme, "mailto".utf8) {
      return colon + 1 < bytes.count && bytes[colon + 1] != UInt8(ascii: "?")
    }
    guard
      ASCII.equalIgnoringCase(scheme, "https".utf8) || ASCII.equalIgnoringCase(scheme, "http".utf8)
    else { return false }
    return colon + 3 < bytes.count && bytes[colon + 1] == UInt8(ascii: "/")
      && bytes[colon + 2] == UInt8(ascii: "/") && !"/?#\\:@".utf8.contains(bytes[colon + 3])
  }

  private static func isSlash(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> Bool {
    index < bytes.count && (bytes[index] == UInt8(ascii: "/") || bytes[index] == UInt8(ascii: "\\"))
  }

  /// C0, DEL, C1, U+2028 and U+2029: browsers ignore tabs and line breaks inside a scheme.
  private static func hasControls(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.indices.contains { index in
      switch bytes[index] {
      case 0..<0x20, 0x7F: true
      case 0xC2: index + 1 < bytes.count && bytes[index + 1] < 0xA0
      case 0xE2:
        index + 2 < bytes.count && bytes[index + 1] == 0x80 && bytes[index + 2] & 0xFE == 0xA8
      default: false
      }
    }
  }
}
