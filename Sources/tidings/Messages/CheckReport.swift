import ByteText
import Exports
import Notifications
import Pipeline
import Profiles
import Rendering

/// The findings of `check`, as text and as JSON.
struct CheckReport {
  let index: ExportIndex
  /// Fields that a profile maps but no record has, and similar findings.
  let warnings: [String]
  /// Inputs that no profile was made for.
  let fallbacks: [String]
  /// Types in the records that their profile does not define.
  let unknownTypes: [TypeID]
  /// What is as it should be of the job; empty without a configuration file.
  let facts: [String]

  init(
    _ index: ExportIndex, profiles: ProfileSet, isForced: Bool, marks: MarkTable = MarkTable(),
    passedFolders: [String] = [], job: JobCheck? = nil
  ) {
    self.index = index
    facts = job?.facts ?? []
    // A type of own actions is there twice.
    var seen = Set<TypeID>()
    unknownTypes = index.types.filter { seen.insert($0).inserted }.filter { type in
      guard let profile = profiles[type.profile] else { return true }
      // A profile without types knows them all.
      return !profile.types.isEmpty && profile.type(type.key) == nil
    }
    let unknown = Set(unknownTypes)
    let copies = index.duplicates
    let repeated =
      copies * 2 > copies + index.count
      ? [
        "\(copies) of \(copies + index.count) records repeat the id of another; only one "
          + "of each is kept"
      ] : []
    let findings = index.mappings.flatMap { mapping in
      guard let profile = profiles[mapping.profile] else { return [String]() }
      let types = index.types.filter { $0.profile == mapping.profile }
      return MappingSentence.findings(
        mapping, profile,
        knowing: CheckFacts(
          isForced: isForced, knownTypes: Set(types.filter { !unknown.contains($0) }.map(\.key)),
          unknownTypes: Set(types.filter(unknown.contains).map(\.key))))
    }
    fallbacks = isForced ? [] : MappingSentence.drafts(index)
    warnings =
      passedFolders + repeated + index.guesses.filter { $0.weight > .note }.map(\.sentence)
      + findings
      + StateSentence.unmatched(marks, in: index) + (job?.warnings ?? [])
  }

