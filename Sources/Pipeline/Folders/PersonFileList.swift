internal import ByteText
internal import Digests
internal import Notifications

/// The owner of each page or feed of a folder, which a secret name does not tell, and what it was made
/// of, so that the next run skips an unchanged one without reading its notifications.
///
/// They are numbered from 0, and each keeps its number. One takes 130 bytes; a dictionary of strings
/// took 400, and there may be hundreds of thousands.
struct PersonFileList: Sendable {
  private var profiles = ByteTable()
  /// The recipient of each page, grouped by the number of the profile.
  private var owners = ByteTable()
  private var rows: [Row] = []
  /// Names made from the owners' ids.
  private var plainNames = ByteTable()
  /// Earlier names by number, without suffixes, until their files are removed; few pages have any.
  private var earlier: [Int: [String]] = [:]

  private struct Row {
    /// The secret name, or the number of the plain one.
    var file: Hash128
    var records = Hash128(low: 0, high: 0)
    var content = Hash128(low: 0, high: 0)
    var total: UInt32 = 0
    var unread: UInt32 = 0
    var isPlain: Bool
    var isWritten = false
    var hasRecords = false
  }

  init() {}

  var count: Int { rows.count }

  /// The total length of all recipients' ids in bytes.
  var ownerBytes: Int { owners.byteCount }

  /// Reserves memory for `pages` pages whose recipients' ids have `ownerBytes` bytes together.
  mutating func reserveCapacity(_ pages: Int, ownerBytes: Int) {
    rows.reserveCapacity(pages)
    owners.reserve(pages, bytes: ownerBytes)
  }

  // MARK: Asking

  /// The number of an owner's page; nil if there is none.
  func number(of owner: PersonID) -> Int? {
    let profile = owner.profile.text.withBytes { profiles.number(of: $0.span.bytes) }
    guard let profile else { return nil }
    return owner.recipient.text.withBytes {
      owners.number(of: $0.span.bytes, group: UInt32(truncatingIfNeeded: profile))
    }
  }

  /// The number of the owner's page. The owner, who gets the records that name no recipient,
  /// belongs to no system, or to `home` if the run that wrote the page had a recipients file. The
  /// same id in another system is another person.
  ///
  /// - Parameter home: empty if no export tells; then the page must be the only one of the id.
  func number(ofOwner recipient: RecipientID, home: ProfileName) -> Int? {
    number(of: PersonID(ProfileName(""), recipient))
      ?? (home.text.isEmpty
        ? onlyNumber(of: recipient) : number(of: PersonID(home, recipient)))
  }

  /// The number of a recipient's page in whatever system; nil if there is none, or several have one.
  private func onlyNumber(of recipient: RecipientID) -> Int? {
    let numbers = recipient.text.withBytes { id in
      (0..<profiles.count).compactMap {
        owners.number(of: id.span.bytes, group: UInt32(truncatingIfNeeded: $0))
      }
    }
    return numbers.count == 1 ? numbers[0] : nil
  }

  func owner(of page: Int) -> PersonID {
    PersonID(
      ProfileName(String(decoding: profileBytes(of: page), as: UTF8.self)),
      RecipientID(String(decoding: recipientBytes(of: page), as: UTF8.self)))
  }

  func profileBytes(of page: Int) -> ArraySlice<UInt8> {
    profiles.key(Int(owners.group(page)))
  }

  func recipientBytes(of page: Int) -> ArraySlice<UInt8> { owners.key(page) }

  func file(of page: Int) -> PersonFileName {
    let row = rows[page]
    return row.isPlain
      ? .plain(String(decoding: plainNames.key(Int(row.file.low)), as: UTF8.self))
      : .secret(row.file)
  }

  func earlierStems(of page: Int) -> [String] { earlier[page] ?? [] }

  /// What a page was made of; nil if that is not known.
  func written(_ page: Int) -> WrittenFile? {
    let row = rows[page]
    guard row.isWritten else { return nil }
    return WrittenFile(
      records: row.hasRecords ? row.records : nil, content: row.content,
      tally: Tally(total: Int(row.total), unread: Int(row.unread)))
  }

