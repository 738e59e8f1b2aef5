import ByteText

/// A position in an address, followed byte by byte through a template's literals (URL Standard, section 4.4).
///
/// A value that is only escaped for HTML would be an address, or change one: it could give a scheme, another
/// host, parameters of its own.
struct AddressPosition: Equatable {
  private enum Part {
    case beginning
    /// Letters that a colon would make a scheme.
    case scheme
    /// After a scheme that no value may follow.
    case foreign
    case firstSlash
    /// After `https:`.
    case slashes
    case host
    /// In a path, a query or a fragment, or behind a value.
    case rest
  }

  private var part = Part.beginning
  private var scheme: [UInt8] = []

  private static let schemes = ["http", "https", "mailto", "tel"]

  var isBeginning: Bool { part == .beginning }

  mutating func step(_ byte: UInt8) {
    let isSlash = byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\")
    let isEnd = isSlash || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    switch part {
    case _ where byte <= 0x20: break
    case .beginning where isSlash: part = .firstSlash
    case .beginning where isEnd, .scheme where isEnd, .host where isEnd: part = .rest
    case .scheme where byte == UInt8(ascii: ":"): endScheme()
    case .beginning, .scheme:
      scheme.append(byte)
      part = .scheme
    case .firstSlash: part = isSlash ? .host : .rest
    case .slashes: part = isSlash ? .slashes : .host
    case .host, .foreign, .rest: break
    }
  }

  private mutating func endScheme() {
    let name = String(decoding: scheme, as: UTF8.self).lowercased()
    if Self.schemes.contains(name) {
      part = name.hasPrefix("http") ? .slashes : .rest
    } else {
      part = .foreign
    }
  }

  mutating func passValue() { if part == .beginning { part = .rest } }

  /// After a section that may have been skipped: the position at which less is allowed.
  func joined(with other: AddressPosition) -> AddressPosition {
    if isBeginning || other.part == .rest { return self }
    return other.isBeginning || part == .rest ? other : self
  }

  /// Where no value of the type is safe, in an address of that name; nil if it is.
  func refusal(_ type: ValueType, in name: String) -> String? {
    switch part {
    case .beginning where type != .url && type != .integer:
      "at the beginning of \(name), except a URL"
    case .scheme where type != .integer: "in the scheme of \(name)"
    case .foreign: "after \(String(decoding: scheme, as: UTF8.self)): in \(name)"
    case .slashes where !type.isFixed, .host where !type.isFixed: "in the host of \(name)"
    case .beginning, .scheme, .firstSlash, .slashes, .host, .rest: nil
    }
  }
}

/// A position in Markdown: in the destination of a link or not.
struct MarkdownPosition {
  /// Nil outside of a destination.
  private(set) var address: AddressPosition?
  private var isPointed = false
  private var last: UInt8 = 0

  mutating func follow(_ literal: ArraySlice<UInt8>) { for byte in literal { step(byte) } }

  private mutating func step(_ byte: UInt8) {
    defer { last = byte }
    guard let address else {
      if byte == UInt8(ascii: "("), last == UInt8(ascii: "]") { open() }
      return
    }
    let isBlank = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n")
    let isEnd = isPointed ? byte == UInt8(ascii: ">") : isBlank || byte == UInt8(ascii: ")")
    if byte == UInt8(ascii: "<"), address.isBeginning {
      isPointed = true
    } else if isEnd {
      self.address = nil
    } else {
      self.address?.step(byte)
    }
  }

  private mutating func open() {
    address = AddressPosition()
    isPointed = false
  }

  mutating func passValue() {
    address?.passValue()
    last = 0
  }

  /// After a section that may have been skipped.
  func joined(with other: MarkdownPosition) -> MarkdownPosition {
    var joined = self
    joined.address =
      if let address, let before = other.address { address.joined(with: before) } else { address }
    return joined
  }
}
