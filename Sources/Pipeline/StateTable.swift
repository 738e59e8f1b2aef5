import ByteText
package import Exports
package import Notifications

/// Where a system's records come from, for statements that change them there.
package struct StateTable: Equatable, Sendable {
  /// Of a database; nil for other exports.
  package private(set) var name: String?
  /// As the table spells them; nil for exports that are no tables.
  package private(set) var columns: [String]?
  /// The top-level names of the first records of a document.
  package private(set) var fields: [String] = []
  /// The tables of several databases, where they are not alike.
  package private(set) var others: [String] = []

  /// So many records of a document are looked at.
  private static let sampleSize = 1_000

  package init(of profile: ProfileName, in index: ExportIndex) throws(ExportError) {
    let sources = index.sources.filter { source in
      source.profile == profile || source.strays.contains { $0.profile == profile }
    }
    let tables = sources.compactMap(\.table)
    if let table = tables.first {
      (name, columns) = (table.name, table.columns)
      others = tables.filter { $0 != table }.map(\.name)
    } else if let header = sources.lazy.compactMap(\.columns).first {
      columns = header
    } else {
      fields = try Self.fields(of: profile, in: index)
    }
  }

  private static func fields(
    of profile: ProfileName, in index: ExportIndex
  ) throws(ExportError) -> [String] {
    let types = index.types
    var (fields, count) = (Set<String>(), 0)
    func isOwn(_ record: ExportIndex.Record) -> Bool { types[record.type].profile == profile }
    for place in 0..<index.recipientCount where count < sampleSize {
      try index.forEachRecord(of: place, where: isOwn) { _, bytes, key in
        guard count < sampleSize, let record = JSONText(bytes) else { return }
        count += 1
        for part in record.parts { fields.insert(String(decoding: part.name, as: UTF8.self)) }
        if key != nil { fields.insert("id") }
      }
    }
    return fields.sorted()
  }
}
