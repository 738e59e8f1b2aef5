internal import ByteText
internal import Delivery
internal import Digests
internal import Notifications

/// Which page of a folder is whose, which no name tells that nobody can guess, and what each was made
/// of, so that the next run leaves an unchanged one alone without reading its notifications.
///
///     # tidings.pages/2
///     7f3a….html<TAB>rooms<TAB>user-7<TAB>records<TAB>content<TAB>total<TAB>unread
///
/// A line without the last four fields is a page whose content is not known.
struct PageList: Equatable {
  /// An owner's page.
  struct Page: Equatable {
    private var file: PageFile
    /// What it was called before, until those files are gone.
    var earlier: [String]
    var written: WrittenPage?

    var name: String { file.name }

    init(name: String, earlier: [String] = [], written: WrittenPage? = nil) {
      file = PageFile(name)
      self.earlier = earlier
      self.written = written
    }
  }

  private(set) var pages: [PersonID: Page] = [:]

  private static let headings = ["# tidings.pages/2", "# tidings.pages/1"].map { Array($0.utf8) }

  init() {}

  /// Names an owner's page, and keeps its earlier names; answers whether that changed anything.
  mutating func name(_ name: String, of owner: PersonID) -> Bool {
    guard let page = pages[owner] else {
      pages[owner] = Page(name: name)
      return true
    }
    if page.name == name { return false }
    let earlier = page.earlier.filter { $0 != name } + [page.name]
    pages[owner] = Page(name: name, earlier: earlier)
    return true
  }

  /// Keeps what an owner's page was made of; answers whether that changed anything.
  mutating func keep(_ written: WrittenPage?, of owner: PersonID) -> Bool {
    guard let index = pages.index(forKey: owner), pages.values[index].written != written else {
      return false
    }
    pages.values[index].written = written
    return true
  }

  /// Forgets the earlier names of an owner's page but those to keep; answers what it forgot.
  mutating func forgetEarlierNames(of owner: PersonID, but kept: Set<String>) -> [String] {
    guard let page = pages[owner] else { return [] }
    pages[owner]?.earlier = page.earlier.filter(kept.contains)
    return page.earlier.filter { !kept.contains($0) }
  }
}

/// What a page's file is called: the names that nobody can guess are 16 bytes each, not a string.
private enum PageFile: Equatable {
  case secret(Hash128)
  case plain(String)

  init(_ name: String) {
    if let hash = Hash128(hexadecimal: name.dropLast(Self.suffix.utf8.count)),
      name == hash.hexadecimal + Self.suffix
    {
      self = .secret(hash)
    } else {
      self = .plain(name)
    }
  }

  var name: String {
    switch self {
    case .secret(let hash): hash.hexadecimal + Self.suffix
    case .plain(let name): name
    }
  }

  private static let suffix = ".html"
}

/// What a page was made of.
struct WrittenPage: Equatable {
  /// Stands for the records; nil where they cannot tell what a page shows.
  var records: Hash128?
  /// The fingerprint that the page bears.
  var content: Hash128
  var tally: Tally
}

// MARK: The file

extension PageList {
  /// Nil for what is no such list.
  init?(_ bytes: [UInt8]) {
    var lines = LineFields(bytes)
    guard let heading = lines.next(), heading.count == 1,
      Self.headings.contains(where: heading[0].elementsEqual)
    else { return nil }
    pages.reserveCapacity(bytes.count { $0 == UInt8(ascii: "\n") })
    while let fields = lines.next() {
      guard fields.count == 3 || fields.count == 7, Self.isPageName(fields[0]),
        let profile = Self.text(fields[1]), let recipient = Self.text(fields[2])
      else { return nil }
      let owner = PersonID(ProfileName(profile), RecipientID(recipient))
      let name = String(decoding: fields[0], as: UTF8.self)
      let written = fields.count == 7 ? WrittenPage(fields[3...]) : nil
      if fields.count == 7 && written == nil { return nil }
      insert(name, written, of: owner)
    }
  }

  /// Of several names, the one whose content is known is the page's own; before that was kept, any.
  private mutating func insert(_ name: String, _ written: WrittenPage?, of owner: PersonID) {
    guard let page = pages[owner] else {
      pages[owner] = Page(name: name, written: written)
      return
    }
    pages[owner] =
      written == nil
      ? Page(name: page.name, earlier: page.earlier + [name], written: page.written)
      : Page(name: name, earlier: page.earlier + [page.name], written: written)
  }

  /// The list in the order of the owners, the same bytes for the same pages.
  var bytes: [UInt8] {
    var bytes = Self.headings[0] + [UInt8(ascii: "\n")]
    bytes.reserveCapacity(pages.count * 144)
    for owner in pages.keys.sorted() {
      guard let page = pages[owner] else { continue }
      Self.append(page.name, owner, page.written, to: &bytes)
      for name in page.earlier.sorted() { Self.append(name, owner, nil, to: &bytes) }
    }
    return bytes
  }

  private static func append(
    _ name: String, _ owner: PersonID, _ written: WrittenPage?, to bytes: inout [UInt8]
  ) {
    bytes += name.utf8
    bytes.append(UInt8(ascii: "\t"))
    append(owner.profile.text, to: &bytes)
    bytes.append(UInt8(ascii: "\t"))
    append(owner.recipient.text, to: &bytes)
    written?.append(to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// A name that we give: it leads nowhere else, whatever somebody wrote into the list.
  private static func isPageName(_ name: some Collection<UInt8>) -> Bool {
    guard let first = name.first, first != UInt8(ascii: "."),
      name.suffix(5).elementsEqual(".html".utf8)
    else { return false }
    return name.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }
  }

  /// Controls and the percent sign as `%` and two digits.
  private static func append(_ text: String, to bytes: inout [UInt8]) {
    for byte in text.utf8 {
      if byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "%") {
        PercentEncoding.append(escape: byte, to: &bytes)
      } else {
        bytes.append(byte)
      }
    }
  }

  private static func text(_ field: ArraySlice<UInt8>) -> String? {
    guard field.contains(UInt8(ascii: "%")) else {
      return String(validating: field, as: UTF8.self)
    }
    var bytes: [UInt8] = []
    var rest = field
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(Hexadecimal.value),
        let low = rest.popFirst().flatMap(Hexadecimal.value)
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}

extension WrittenPage {
  /// Reads four fields of a list; nil for what they cannot be.
  fileprivate init?(_ fields: ArraySlice<ArraySlice<UInt8>>) {
    let texts = fields.map { String(decoding: $0, as: UTF8.self) }
    let records = Hash128(hexadecimal: texts[0])
    guard texts[0].isEmpty || records != nil, let content = Hash128(hexadecimal: texts[1]),
      let total = Int(texts[2]), let unread = Int(texts[3])
    else { return nil }
    self.init(records: records, content: content, tally: Tally(total: total, unread: unread))
  }

  fileprivate func append(to bytes: inout [UInt8]) {
    let fields = [
      records?.hexadecimal ?? "", content.hexadecimal, "\(tally.total)", "\(tally.unread)",
    ]
    for field in fields {
      bytes.append(UInt8(ascii: "\t"))
      bytes += field.utf8
    }
  }
}

/// The lines of a list, each cut at its tabs; empty lines are passed over.
private struct LineFields {
  private let bytes: [UInt8]
  private var start = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> [ArraySlice<UInt8>]? {
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      let line = bytes[start..<end]
      start = end + 1
      if !line.isEmpty {
        return line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
      }
    }
    return nil
  }
}