  var text: [UInt8] {
    var lines = index.sources.flatMap(sourceLines)
    for mapping in index.mappings {
      lines += fieldLines(mapping)
      lines += unusedLines(mapping)
    }
    lines += index.rejects.map { "rejected  " + VisibleText.line($0.sentence) }
    lines += oddities.filter { $0.count > 0 }.map { "note      \($0.count) × \($0.words)" }
    lines += unknownTypes.prefix(Self.mostTypes).map {
      VisibleText.line("type      \($0.key.text), unknown to \($0.profile.text)")
    }
    if unknownTypes.count > Self.mostTypes {
      lines.append("type      and \(unknownTypes.count - Self.mostTypes) more")
    }
    lines += fallbacks.map { VisibleText.line("note      \($0)") }
    lines += index.sources.flatMap(tableNotes).map { VisibleText.line("note      \($0)") }
    let notes = index.guesses.filter { $0.weight == .note }.map(\.sentence)
    lines += (notes.isEmpty ? [soleRecipient].compactMap(\.self) : notes).map {
      VisibleText.line("note      \($0)")
    }
    lines += facts.map { VisibleText.line("job       \($0)") }
    lines += index.sources.flatMap { source in
      source.incomplete.map {
        VisibleText.line("warning   \(source.file) is incomplete: \($0.words)")
      }
    }
    lines += warnings.map { VisibleText.line("warning   \($0)") }
    lines.append(verdict)
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  /// The most unknown types that the text names.
  private static let mostTypes = 20

  private func sourceLines(_ source: SourceReport) -> [String] {
    let profile = source.profile?.text ?? "no profile"
    let file = source.file == "-" ? "standard input" : source.file
    let line =
      "read      \(file): \(source.format.rawValue), \(profile), \(source.records.counted("record")), "
      + "\(source.rejected) rejected"
    let strays = source.strays.map {
      "          of them \($0.records.counted("record")) of \($0.profile.text)"
    }
    return ([line] + strays).map(VisibleText.line)
  }

  /// What is odd about a table, but no problem.
  private func tableNotes(_ source: SourceReport) -> [String] {
    var named = Set<String>()
    let repeated = (source.columns ?? []).filter { !$0.isEmpty && !named.insert($0).inserted }
    let cut = source.openCell.map {
      "\(source.file): its last line has no end: the file may be cut off there, in \($0.column)"
    }
    let twice =
      repeated.isEmpty
      ? nil
      : "\(source.file): of several columns with one name the first is read: \(repeated.listed(most: 10))"
    return [cut, twice].compactMap(\.self)
  }

  // MARK: Mappings

  /// Each field with its paths and the number of records that have it.
  private func fieldLines(_ mapping: MappingReport) -> [String] {
    let parts = mapping.parts
    let names = parts.map { MappingSentence.name($0.section) }
    let width = names.map(\.count).max() ?? 0
    let counts = parts.map { String($0.records) }
    let countWidth = counts.map(\.count).max() ?? 0
    let head =
      "mapping   \(mapping.profile.text): what its fields match in "
      + mapping.survey.records.counted("record")
    let lines = zip(parts, zip(names, counts)).map { part, words in
      let (name, count) = words
      let indent = String(repeating: " ", count: countWidth - count.count)
      let paths = Self.cut(MappingSentence.paths(part.paths), to: 60)
      return "          \(indent)\(count)  \(name.padded(to: width))  \(paths)"
    }
    return ([head] + lines).map(VisibleText.line)
  }

  /// The paths in the records that the profile does not use.
  private func unusedLines(_ mapping: MappingReport) -> [String] {
    let paths = mapping.survey.unused.paths
    guard !paths.isEmpty else { return [] }
    let counts = paths.map { String($0.records) }
    let width = counts.prefix(Self.mostPaths).map(\.count).max() ?? 0
    let lines = zip(paths, counts).prefix(Self.mostPaths).map { path, count in
      let indent = String(repeating: " ", count: max(0, width - count.count))
      let sample = path.sample.isEmpty ? "null" : Self.cut(path.sample, to: 40)
      return "          \(indent)\(count)  \(Self.cut(path.text, to: 60)): \(sample)"
    }
    let left = paths.count - Self.mostPaths
    let more =
      left > 0 || mapping.survey.unused.isCut
      ? ["          and \(mapping.survey.unused.isCut ? "more" : "\(left) more")"] : []
    return
      (["unused    \(mapping.profile.text): paths in the records that no field uses"] + lines + more)
      .map(VisibleText.line)
  }

  /// The most unused paths in the text; JSON has all that were kept.
  private static let mostPaths = 40

  private static func cut(_ text: String, to length: Int) -> String {
    text.count > length ? String(text.prefix(length)) + "…" : text
  }

  /// A note if all records belong to one person, which may mean that the mapping finds no
  /// recipient.
  var soleRecipient: String? {
    guard index.recipientCount == 1, index.count > 1 else { return nil }
    return
      "all \(index.count) notifications belong to one recipient, \(index.recipient(at: 0).text)"
  }

  private var verdict: String {
    let count = index.sources.reduce(warnings.count) { $0 + $1.rejected + $1.incomplete.count }
    return count == 0 ? "No problems found." : "\(count.counted("problem")) found."
  }

  /// The names of the actions without an address.
  private var idleActions: String {
    let names = Set(index.mappings.flatMap(\.survey.idleActions.keys)).sorted()
    return names.listed(most: 10)
  }

  /// What was corrected or ignored in accepted records.
  var oddities: [(key: StaticString, words: String, count: Int)] {
    let warnings = index.warnings
    return [
      ("duplicates", "a copy of another record: same recipient and id", index.duplicates),
      ("unknownTypes", "a type that the profile does not know", warnings[.unknownType]),
      (
        "unknownPriorities", "a priority that the profile does not know, treated as normal",
        warnings[.unknownPriority]
      ),
      (
        "zonelessTimes", "a time without a zone, treated as UTC",
        index.guesses.reduce(0) { $0 + ($1.subject == .zone ? $1.count : 0) }
      ),
      (
        "leftOut", "a record that where or whereNot leaves out",
        index.sources.reduce(0) { $0 + $1.leftOut }
      ),
      (
        "unmatched", "a record that does not match its profile's rules",
        index.mappings.reduce(0) { $0 + $1.survey.unmatched }
      ),
      (
        "readDisagreements", "two read columns that disagree, treated as read",
        warnings[.readDisagreement]
      ),
      ("ownActions", "a recipient's own action, left out", warnings[.ownAction]),
      (
        "idleActions", "an action to which the profile gives no address, not shown: \(idleActions)",
        index.mappings.reduce(0) { $0 + $1.survey.idleActions.values.reduce(0, +) }
      ),
      (
        "duplicateKeys", "a duplicate key in an object; the last one counts",
        warnings[.duplicateKey]
      ),
      ("loneSurrogates", "half of a surrogate pair, replaced by U+FFFD", warnings[.loneSurrogate]),
    ]
  }

  /// `tidings.check/1`
  var json: [UInt8] {
    JSONWriter.document("tidings.check/1") { json in
      json.objects("sources", index.sources) { $0.writeMembers(of: $1) }
      json.objects("mappings", index.mappings) { $0.writeMembers(of: $1) }
      json.member("warnings", warnings)
      if !facts.isEmpty { json.member("job", facts) }
      json.object("notes") { json in
        for oddity in oddities { json.member(oddity.key, oddity.count) }
      }
      json.objects("unknownTypes", unknownTypes) { json, type in
        json.member("profile", type.profile.text)
        json.member("type", type.key.text)
      }
      json.objects("rejected", index.rejects) { $0.writeMembers(of: $1) }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func writeMembers(of mapping: MappingReport) {
    member("profile", mapping.profile.text)
    member("records", mapping.survey.records)
    member("unmatched", mapping.survey.unmatched)
    objects("fields", mapping.parts) { json, part in
      json.member("name", MappingSentence.name(part.section))
      json.member("paths", part.paths.map(\.description))
      json.member("records", part.records)
    }
    objects("unused", mapping.survey.unused.paths) { json, path in
      json.member("path", path.text)
      json.member("records", path.records)
      json.member("sample", path.sample)
    }
    member("unusedIsCut") { $0.write(mapping.survey.unused.isCut) }
  }

  fileprivate mutating func writeMembers(of source: SourceReport) {
    member("file", source.file)
    member("format", source.format.rawValue)
    if let profile = source.profile { member("profile", profile.text) }
    member("records", source.records)
    member("rejected", source.rejected)
    if !source.strays.isEmpty {
      objects("strays", source.strays) { json, stray in
        json.member("profile", stray.profile.text)
        json.member("records", stray.records)
      }
    }
    member("incomplete", source.incomplete.map(\.words))
  }

  fileprivate mutating func writeMembers(of reject: Reject) {
    member("file", reject.file)
    if let line = reject.place.line { member("line", line) }
    if let line = reject.place.lastLine { member("lastLine", line) }
    if let record = reject.place.record { member("record", record) }
    if let field = reject.field { member("field", field) }
    member("reason", reject.reason.words)
  }
}
