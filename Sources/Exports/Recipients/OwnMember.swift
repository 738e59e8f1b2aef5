import ByteText
import Notifications

/// A list around an export's records, in memory.
struct OwnMember {
  private let file: String
  private let text: CompanionText
  /// The line of the file on which it begins, from 1.
  private let firstLine: Int

  init(
    _ found: EnvelopeMember.Found, file: String, _ read: EnvelopeMember.Read
  ) throws(CompanionError) {
    self.file = file
    guard found.range.count <= CompanionFile.limit else {
      throw CompanionError(file: file, reason: .tooLarge(limit: CompanionFile.limit))
    }
    var bytes = [UInt8](repeating: 0, count: found.range.count)
    let length = try bytes.withMutableRawBytes { (bytes) throws(CompanionError) -> Int in
      try read(found.range.lowerBound, bytes)
    }
    guard length == bytes.count else { throw CompanionError(file: file, reason: .changed) }
    text = CompanionText(bytes)
    firstLine = try Self.line(at: found.range.lowerBound, read)
  }

  /// Its elements as the profile's preferences.
  func preferences(of profile: Profile) throws(CompanionError) -> RecipientReading {
    guard let reader = PreferenceReader(profile) else {
      throw CompanionError(file: file, reason: .outOfMemory)
    }
    return try reading { reader.entry($0.bytes, file: file, place: $1) }
  }

  /// Its elements as those of a recipients file; nil where they are no objects, and so nobody.
  func people(_ options: RecipientOptions) throws(CompanionError) -> RecipientReading? {
    guard let reader = RecipientReader(options) else {
      throw CompanionError(file: file, reason: .outOfMemory)
    }
    do throws(CompanionError) {
      return try reading { reader.entry($0.bytes, key: $0.key, file: file, place: $1) }
    } catch {
      if error.reason == .damaged(.notAnObject) { return nil }
      throw error
    }
  }

  private func reading(
    _ entry: (CompanionEntry, CompanionPlace) -> RecipientEntry
  ) throws(CompanionError) -> RecipientReading {
    var reading = RecipientReading()
    try text.withBytes { (bytes) throws(CompanionError) in
      var entries = CompanionEntries(
        bytes, file: file, shape: EntryShape(identifying: [], lists: []))
      try entries.visit {
        let isFirstLine = firstLine == 1 && $0.number != nil
        reading.entries.append(entry($0, isFirstLine ? $0.place : .line(firstLine + $0.line - 1)))
      }
    }
    return reading
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
      line += buffer.withUnsafeBytes {
        LineCounter.lineFeeds(in: UnsafeRawBufferPointer(rebasing: $0[..<count]))
      }
      offset += Int64(count)
    }
    return line
  }
}
