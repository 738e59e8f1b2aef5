internal import ByteText
internal import Digests
internal import Notifications

/// The file of a list.
///
///     # tidings.pages/2
///     7f3a….html<TAB>rooms<TAB>user-7<TAB>records<TAB>content<TAB>total<TAB>unread
///
/// A line without the last four fields is a page of unknown content.
extension PersonFileList {
  /// Nil if `bytes` are no such list.
  init?(_ bytes: [UInt8], _ kind: FolderKind) {
    self.init()
    var lines = LineFields(bytes)
    guard let heading = lines.next(), heading.count == 1,
      kind.listHeadings.contains(where: { heading[0].elementsEqual($0.utf8) })
    else { return nil }
    // The other fields of a line with content take about 110 bytes.
    let count = bytes.count { $0 == UInt8(ascii: "\n") } - 1
    reserveCapacity(max(0, count), ownerBytes: max(0, bytes.count - 110 * count))
    while let fields = lines.next() {
      guard fields.count == 3 || fields.count == 7, let stem = Self.stem(fields[0], kind),
        let profile = Self.bytes(fields[1]), let recipient = Self.bytes(fields[2])
      else { return nil }
      let file = PersonFileName(stem: stem)
      let written = fields.count == 7 ? WrittenFile(fields[3...]) : nil
      if fields.count == 7 && written == nil { return nil }
      profile.withUnsafeBytes { profile in
        recipient.withUnsafeBytes { insert(file, written, profile: profile, recipient: $0) }
      }
    }
  }

  /// The list in the order of the owners: the same bytes for the same pages.
  func bytes(_ kind: FolderKind) -> [UInt8] {
    var bytes = Array((kind.listHeadings[0] + "\n").utf8)
    // All at once: an array that grows holds its memory twice.
    let profile = (0..<count).reduce(0) { max($0, profileBytes(of: $1).count) }
    bytes.reserveCapacity(bytes.count + ownerBytes + count * (profile + 128))
    for page in inOrder {
      append(file(of: page).stem + kind.suffix, page, written: written(page), to: &bytes)
      for stem in earlierStems(of: page).sorted() {
        append(stem + kind.suffix, page, written: nil, to: &bytes)
      }
    }
    return bytes
  }

  private func append(
    _ name: String, _ page: Int, written: WrittenFile?, to bytes: inout [UInt8]
  ) {
    bytes += name.utf8
    bytes.append(UInt8(ascii: "\t"))
    Self.append(profileBytes(of: page), to: &bytes)
    bytes.append(UInt8(ascii: "\t"))
    Self.append(recipientBytes(of: page), to: &bytes)
    written?.append(to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// The name without its suffix; nil if it is not one that we give: a name from an edited list must
  /// not lead out of the folder.
  private static func stem(_ name: ArraySlice<UInt8>, _ kind: FolderKind) -> String? {
    let suffix = kind.suffix.utf8
    guard let first = name.first, first != UInt8(ascii: "."),
      name.suffix(suffix.count).elementsEqual(suffix),
      name.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") })
    else { return nil }
    return String(decoding: name.dropLast(suffix.count), as: UTF8.self)
  }

  /// Controls and the percent sign as `%` and two digits.
  private static func append(_ text: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
    for byte in text {
      if byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "%") {
        PercentEncoding.append(escape: byte, to: &bytes)
      } else {
        bytes.append(byte)
      }
    }
  }

  /// The UTF-8 that a field encodes; nil if it encodes none.
  private static func bytes(_ field: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard field.contains(UInt8(ascii: "%")) else {
      return String(validating: field, as: UTF8.self) == nil ? nil : field
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
    return String(validating: bytes, as: UTF8.self) == nil ? nil : bytes[...]
  }
}

extension WrittenFile {
  /// Reads four fields of a list; nil if they are malformed.
  fileprivate init?(_ fields: ArraySlice<ArraySlice<UInt8>>) {
    let texts = fields.map { String(decoding: $0, as: UTF8.self) }
    let records = Hash128(hexadecimal: texts[0])
    guard texts[0].isEmpty || records != nil, let content = Hash128(hexadecimal: texts[1]),
      let total = UInt32(texts[2]), let unread = UInt32(texts[3])
    else { return nil }
    self.init(
      records: records, content: content, tally: Tally(total: Int(total), unread: Int(unread)))
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

/// The lines of a list, each split at its tabs; empty lines are skipped.
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
