import ByteText
import CSimdJSON
package import Exports
import Notifications
import Profiles

/// Reads a recipients file: JSON (an array, an object around one, an object keyed by id), JSON
/// Lines, CSV or a SQLite database.
///
///     {"id": "u-7", "email": "ana@example.org", "locale": "pt-BR", "time_zone": "America/Recife",
///      "frequency": "weekly:monday", "hour": 7, "types_off": ["new_message"],
///      "minimum_priority": "normal", "quiet_hours": {"start": "22:30", "end": "07:15"},
///      "latitude": -8.05, "longitude": -34.9, "radius": 5, "unsubscribed": false,
///      "also": {"gitlab": 42}}
///
/// A damaged entry, or one with a field that cannot be understood, is rejected as a whole. A file
/// that cannot be divided into entries is an error. A profile recognizes and reads records with its
/// system's preferences.
package enum RecipientsFile {
  static let shape = EntryShape(
    identifying: RecipientField.id.names,
    lists: ["recipients", "users", "data", "items", "results", "records"])

  /// Reads the file at `path`.
  package static func read(
    _ path: String, options: RecipientOptions
  ) throws(SideFileError) -> RecipientReading {
    let reading =
      switch try SideFile(path: path, readsTables: true).content {
      case .text(let text): try read(text, file: path, options: options)
      case .table(let text, let table):
        try read(text, table, file: path, options: options)
      case .database: try RecipientRows(options).read(path)
      }
    // An empty file would count everybody as checked and without an address.
    if reading.entries.isEmpty { throw SideFileError(file: path, reason: .noRecipients) }
    if reading.drafts.isEmpty, let first = reading.rejects.first {
      throw SideFileError(file: path, reason: .noUsableRecipient(first))
    }
    return reading
  }

  static func read(
    _ text: SideFileText, file: String, options: RecipientOptions
  ) throws(SideFileError) -> RecipientReading {
    guard let reader = RecipientReader(options) else {
      throw SideFileError(file: file, reason: .outOfMemory)
    }
    var shape = shape
    shape.identifying += options.profiles.flatMap {
      $0.preferences?.recipient.compactMap(\.segments.first) ?? []
    }
    shape.lists += options.profiles.flatMap { $0.preferences?.tables ?? [] }
    let known = KnownFields(options.profiles)
    return try text.withBytes { (bytes) throws(SideFileError) -> RecipientReading in
      var reading = RecipientReading()
      var entries = SideFileEntries(bytes, file: file, shape: shape)
      try entries.visit { entry in
        if reading.entries.count < KnownFields.sample {
          known.addUnknown(in: entry.bytes, to: &reading.unknownFields)
        }
        reading.entries.append(
          reader.entry(entry.bytes, key: entry.key, file: file, place: entry.place))
      }
      return reading
    }
  }
}

extension RecipientsFile {
  /// Reads the rows of a table; columns that may hold a list or an object may hold its JSON.
  private static func read(
    _ text: SideFileText, _ table: CSVTable, file: String, options: RecipientOptions
  ) throws(SideFileError) -> RecipientReading {
    guard let reader = RecipientReader(options) else {
      throw SideFileError(file: file, reason: .outOfMemory)
    }
    let known = KnownFields(options.profiles)
    var reading = RecipientReading()
    reading.unknownFields = Set(
      table.columns.filter { !$0.isEmpty && !known.isKnown($0.utf8) })
    var rows = SideFileRows(text, table, usage: ColumnUsage(options))
    rows.visit { line, row in
      let place = SideFilePosition.line(line)
      switch row {
      case .success(let record):
        reading.entries.append(reader.entry(record, key: nil, file: file, place: place))
      case .failure(let fault):
        let fault = FieldFault(field: nil, reason: .row(fault))
        reading.entries.append(
          .rejected(SideFileReject(file: file, place: place, fault: fault)))
      }
    }
    return reading
  }
}

/// The members and columns that are read, to find those that are not.
struct KnownFields {
  /// The number of entries that are checked.
  static let sample = 1_000
  private static let mostKept = 256

  private let names: [String]

  init(_ profiles: [Profile]) {
    names =
      RecipientField.members
      + profiles.compactMap(\.preferences).flatMap { declared in
        (declared.recipient + [declared.container, declared.radius].compactMap(\.self)
          + declared.switches.values).compactMap(\.segments.first)
      }
  }

  func isKnown(_ name: some Sequence<UInt8>) -> Bool {
    names.contains { FieldNames.match(name, $0.utf8) }
  }

  /// Adds the names of an object's members that are not read.
  func addUnknown(in object: UnsafeRawBufferPointer, to unknown: inout Set<String>) {
    guard unknown.count < Self.mostKept, let object = JSONText(object), object.kind == .object
    else { return }
    for (name, _) in object.parts.prefix(Self.mostKept) where !isKnown(name) {
      unknown.insert(JSONEscape.unescaped(name))
    }
  }
}
