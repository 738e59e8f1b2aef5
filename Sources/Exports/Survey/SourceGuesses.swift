import ByteText
import Notifications
import Profiles

/// What was assumed of whole inputs, and of who is one person.
extension ExportIndex {
  /// What was assumed of the inputs: which are of one system, and which table of a database is meant.
  var sourceGuesses: [Guess] {
    var guesses: [Guess] = []
    for profile in contents.plan.records.profiles where profile.isFallback {
      let read = sources.filter { $0.profile == profile.name }
      var named = Set<String>()
      let files = read.map(\.file).filter { named.insert($0).inserted }
      guard files.count > 1, contents.plan.options.profile == nil else { continue }
      let count = read.reduce(0) { $0 + $1.records }
      guesses.append(
        Guess(
          subject: .oneSystem(files: files), profile: profile.name, count: count, weight: .doubt))
    }
    guesses += sources.compactMap(cutRecipient)
    for source in sources {
      guard let table = source.table, !table.others.isEmpty else { continue }
      guesses.append(
        Guess(
          subject: .table(read: table.name, others: table.others, file: source.file),
          profile: source.profile ?? ProfileName(""), count: source.records, weight: .danger))
    }
    return guesses
  }

  /// That an id is several: with commas between, and each with a digit or `@`, or somebody's own.
  var severalInOne: Guess? {
    func isSeveral(_ id: String) -> Bool {
      guard id.utf8.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") }) else {
        return false
      }
      let parts = id.split { ",; ".contains($0) }.map(String.init)
      return parts.count > 1
        && parts.allSatisfy { part in
          part.contains { $0 == "@" || $0.isNumber } || position(of: RecipientID(part)) != nil
        }
    }
    let several = (0..<recipientCount).filter { isSeveral(recipient(at: $0).text) }
    guard let first = several.first, let entry = contents.entries(of: first).first else {
      return nil
    }
    let profile = contents.plan.records.profiles[contents.types[Int(entry.type)].profile].name
    return Guess(
      subject: .severalInOne(recipient(at: first)), profile: profile,
      count: several.reduce(0) { $0 + count(of: $1) }, weight: .danger)
  }

  /// That the last recipient of a table may be cut off: a shorter one may be somebody else.
  private func cutRecipient(_ source: SourceReport) -> Guess? {
    guard let cell = source.openCell, let profile = source.profile,
      let paths = contents.plan.options.profiles[profile]?.fields[.recipient],
      paths.flatMap(\.sources).contains(where: { path in
        path.segments.count == 1
          && FieldNames.match(path.segments[0].utf8, cell.column.utf8)
      }), (0..<recipientCount).contains(where: { recipient(at: $0).text.utf8.count > cell.length })
    else { return nil }
    return Guess(
      subject: .cutRecipient(column: cell.column, file: source.file), profile: profile, count: 1,
      weight: .danger)
  }
}
