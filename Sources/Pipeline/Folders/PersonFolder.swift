internal import ByteText
internal import Delivery
internal import Notifications

/// A folder of pages or feeds, with what the next run must know: the key of the names and whose
/// files are whose, both for their owner's eyes only.
///
/// For one run at a time.
package final class PersonFolder {
  /// Nil in a dry run if there is no such folder.
  let output: OutputFolder?
  let kind: FolderKind
  /// Whose the files are, and what they were made of; written by `keepList()`.
  let list: PersonFileList
  private var isListKept = true
  private let path: String

  private static let keyName = ".tidings-key"
  private static let runName = ".tidings-run"
  /// The files that are nobody's.
  static func ownNames(of kind: FolderKind) -> [String] {
    [keyName, kind.listName, runName] + (kind == .pages ? [InboxRun.indexName] : [])
  }

  /// The list of a folder, which stays as it is; nil where there is none.
  static func list(of kind: FolderKind, in path: String) throws -> PersonFileList? {
    try OutputFolder(dryRun: path).flatMap { try read(kind, from: $0, at: path) }
  }

  private static func read(
    _ kind: FolderKind, from output: OutputFolder, at path: String
  ) throws -> PersonFileList? {
    guard let bytes = try output.contents(of: kind.listName) else { return nil }
    guard let list = try PersonFileList(bytes) else {
      throw Fault(
        .unusable, code: "damaged-list", of: path + "/" + kind.listName,
        "it is not a list of pages or feeds",
        advice: "restore it from a backup, or choose another folder")
    }
    return list
  }

  /// - Parameter isDryRun: only reads what is there.
  init(_ kind: FolderKind, path: String, isDryRun: Bool) throws {
    (self.kind, self.path) = (kind, path)
    output =
      isDryRun
      ? try OutputFolder(dryRun: path) : try OutputFolder(path: path, permissions: .everyone)
    let known = try output.flatMap { try Self.read(kind, from: $0, at: path) }
    list = try known ?? PersonFileList()
  }

  /// The key that names are made with; `new` where there is none yet.
  func key(new: SipHash.Key) throws -> SipHash.Key {
    guard let bytes = try output?.contents(of: Self.keyName) else {
      try output?.writeDocument(Self.text(of: new), as: Self.keyName, permissions: .owner)
      try output?.finish()
      return new
    }
    guard let key = Self.key(bytes) else { throw Self.damagedKey(in: path) }
    return key
  }

  /// Refuses a folder that belongs to another user, unless the run is forced, or whose key for file
  /// names cannot be read.
  package static func check(_ path: String, hasPlainNames: Bool, isForced: Bool = false) throws {
    if !isForced { try Owner.check([path]) }
    if !hasPlainNames { _ = try key(in: path) }
  }

  /// The key of a folder, read beside a run that may be at work; nil where there is none.
  static func key(in path: String) throws -> SipHash.Key? {
    guard let bytes = try OutputFolder.contents(of: keyName, in: path) else { return nil }
    guard let key = key(bytes) else { throw damagedKey(in: path) }
    return key
  }

  private static func damagedKey(in path: String) -> Fault {
    Fault(
      .unusable, code: "damaged-key", of: path + "/" + keyName, "it is not a key for file names",
      advice: "restore it from a backup; without it every file gets a new name")
  }

  /// The path of a folder's key, if others than its owner can read it and so find all names.
  package static func sharedKey(in path: String) -> String? {
    let key = path + "/" + keyName
    let state = try? FileState(path: key)
    return state?.isPrivate == false ? key : nil
  }

  // MARK: The list of files

  func give(_ owner: PersonID, to heir: PersonID) throws {
    try list.give(owner, to: heir)
    isListKept = false
  }

  /// Names the files of the persons; returns those whose files have earlier names.
  func name(_ persons: PersonList, _ names: PersonFileNames) throws -> [Person] {
    try persons.filter { person in
      if try list.name(names[person], of: person.key) { isListKept = false }
      return try !list.earlierStems(of: person.key).isEmpty
    }
  }

  /// Records what a person's files are made of now.
  func note(_ written: WrittenFile, of owner: PersonID) throws {
    if try list.keep(written, of: owner) { isListKept = false }
  }

  /// Gives all documents their names, removes the files of these persons with earlier ones, except
  /// names that others have now, and returns how many names there were.
  func removeEarlierFiles(of persons: [Person], among everybody: PersonList) throws -> Int {
    try output?.finish()
    if persons.isEmpty { return 0 }
    let kept = Set(try everybody.compactMap { try list[$0.key]?.stem })
    var count = 0
    for person in persons {
      for stem in try list.earlierStems(of: person.key) where !kept.contains(stem) {
        for suffix in kind.suffixes { try output?.remove(stem + suffix) }
        try list.forgetEarlier(stem, of: person.key)
        isListKept = false
        count += 1
      }
    }
    return count
  }

  /// Writes the list where it changed: before the documents, so that none is ever unknown, and behind
  /// them, so that it never tells of one that is not there.
  func keepList() throws {
    if isListKept { return }
    try output?.writeDocument(list.bytes(), as: kind.listName, permissions: .owner)
    try output?.finish()
    isListKept = true
  }

  // MARK: The last run: lines with its present in microseconds since 1970 and the number of records

  /// The present of the last run that wrote to a folder, and how many records the last run for
  /// everybody had; nil where none is known.
  static func lastRun(in path: String) throws -> (now: Instant, records: Int?)? {
    guard let bytes = try OutputFolder.contents(of: runName, in: path) else { return nil }
    let lines = String(decoding: bytes.prefix(40), as: UTF8.self).split(separator: "\n")
    guard let now = lines.first.flatMap({ Int64($0) }) else {
      throw Fault(
        .unusable, code: "damaged-list", of: path + "/" + runName,
        "it does not say when the last run was",
        advice: "restore it from a backup, or remove it; one run then trusts any clock")
    }
    return (Instant(microseconds: now), lines.dropFirst().first.flatMap { Int($0) })
  }

  /// Keeps what the next run asks of the one that is done.
  ///
  /// - Parameter records: nil for a run for a few, which leaves the number as it is.
  func keepRun(at now: Instant, records: Int?) throws {
    let last = try Self.lastRun(in: path)
    let records = records ?? last?.records
    if let last, last == (now, records) { return }
    let lines = ["\(now.microseconds)"] + (records.map { ["\($0)"] } ?? [])
    let text = lines.map { $0 + "\n" }.joined()
    try output?.writeDocument(Array(text.utf8), as: Self.runName, permissions: .owner)
    try output?.finish()
  }

  // MARK: The key: 32 hexadecimal digits and a line break, which editors and copies may take away.

  private static func text(of key: SipHash.Key) -> [UInt8] {
    Array((Hash128(low: key.low, high: key.high).hexadecimal + "\n").utf8)
  }

  private static func key(_ bytes: [UInt8]) -> SipHash.Key? {
    guard bytes.count == 32 || bytes.count == 33 && bytes[32] == UInt8(ascii: "\n") else {
      return nil
    }
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
