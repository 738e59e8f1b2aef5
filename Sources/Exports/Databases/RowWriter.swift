import ByteText
import CSQLite
import Profiles

/// Writes a statement's current row as a JSON object.
struct RowWriter {
  private struct Column {
    /// `"name":`, with the bracket or comma before it.
    let lead: [UInt8]
    let name: String
    /// Whether a profile reads it.
    let isNamed: Bool
    /// Whether a profile's path goes into it, so that JSON text counts as JSON.
    let isNested: Bool
  }

  private let columns: [Column]
  private let validator = EmbeddedJSON()

  init(columns names: [String], usage: ColumnUsage) {
    let usage = usage.collected()
    columns = names.enumerated().map { index, name in
      var lead: [UInt8] = [UInt8(ascii: index == 0 ? "{" : ",")]
      name.withRawBytes { JSONEscape.appendRaw($0, to: &lead) }
      lead.append(UInt8(ascii: ":"))
      return Column(
        lead: lead, name: name, isNamed: usage.isNamed(name), isNested: usage.isNested(name))
    }
  }

  /// Appends the row; returns the column with a blob instead of a text, after which the caller
  /// removes what was appended.
  func append(_ statement: OpaquePointer, to output: inout [UInt8]) -> String? {
    for (index, column) in columns.enumerated() {
      let index = Int32(index)
      output += column.lead
      switch sqlite3_column_type(statement, index) {
      case SQLITE_INTEGER: output += String(sqlite3_column_int64(statement, index)).utf8
      case SQLITE_FLOAT:
        // The shortest text that reads back the same; infinity and NaN do not exist in JSON.
        let real = sqlite3_column_double(statement, index)
        output += real.isFinite ? String(real).utf8 : "null".utf8
      case SQLITE_TEXT:
        let text = UnsafeRawBufferPointer(
          start: sqlite3_column_text(statement, index),
          count: Int(sqlite3_column_bytes(statement, index)))
        if column.isNested && validator.isContainer(text) {
          output += text
        } else {
          JSONEscape.appendRaw(text, to: &output)
        }
      case SQLITE_BLOB where column.isNamed: return column.name
      default: output += "null".utf8
      }
    }
    output += (columns.isEmpty ? "{}" : "}").utf8
    return nil
  }
}

final class EmbeddedJSON {
  private let walker: RecordWalker
  private let slot: Slot
  private var buffer: [UInt8] = []

  init() {
    let paths = RecordPaths()
    slot = paths.slot(forNames: ["a"])
    walker = RecordWalker(paths)
  }

  /// Whether the text is one valid object or array, and nothing else.
  func isContainer(_ text: UnsafeRawBufferPointer) -> Bool {
    guard let first = text.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
      return false
    }
    buffer.removeAll(keepingCapacity: true)
    buffer += "{\"a\":".utf8
    buffer += text
    buffer.append(UInt8(ascii: "}"))
    let length = buffer.count
    buffer += repeatElement(0, count: RecordWalker.slack)
    return buffer.withUnsafeBytes { bytes in
      let whole = UnsafeRawBufferPointer(rebasing: bytes.prefix(length))
      // Text such as `{},"b":{}` makes a valid whole with more than one member.
      return walker.walk(whole) == nil && walker.fields[slot].bytes.count == text.count
    }
  }
}

/// The columns that are read, and those that paths go into.
package struct ColumnUsage: Sendable {
  private var named: [String] = []
  private var nested: [String] = []
  /// Those whose paths go into columns as well.
  private var profiles: [Profile] = []

  package init(named: [String], nested: [String]) {
    (self.named, self.nested) = (named, nested)
  }

  /// - Parameter paths: those of filters.
  init(_ profiles: [Profile], alsoInto paths: [String] = []) {
    self.profiles = profiles
    for path in paths {
      let segments = path.split(separator: ".").map { String($0) }
      named += [path] + segments.prefix(1)
      if segments.count > 1 { nested.append(segments[0]) }
    }
  }

  /// The same with the columns that the profiles name, which are collected only for a table.
  func collected() -> ColumnUsage {
    var usage = ColumnUsage(named: named, nested: nested)
    for profile in profiles {
      let values = ColumnUsage.values(profile)
      let lists =
        [profile.thumbnails?.items].compactMap(\.self) + (profile.fields[.actions] ?? [])
        + values.flatMap(\.containers)
      usage.nested += lists.compactMap { $0.segments.count == 1 ? $0.segments.first : nil }
      for path in values.flatMap(\.sources) + lists {
        guard let first = path.segments.first else { continue }
        usage.named.append(first)
        if path.segments.count > 1 { usage.nested.append(first) }
      }
    }
    return usage
  }

  func isNamed(_ column: String) -> Bool { ColumnUsage.has(named, column) }
  func isNested(_ column: String) -> Bool { ColumnUsage.has(nested, column) }

  private static func has(_ names: [String], _ column: String) -> Bool {
    names.contains { FieldNames.match($0.utf8, column.utf8) }
  }

  private static func values(_ profile: Profile) -> [FieldPath] {
    profile.fields.values.flatMap(\.self) + profile.values.values.flatMap(\.self)
      + profile.readMarks.map(\.path) + profile.pathsInConditions
  }
}
