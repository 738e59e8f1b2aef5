package import ByteText
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
  /// The number of entries whose members are checked for those that are not read.
  private static let sample = 1_000

  static let shape = EntryShape(
    identifying: RecipientField.id.names,
    lists: ["recipients", "users", "data", "items", "results", "records"],
    rivals: ["recipients", "users"])

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
    let file = try ObjectFile(path: path)
    var reading = try read(file, options)
    // Only a whole file is somebody's: in a list, whoever has lost their id would be the owner.
    if let owner = options.owner, reading.entries.count == 1, let reject = reading.rejects.first,
      reject.recipient == nil, reject.fault.field == RecipientField.id.name
    {
      reading = try read(file, options, key: owner.text)
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

  /// - Parameters:
  ///   - key: the id of an entry that has none.
  ///   - tables: chooses those of a database; nil means those of
  ///     people and of systems' preferences.
  static func read(
    _ file: ObjectFile, _ options: RecipientOptions, key: String? = nil,
    tables: ((RecipientTableChoice) throws -> [TableOfRecipients])? = nil
  ) throws(Fault) -> RecipientReading {
    let readers = RecipientReaders(options)
    var reading = RecipientReading()
    var count = 0
    let layout = ObjectFile.Layout(
      shape: shape(options.profiles), usage: ColumnUsage(options),
      temporaryFolder: options.temporaryFolder
    ) { database in
      let choice = RecipientTableChoice(database: database, options: options)
      return try (tables?(choice) ?? choice.tables()).map {
        (table: $0.table, name: readers.prepare($0))
      }
    }
    try file.visit(layout) { entry in
      if let fault = entry.fault {
        reading.people.append(.rejected(SideFileReject(fault, of: file.path, at: entry.place)))
        return
      }
      count += 1
      readers[entry.table].read(
        entry.bytes, key: entry.key ?? key, file: file.path, place: entry.place,
        samples: count <= sample, into: &reading)
    }
    return reading
  }

  private static func shape(_ profiles: [Profile]) -> EntryShape {
    let declared = profiles.compactMap(\.preferences)
    return EntryShape(
      identifying: shape.identifying + declared.flatMap(\.recipient).compactMap(\.segments.first),
      lists: shape.lists + declared.flatMap(\.peopleTables), tables: declared.flatMap(\.tables),
      rivals: shape.rivals)
  }
}

private final class RecipientReaders {
  private let options: RecipientOptions
  private let people: RecipientReader
  /// By the name of a list with a system's preferences, and by that of a table.
  private var byTable: [String: RecipientReader] = [:]

  init(_ options: RecipientOptions) {
    self.options = options
    people = RecipientReader(options)
    for profile in options.profiles {
      for table in profile.preferences?.tables ?? [] where byTable[table] == nil {
        byTable[table] = RecipientReader(options, rowsOf: profile)
      }
    }
  }

  /// Makes the reader of a database's table, and returns the name by which it is found; nil if it is
  /// that of people.
  func prepare(_ chosen: TableOfRecipients) -> String? {
    guard chosen.owner != nil || chosen.keeper != nil else { return nil }
    let name = "table " + chosen.table.name
    byTable[name] = RecipientReader(options, peopleOf: chosen.owner, rowsOf: chosen.keeper)
    return name
  }

  subscript(table: String?) -> RecipientReader { table.flatMap { byTable[$0] } ?? people }
}
