import ByteText
import Notifications
import Profiles

/// What was assumed of whole inputs.
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