  /// The numbers of all pages in the order of their owners.
  var inOrder: [Int] {
    (0..<count).sorted { left, right in
      owners.group(left) == owners.group(right)
        ? recipientBytes(of: left).lexicographicallyPrecedes(recipientBytes(of: right))
        : profileBytes(of: left).lexicographicallyPrecedes(profileBytes(of: right))
    }
  }

  // MARK: Changing

  /// Names an owner's page and keeps its earlier names; returns its number and whether anything
  /// changed.
  mutating func name(_ file: PersonFileName, of owner: PersonID) -> (page: Int, isChanged: Bool) {
    let (page, isNew) = owner.profile.text.withBytes { profile in
      owner.recipient.text.withBytes { recipient in
        add(file, profile: UnsafeRawBufferPointer(profile), UnsafeRawBufferPointer(recipient))
      }
    }
    if isNew { return (page, true) }
    let known = self.file(of: page)
    if known == file { return (page, false) }
    let stem = file.stem
    earlier[page] = earlierStems(of: page).filter { $0 != stem } + [known.stem]
    rows[page] = row(file)
    return (page, true)
  }

  /// Records what a page was made of; returns whether anything changed.
  mutating func keep(_ written: WrittenFile, of page: Int) -> Bool {
    if self.written(page) == written { return false }
    rows[page].isWritten = true
    rows[page].hasRecords = written.records != nil
    rows[page].records = written.records ?? Hash128(low: 0, high: 0)
    rows[page].content = written.content
    rows[page].total = UInt32(clamping: written.tally.total)
    rows[page].unread = UInt32(clamping: written.tally.unread)
    return true
  }

  /// Forgets the earlier names of a page except those in `kept`; returns the forgotten ones.
  mutating func forgetEarlierStems(of page: Int, but kept: Set<String>) -> [String] {
    let stems = earlierStems(of: page)
    let rest = stems.filter(kept.contains)
    earlier[page] = rest.isEmpty ? nil : rest
    return stems.filter { !kept.contains($0) }
  }

  /// Gives a page, of which it is then unknown what it was made of, to another owner.
  mutating func give(_ page: Int, to owner: PersonID) {
    var list = PersonFileList()
    list.reserveCapacity(count, ownerBytes: ownerBytes)
    for number in 0..<count {
      let isGiven = number == page
      _ = list.name(file(of: number), of: isGiven ? owner : self.owner(of: number))
      if !isGiven, let written = written(number) { _ = list.keep(written, of: number) }
    }
    list.earlier = earlier
    self = list
  }

  /// Adds a line of a list. If a page has several names, its own is the one with content, or any if
  /// none has.
  mutating func insert(
    _ file: PersonFileName, _ written: WrittenFile?, profile: UnsafeRawBufferPointer,
    recipient: UnsafeRawBufferPointer
  ) {
    let (page, isNew) = add(file, profile: profile, recipient)
    if !isNew {
      let other = written == nil ? file : self.file(of: page)
      earlier[page, default: []].append(other.stem)
      if written != nil { rows[page] = row(file) }
    }
    if let written { _ = keep(written, of: page) }
  }

  private mutating func add(
    _ file: PersonFileName, profile: UnsafeRawBufferPointer, _ recipient: UnsafeRawBufferPointer
  ) -> (page: Int, isNew: Bool) {
    let group = UInt32(truncatingIfNeeded: profiles.add(profile.bytes).number)
    let (page, isNew) = owners.add(recipient.bytes, group: group)
    if isNew { rows.append(row(file)) }
    return (page, isNew)
  }

  private mutating func row(_ file: PersonFileName) -> Row {
    switch file {
    case .secret(let hash): return Row(file: hash, isPlain: false)
    case .plain(let stem):
      let number = stem.withBytes { plainNames.add($0.span.bytes).number }
      return Row(file: Hash128(low: UInt64(number), high: 0), isPlain: true)
    }
  }
}

/// What a page or feed was made of.
struct WrittenFile: Equatable {
  /// Identifies the records; nil if they do not determine what it shows.
  var records: Hash128?
  /// The fingerprint written into it.
  var content: Hash128
  var tally: Tally
}
