internal import ByteText
internal import Delivery
internal import Notifications

/// A folder of pages, with what the next run must know: the key of the names and whose page is whose,
/// both for their owner's eyes only.
///
/// For one run at a time.
final class InboxFolder {
  let output: OutputFolder
  /// Whose the pages are, and what they were made of; kept by `keepList()`.
  private(set) var list: PageList
  private var isListKept = true
  private let path: String

  private static let keyName = ".tidings-key"
  private static let listName = ".tidings-pages"
  private static let runName = ".tidings-run"
  /// The files that are no pages.
  static let ownNames = [keyName, listName, runName]

  /// The list of a folder, which stays as it is; nil where there is none.
  static func list(in path: String) throws -> PageList? {
    guard let bytes = try OutputFolder.contents(of: listName, in: path) else { return nil }
    guard let list = PageList(bytes) else {
      throw InboxFolderError.damagedList(path: path + "/" + listName)
    }
    return list
  }

  init(path: String) throws {
    self.path = path
    output = try OutputFolder(path: path, permissions: .everyone)
    list = PageList()
    guard let bytes = try output.contents(of: Self.listName) else { return }
    guard let known = PageList(bytes) else {
      throw InboxFolderError.damagedList(path: path + "/" + Self.listName)
    }
    list = known
  }

  /// The key that names are made with; `new` where there is none yet.
  func key(new: SipHash.Key) throws -> SipHash.Key {
    guard let bytes = try output.contents(of: Self.keyName) else {
      try output.write(Self.text(of: new), as: Self.keyName, permissions: .owner)
      try output.finish()
      return new
    }
    guard let key = Self.key(bytes) else {
      throw InboxFolderError.damagedKey(path: path + "/" + Self.keyName)
    }
    return key
  }

  /// The key of a folder, read beside a run that may be at work; nil where there is none.
  static func key(in path: String) throws -> SipHash.Key? {
    guard let bytes = try OutputFolder.contents(of: keyName, in: path) else { return nil }
    guard let key = key(bytes) else {
      throw InboxFolderError.damagedKey(path: path + "/" + keyName)
    }
    return key
  }

  // MARK: The list of pages

  /// Names the pages of the persons and returns their numbers in the list, in the same order.
  func name(_ persons: PersonList, _ names: PageNames) -> [Int] {
    list.reserveCapacity(persons.count, ownerBytes: 0)
    return persons.map { person in
      let (page, isChanged) = list.name(names[person], of: person.key)
      if isChanged { isListKept = false }
      return page
    }
  }

  /// Records what a page is made of now.
  func note(_ written: WrittenPage, of page: Int) {
    if list.keep(written, of: page) { isListKept = false }
  }

  /// Removes a page's files with earlier names, except names that other pages have now, and returns
  /// how many there were.
  func removeEarlierFiles(of page: Int, but kept: Set<String>) throws -> Int {
    let names = list.forgetEarlierNames(of: page, but: kept)
    for name in names { try output.remove(name) }
    if !names.isEmpty { isListKept = false }
    return names.count
  }

  /// Writes the list where it changed: before the pages, so that none is ever unknown, and behind
  /// them, so that it never tells of a page that is not there.
  func keepList() throws {
    if isListKept { return }
    try output.write(list.bytes, as: Self.listName, permissions: .owner)
    try output.finish()
    isListKept = true
  }

  // MARK: The last run: its present in microseconds since 1970 and a line break.

  /// The present of the last run that wrote to a folder; nil where none is known.
  static func lastRun(in path: String) throws -> Instant? {
    guard let bytes = try OutputFolder.contents(of: runName, in: path) else { return nil }
    let digits = String(decoding: bytes.prefix(20), as: UTF8.self)
    return Int64(digits.filter { $0 != "\n" }).map(Instant.init(microseconds:))
  }

  /// Keeps the present of the run that is done.
  func keepRun(at now: Instant) throws {
    if try Self.lastRun(in: path) == now { return }
    try output.write(Array("\(now.microseconds)\n".utf8), as: Self.runName, permissions: .owner)
    try output.finish()
  }

  // MARK: The key: 32 hexadecimal digits and a line break.

  private static func text(of key: SipHash.Key) -> [UInt8] {
    Array((Hash128(low: key.low, high: key.high).hexadecimal + "\n").utf8)
  }

  private static func key(_ bytes: [UInt8]) -> SipHash.Key? {
    guard bytes.count == 33, bytes.last == UInt8(ascii: "\n") else { return nil }
    var halves: [UInt64] = []
    for start in [0, 16] {
      let digits = String(decoding: bytes[start..<start + 16], as: UTF8.self)
      guard let half = UInt64(digits, radix: 16), !digits.hasPrefix("+"), !digits.hasPrefix("-")
      else { return nil }
      halves.append(half.byteSwapped)
    }
    return SipHash.Key(low: halves[0], high: halves[1])
  }
}
