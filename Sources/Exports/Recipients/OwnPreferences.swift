import Notifications

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The preferences that an export itself holds: a table of its profile's beside the notifications,
/// or, in a JSON document, an array that bears such a table's name.
public enum OwnPreferences {
  /// Reads those in the export at `path`, whose records are `profile`'s; empty where there are none,
  /// or the profile declares none.
  public static func read(
    _ path: String, profile: Profile, options: RecipientOptions
  ) throws(CompanionError) -> RecipientReading {
    guard let declared = profile.preferences else { return RecipientReading() }
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      throw CompanionError(file: path, reason: errno == ENOENT ? .noSuchFile : .unreadable(errno))
    }
    defer { close(file) }
    func read(
      _ offset: Int64, _ target: UnsafeMutableRawBufferPointer
    ) throws(CompanionError) -> Int {
      var filled = 0
      while filled < target.count, let start = target.baseAddress {
        let count = pread(file, start + filled, target.count - filled, off_t(offset) + filled)
        if count < 0 && errno == EINTR { continue }
        guard count >= 0 else { throw CompanionError(file: path, reason: .unreadable(errno)) }
        if count == 0 { break }
        filled += count
      }
      return filled
    }
    var head = [UInt8](repeating: 0, count: DatabaseFile.magic.count)
    let length = try head.withMutableRawBytes { (bytes) throws(CompanionError) -> Int in
      try read(0, bytes)
    }
    if length == head.count, head == DatabaseFile.magic {
      return try RecipientRows(options).readPreferences(path, profile: profile)
        ?? RecipientReading()
    }
    return try self.read(declared.tables, of: profile, file: path, read: read)
  }

  /// Reads the members of the objects around an export's records that bear one of the names.
  static func read(
    _ names: [String], of profile: Profile, file: String, read: @escaping EnvelopeMember.Read
  ) throws(CompanionError) -> RecipientReading {
    var search = EnvelopeMember(named: names, read: read)
    var reading = RecipientReading()
    for range in try search.ranges() {
      guard range.count <= CompanionFile.limit else {
        throw CompanionError(file: file, reason: .tooLarge(limit: CompanionFile.limit))
      }
      var bytes = [UInt8](repeating: 0, count: range.count)
      let length = try bytes.withMutableRawBytes { (bytes) throws(CompanionError) -> Int in
        try read(range.lowerBound, bytes)
      }
      guard length == bytes.count else { throw CompanionError(file: file, reason: .changed) }
      let first = try line(at: range.lowerBound, read)
      try self.read(CompanionText(bytes), firstLine: first, of: profile, file: file, into: &reading)
    }
    return reading
  }

  private static func read(
    _ text: CompanionText, firstLine: Int, of profile: Profile, file: String,
    into reading: inout RecipientReading
  ) throws(CompanionError) {
    guard let reader = PreferenceReader(profile) else {
      throw CompanionError(file: file, reason: .outOfMemory)
    }
    try text.withBytes { (bytes) throws(CompanionError) in
      var entries = CompanionEntries(
        bytes, file: file, shape: EntryShape(identifying: [], lists: []))
      try entries.visit { entry in
        reading.entries.append(
          reader.entry(entry.bytes, file: file, place: .line(firstLine + entry.line - 1)))
      }
    }
  }

  /// The line, from 1, of an offset of the file.
  private static func line(
    at target: Int64, _ read: EnvelopeMember.Read
  ) throws(CompanionError) -> Int {
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    var offset: Int64 = 0
    var line = 1
    while offset < target {
      let wanted = Int(min(target - offset, Int64(buffer.count)))
      let count = try buffer.withMutableRawBytes { (bytes) throws(CompanionError) -> Int in
        try read(offset, UnsafeMutableRawBufferPointer(rebasing: bytes[..<wanted]))
      }
      if count == 0 { break }
      line += buffer[..<count].count { $0 == 0x0A }
      offset += Int64(count)
    }
    return line
  }
}
