internal import Notifications

/// Which page of a folder is whose: names that nobody can guess do not tell.
///
///     # tidings.pages/1
///     7f3a….html<TAB>rooms<TAB>user-7
struct PageList: Equatable {
  /// By owner, what their pages are called: more than one while a name is being changed.
  private(set) var names: [PageOwner: Set<String>] = [:]

  private static let heading = "# tidings.pages/1"

  init() {}

  mutating func insert(_ name: String, of owner: PageOwner) {
    names[owner, default: []].insert(name)
  }

  /// Everybody who has a page, in the order of their bytes.
  var owners: [PageOwner] {
    names.keys.sorted { ($0.profile, $0.recipient) < ($1.profile, $1.recipient) }
  }

  mutating func remove(_ gone: Set<String>) {
    for owner in Array(names.keys) { names[owner]?.subtract(gone) }
  }

  mutating func formUnion(_ other: PageList) {
    names.merge(other.names) { $0.union($1) }
  }

  /// Nil for what is no such list.
  init?(_ bytes: [UInt8]) {
    var lines = bytes.split(separator: UInt8(ascii: "\n"))[...]
    guard let first = lines.popFirst(), first.elementsEqual(Self.heading.utf8) else { return nil }
    for line in lines {
      let fields = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
      guard fields.count == 3, Self.isPageName(fields[0]), let profile = Self.text(fields[1]),
        let recipient = Self.text(fields[2])
      else { return nil }
      insert(
        String(decoding: fields[0], as: UTF8.self),
        of: PageOwner(profile: ProfileName(profile), recipient: RecipientID(recipient)))
    }
  }

  /// The list in the order of the pages' names, the same bytes for the same pages.
  var bytes: [UInt8] {
    var lines: [[UInt8]] = []
    for (owner, names) in names {
      let tail =
        [UInt8(ascii: "\t")] + Self.encoded(owner.profile.text) + [UInt8(ascii: "\t")]
        + Self.encoded(owner.recipient.text)
      for name in names { lines.append(Array(name.utf8) + tail) }
    }
    lines.sort { $0.lexicographicallyPrecedes($1) }
    return Array(([Array(Self.heading.utf8)] + lines).joined(separator: [UInt8(ascii: "\n")]))
      + [UInt8(ascii: "\n")]
  }

  /// A name that we give: it leads nowhere else, whatever somebody wrote into the list.
  private static func isPageName(_ name: some Collection<UInt8>) -> Bool {
    guard let first = name.first, first != UInt8(ascii: "."),
      name.suffix(5).elementsEqual(".html".utf8)
    else { return false }
    return name.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }
  }

  /// Controls and the percent sign as `%` and two digits.
  private static func encoded(_ text: String) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return text.utf8.flatMap { byte -> [UInt8] in
      byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "%")
        ? [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]] : [byte]
    }
  }

  private static func text(_ field: ArraySlice<UInt8>) -> String? {
    var bytes: [UInt8] = []
    var rest = field
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.utf8.count == 2, let value = UInt8(digits, radix: 16) else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
