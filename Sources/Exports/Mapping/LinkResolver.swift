import Notifications

/// Turns the links of records into addresses that a document may hold.
///
/// Only `http`, `https` and `mailto` survive: a list of what is allowed, since lists of what is not
/// are never complete. Relative links are joined to the base URL by concatenation, which keeps the
/// base's own path.
struct LinkResolver: Sendable {
  /// Without its trailing slash; nil where none was given or it is no web address.
  private let base: String?

  init(baseURL: String?) {
    base = baseURL.flatMap { url in
      guard case .link(let address) = LinkResolver.absolute(url[...]) else { return nil }
      return address.hasSuffix("/") ? String(address.dropLast()) : address
    }
  }

  enum Resolution: Equatable {
    case link(String)
    case dropped(DroppedLink)
  }

  /// The address that `text` stands for; nil for an empty one.
  func resolve(_ text: String) -> Resolution? {
    let trimmed = LinkResolver.trimmed(text)
    if trimmed.isEmpty { return nil }
    guard let relative = LinkResolver.relative(trimmed) else {
      return LinkResolver.absolute(trimmed)
    }
    guard let base else { return .dropped(.noBaseURL(String(relative))) }
    let joint = relative.utf8.first.map { "/?#".utf8.contains($0) } == true ? "" : "/"
    return .link(base + joint + PercentEncoding.address(String(relative)))
  }

  /// The web address that a picture's `text` stands for, nil where it stands for none.
  func picture(_ text: String) -> String? {
    guard case .link(let address)? = resolve(text), !address.hasPrefix("mailto:") else {
      return nil
    }
    return address
  }

  /// `text` where it has no scheme and names no host, nil otherwise.
  private static func relative(_ text: Substring) -> Substring? {
    let bytes = text.utf8
    let isHost = bytes.count > 1 && bytes.prefix(2).allSatisfy { "/\\".utf8.contains($0) }
    if isHost || hasControls(text) { return nil }
    let end = bytes.firstIndex { ":/?#".utf8.contains($0) }
    return end.map { bytes[$0] == UInt8(ascii: ":") } == true ? nil : text
  }

  private static func absolute(_ text: Substring) -> Resolution {
    let refused = Resolution.dropped(.notAllowed(String(text)))
    guard !hasControls(text), let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else {
      return refused
    }
    let rest = text[text.utf8.index(after: colon)...]
    switch text[..<colon].lowercased() {
    case "mailto" where !rest.isEmpty: break
    case "http" where hasHost(rest), "https" where hasHost(rest): break
    default: return refused
    }
    return .link(text[..<colon].lowercased() + ":" + PercentEncoding.address(String(rest)))
  }

  private static func hasHost(_ rest: Substring) -> Bool {
    rest.utf8.starts(with: "//".utf8)
      && rest.utf8.dropFirst(2).first.map { !"/?#\\:@".utf8.contains($0) } == true
  }

  /// Tabs and line breaks inside a scheme are passed over by browsers.
  private static func hasControls(_ text: Substring) -> Bool {
    text.unicodeScalars.contains {
      $0.value < 0x20 || (0x7F...0x9F).contains($0.value) || $0.value == 0x2028
        || $0.value == 0x2029
    }
  }

  private static func trimmed(_ text: String) -> Substring {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
    guard let first = text.utf8.firstIndex(where: { !isSpace($0) }),
      let last = text.utf8.lastIndex(where: { !isSpace($0) })
    else { return "" }
    return text[first...last]
  }
}

extension URLRewrite {
  /// The address in its other form, nil where it has not this rule's form.
  func rewritten(_ address: String) -> String? {
    var rest = address.utf8[...]
    var values: [String: String] = [:]
    for (index, piece) in from.pieces.enumerated() {
      switch piece {
      case .literal(let text):
        guard rest.starts(with: text.utf8) else { return nil }
        rest = rest.dropFirst(text.utf8.count)
      case .value(let name):
        let next = index + 1 < from.pieces.count ? from.pieces[index + 1].firstByte : nil
        let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == next } ?? rest.endIndex
        guard end > rest.startIndex else { return nil }
        values[name] = String(decoding: rest[..<end], as: UTF8.self)
        rest = rest[end...]
      }
    }
    return rest.isEmpty ? to.joined { values[$0] } : nil
  }
}

extension URLTemplate.Piece {
  fileprivate var firstByte: UInt8? {
    switch self {
    case .literal(let text): text.utf8.first
    case .value: nil
    }
  }
}
