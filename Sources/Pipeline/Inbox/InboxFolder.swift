internal import Delivery
internal import Notifications

/// A folder of pages, with what the next run must know: the key of the names and whose page is whose,
/// both for their owner's eyes only.
///
/// For one run at a time.
final class InboxFolder {
  let output: OutputFolder
  /// What was written before.
  private(set) var list: PageList
  private let path: String

  private static let keyName = ".tidings-key"
  private static let listName = ".tidings-pages"

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

  /// Keeps whose the pages are. Done before the pages are written, so that none is ever unknown.
  func keep(_ pages: PageList) throws {
    if pages == list { return }
    try output.write(pages.bytes, as: Self.listName, permissions: .owner)
    try output.finish()
    list = pages
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
