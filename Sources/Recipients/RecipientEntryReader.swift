import ByteText
import Exports
package import Languages
package import Notifications

/// Reads single entries of a recipients file, from wherever they come; for one thread.
package final class RecipientEntryReader {
  private let reader: RecipientReader

  /// Nil if there is no memory.
  package init?(_ options: RecipientOptions) {
    guard let reader = RecipientReader(options) else { return nil }
    self.reader = reader
  }

  /// - Parameters:
  ///   - file: what is named if the entry is rejected.
  ///   - line: its line there.
  package func entry(
    _ bytes: UnsafeRawBufferPointer, file: String, line: Int
  ) -> RecipientEntry {
    let padded = Array(bytes) + repeatElement(0, count: RecordWalker.slack)
    var reading = RecipientReading()
    padded.withUnsafeBytes {
      reader.read(
        UnsafeRawBufferPointer(rebasing: $0[..<bytes.count]), file: file,
        place: Fault.Place(line: line),
        into: &reading)
    }
    return reading.entries[0]
  }
}

extension People {
  /// The person of one entry, or why there is none.
  ///
  /// - Parameters:
  ///   - profile: that of the id if the entry names none.
  ///   - defaultZone: for quiet hours of a recipient without a zone.
  package init(
    _ entry: RecipientEntry, profile: ProfileName, options: RecipientOptions, defaultZone: Zone
  ) {
    var reading = RecipientReading()
    reading.people = [entry]
    self.init(
      file: reading, own: EmbeddedRecipients(), profile: profile, profiles: options.profiles,
      keys: options.keys, defaultZone: defaultZone, zones: options.zones)
  }
}
