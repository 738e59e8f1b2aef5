package import ByteText
import CSimdJSON
import Exports
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

  /// Reads the files at `paths`. What the first says counts; the others say more of its people, or of
  /// others.
  package static func read(
    _ paths: [String], options: RecipientOptions
  ) throws(Fault) -> RecipientReading {
    var readings: [RecipientReading] = []
    for path in paths { readings.append(try read(path, options: options)) }
    var reading = readings.removeFirst()
    reading.unknownFields.formUnion(readings.flatMap(\.unknownFields))
    reading.others = readings
    return reading
  }

  /// Reads the file at `path`.
  package static func read(
    _ path: String, options: RecipientOptions
  ) throws(Fault) -> RecipientReading {
    let content = try SideFile(path: path, readsTables: true).content
    var reading = try read(content, file: path, options: options)
    // Only a whole file is somebody's: in a list, whoever has lost their id would be the owner.
    if let owner = options.owner, reading.entries.count == 1, let reject = reading.rejects.first,
      reject.fault.field == RecipientField.id.name, reject.fault.code == "missing"
    {
      reading = try read(content, file: path, options: options, key: owner.text)
    }
    // An empty file would count everybody as checked and without an address.
    if reading.entries.isEmpty {
      throw Fault(
        .unusable, code: "no-recipients", of: path, "it contains no recipients",
        advice: "check what writes this file")
    }
    if reading.drafts.isEmpty, let first = reading.rejects.first {
      throw Fault(
        .unusable, code: "no-usable-recipient", of: path,
        "none of its entries can be used; the first error: \(first.sentenceInFile)",
        advice: "correct the file, or name the right one")
    }
    return reading
  }

  private static func read(
    _ content: SideFile.Content, file: String, options: RecipientOptions, key: String? = nil
  ) throws(Fault) -> RecipientReading {
    switch content {
    case .text(let text): try read(text, file: file, options: options, key: key)
    case .table(let text, let table): try read(text, table, file: file, options: options)
    case .database: try RecipientRows(options).read(file)
    }
  }

  /// - Parameter key: the id of an entry that has none.
  static func read(
    _ text: SideFileText, file: String, options: RecipientOptions, key: String? = nil
  ) throws(Fault) -> RecipientReading {
    let readers = try Readers(options, file: file)
    let known = KnownFields(options.profiles)
    return try text.withBytes { (bytes) throws(Fault) -> RecipientReading in
      var reading = RecipientReading()
      var entries = SideFileEntries(bytes, file: file, shape: shape(options.profiles))
      var count = 0
      try entries.visit { entry in
        count += 1
        if count <= KnownFields.sample {
          known.addUnknown(in: entry.bytes, to: &reading.unknownFields)
        }
        readers.reader(of: entry.table).read(
          entry.bytes, key: entry.key ?? key, file: file, place: entry.place, into: &reading)
      }
      return reading
    }
  }

  private static func shape(_ profiles: [Profile]) -> EntryShape {
    let declared = profiles.compactMap(\.preferences)
    return EntryShape(
      identifying: shape.identifying
        + declared.flatMap(\.recipient).compactMap(\.segments.first),
      lists: shape.lists + declared.flatMap(\.peopleTables), tables: declared.flatMap(\.tables))
  }

  /// The readers of a file's lists.
  private struct Readers {
    private let people: RecipientReader
    /// Of the lists with a system's preferences, by the list's name.
    private var byTable: [String: RecipientReader] = [:]

    init(_ options: RecipientOptions, file: String) throws(Fault) {
      guard let people = RecipientReader(options) else {
        throw .outOfMemory(file, advice: "use a smaller file")
      }
      self.people = people
      for profile in options.profiles {
        for table in profile.preferences?.tables ?? [] where byTable[table] == nil {
          byTable[table] = RecipientReader(options, rowsOf: profile)
        }
      }
    }

    func reader(of table: String?) -> RecipientReader { table.flatMap { byTable[$0] } ?? people }
  }
}

extension RecipientsFile {
  /// Reads the rows of a table; columns that may hold a list or an object may hold its JSON.
  private static func read(
    _ text: SideFileText, _ table: CSVTable, file: String, options: RecipientOptions
  ) throws(Fault) -> RecipientReading {
    guard let reader = RecipientReader(options) else {
      throw .outOfMemory(file, advice: "use a smaller file")
    }
    let known = KnownFields(options.profiles)
    var reading = RecipientReading()
    reading.unknownFields = Set(
      table.columns.filter { !$0.isEmpty && !known.isKnown($0.utf8) })
    var rows = SideFileRows(text, table, usage: ColumnUsage(options))
    rows.visit { place, row in
      switch row {
      case .record(let record): reader.read(record, file: file, place: place, into: &reading)
      case .none(let fault):
        let fault = Fault(.unusable, code: "row", fault.words)
        reading.people.append(
          .rejected(SideFileReject(fault, of: file, at: place)))
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
