import ByteText
import Delivery
import Exports
import Glibc
import Languages
import Notifications
import Pipeline
import Recipients

extension Failure {
  /// The message about a recipients, state or suppression file that cannot be used.
  init(_ error: SideFileError) {
    let (status, what, advice) =
      if case .foreign(let kind) = error.reason {
        ForeignFormatSentence.words(kind, file: error.file, isExport: false)
      } else if error.file == "-", error.reason == .noSuchFile {
        (.noInput, "this must be a file", "name /dev/stdin for standard input")
      } else {
        Self.words(error.reason)
      }
    let place = error.line.map { "\(error.file), line \($0)" } ?? error.file
    self.init(status: status, message: "\(place): \(what)", advice: advice)
  }

  private static func words(_ reason: SideFileError.Reason) -> (ExitStatus, String, String) {
    switch reason {
    case .noSuchFile: (.noInput, "there is no such file", "check the path")
    case .isDirectory: (.noInput, "this is a folder", "name a file")
    case .isDevice: (.noInput, "this is a device, not a file or pipe", "name a file")
    case .unreadable(let code):
      (.noInput, "it cannot be read: \(String(cString: strerror(code)))", "check its permissions")
    case .tooLarge(let limit):
      (.noUsableData, "it has more than \(limit) bytes", "split it, or use a SQLite database")
    case .changed: (.noUsableData, "it changed while it was being read", "run the command again")
    case .empty: (.noUsableData, "the file is empty", "name the right file")
    case .foreign(let kind): ForeignFormatSentence.words(kind, file: "FILE", isExport: false)
    case .utf16: (.noUsableData, "it is UTF-16", "convert it: iconv -f UTF-16 -t UTF-8")
    case .compressed: (.noUsableData, "it is compressed", "decompress it first")
    case .needsFile:
      (
        .noUsableData,
        "the recipients' preferences can be read only if the database is a plain file",
        "decompress it and name the new file"
      )
    case .isDatabase: (.noUsableData, "it is a database", "name a text file")
    case .damaged(.invalidUTF8):
      (
        .noUsableData, RejectSentence.damaged(.invalidUTF8),
        "save the file as UTF-8; from Latin-1: iconv -f CP1252 -t UTF-8"
      )
    case .damaged:
      (
        .noUsableData, "the JSON is damaged from this point on",
        "correct the line, or write the file again"
      )
    case .row(let fault):
      (.noUsableData, SideFileSentence.row(fault), "correct the line, or write the file again")
    case .wrongSchema(let found, let expected):
      (
        .noUsableData, "its schema is \(found ?? "missing")",
        "this version of tidings reads \(expected)"
      )
    case .outOfMemory: (.noUsableData, "there is not enough memory", "use a smaller file")
    case .database(.noTable(let found, _)), .database(.noSuchTable(_, let found)):
      (
        .noUsableData,
        "no table of this database contains recipients"
          + (found.isEmpty ? ": it has no tables" : "; its tables are \(Failure.listed(found))"),
        "name a table recipients, or give one the columns id and email"
      )
    case .database(.severalTables(let tables)):
      (
        .noUsableData, "several tables may contain recipients: \(Failure.listed(tables))",
        "name the right one recipients"
      )
    case .database(let failure): Failure.database(failure)
    case .noJoinTable(let name, let found):
      (
        .noUsableData, "it has no table \(name); its tables are \(Failure.listed(found))",
        "give the join in the profile the name of its table"
      )
    case .notText:
      (.noUsableData, "it is a binary file, not a list of addresses", "name a text file")
    case .noUsableRecipient(let first):
      (
        .noUsableData,
        "none of its entries can be used; the first error: \(SideFileSentence.inFile(first))",
        "correct the file, or name the right one"
      )
    case .noAddresses:
      (
        .noUsableData, "it contains no addresses",
        "to suppress nobody, write the comment line # none"
      )
    case .noAddress(let text):
      (
        .noUsableData, "\(text) is not an address, so its owner would still be mailed",
        "correct the line: the address comes first, and a comment begins with #"
      )
    case .noRecipients:
      (
        .noUsableData, "it contains no recipients",
        "check what writes this file"
      )
    }
  }
}

/// Says why an entry of a side file was rejected.
enum SideFileSentence {
  static func of(_ reject: SideFileReject) -> String {
    "\(reject.file), \(inFile(reject))"
  }

  /// `line 3: hour: 25 is not an hour from 0 to 23, or a time such as 17:30`
  static func inFile(_ reject: SideFileReject) -> String {
    "\(place(reject.place)): \(fault(of: reject))"
  }

  /// `hour: 25 is not a whole number from 0 to 23`
  static func fault(of reject: SideFileReject) -> String {
    (reject.field.map { "\($0): " } ?? "") + reason(reject.reason)
  }

  private static func cut(_ text: String) -> String {
    text.cut(toBytes: SideFileReject.longestName)
  }

  private static func place(_ place: SideFilePosition) -> String {
    switch place {
    case .line(let line): "line \(line)"
    case .record(let record): "record \(record)"
    case .row(let row): "row \(row)"
    }
  }

  private static func reason(_ reason: SideFileReject.Reason) -> String {
    switch reason {
    case .damaged(.notAnObject): "the entry is not a JSON object"
    case .damaged(let damage): RejectSentence.damaged(damage)
    case .row(let fault): row(fault)
    case .missing: "it is missing or empty"
    case .repeatedKey: "it occurs twice"
    case .wrongType(let expected): "it must be \(expected)"
    case .malformed(let text, let expected): "\(text) is not \(expected)"
    case .unknownWord(let text, let allowed): ChoiceSentence.of(text, allowed: allowed)
    case .unknownZone(let zone):
      "\(zone) is not a time zone of the IANA database"
        + (Failure.didYouMean(Zone.nearest(to: zone)).map { "; \($0)" } ?? "")
    case .contradiction(let other): "it contradicts \(other)"
    case .repeatedRecipient(let first): "the recipient is already at \(place(first))"
    case .repeatedAddress(let first): "the address is already at \(place(first))"
    case .claimedIdentity(let profile, let recipient, let first):
      "\(cut(recipient.text)) of \(cut(profile.text)) belongs to the recipient at \(place(first))"
    }
  }
}

/// Says which words there are instead of one that is not known.
enum ChoiceSentence {
  /// `dayly is not daily, weekly or never; did you mean daily?`
  static func of(_ text: String, allowed: [String]) -> String {
    fault(text, allowed: allowed) + (guess(text, allowed: allowed).map { "; \($0)" } ?? "")
  }

  /// `dayly is not daily, weekly or never`
  static func fault(_ text: String, allowed: [String]) -> String {
    if allowed.count < 2 {
      return "\(text) is not " + (allowed.first ?? "known, as there is nothing to choose from")
    }
    let choices = allowed.dropLast().joined(separator: ", ")
    return "\(text) is not \(choices) or \(allowed.last ?? "")"
  }

  /// `did you mean daily?`; nil if no word is close.
  static func guess(_ text: String, allowed: [String]) -> String? {
    Failure.didYouMean(NearestName.of(text.lowercased(), among: allowed))
  }
}

extension SideFileSentence {
  fileprivate static func row(_ fault: RowFault) -> String {
    switch fault {
    case .blank: "the row is empty"
    case .cells(let found, let columns): RejectSentence.cellCount(found, columns: columns)
    case .openQuote(let column): "\(column): \(RejectSentence.openQuote)"
    case .textAfterQuote(let column): "\(column): \(RejectSentence.textAfterQuote)"
    }
  }
}

extension Audience {
  /// Warnings about the recipients files at `paths`.
  func warnings(_ paths: [String], _ types: KnownTypes) -> [String] {
    if paths.isEmpty { return [] }
    return RecipientsWarning.all(
      of: people.recipients, unknownFields: unknownFields, in: paths.joined(separator: ", "), types)
  }
}

/// Warns if nobody can be mailed: no addresses are known, or those of other people.
enum AddressWarning {
  /// Why a run ends whose recipients files have other ids than the exports; nil if it does not.
  static func strangers(_ audience: Audience, in reading: Reading, paths: [String]) -> Fault? {
    guard let path = paths.first, let (export, person) = audience.strangers(in: reading) else {
      return nil
    }
    return Fault(
      .unusable, "other-people", of: path,
      "nobody in it is one of the exports' recipients, so none of these is mailed",
      advice: (export.recipient == person.recipient
        ? "\(export.recipient) has the profile \(export.profile) in the exports and \(person.profile) "
          + "in the file: write profile: \(export.profile) for each recipient"
        : "the exports have ids such as \(export.recipient), the file such as \(person.recipient): "
          + "give each recipient the id of the exports") + "; --force goes on anyway")
  }

  /// A warning about people who are waiting for a mail since they have no address.
  static func lost(_ people: Int) -> [String] {
    if people == 0 { return [] }
    let who =
      people == 1
      ? "1 person who was mailed before has" : "\(people) people who were mailed before have"
    return ["\(who) no address now; they are mailed once they have one"]
  }

  static func of(_ runs: [MailReport], recipients: [String], isConfigured: Bool) -> [String] {
    let decisions = runs.flatMap(\.decisions)
    guard decisions.contains(where: { $0.outcome == .noAddress }),
      decisions.allSatisfy({ $0.outcome == .noAddress || $0.outcome == .never })
    else { return [] }
    let option = isConfigured ? "recipients in the configuration file" : "--recipients FILE"
    let advice =
      recipients.first.map { "add each recipient's email to \($0)" }
      ?? "name a file that has some with \(option)"
    return ["nobody has an address, so there is nothing to mail; \(advice)"]
  }
}

/// Warns about what in a recipients file has no effect but was probably meant to have one.
enum RecipientsWarning {
  private static let mostTypes = 10

  /// Misspelled fields (other unknown fields are the app's own), and unknown types in `typesOff`.
  static func all(
    of recipients: [Recipient], unknownFields: [String], in path: String, _ types: KnownTypes
  ) -> [String] {
    let fields = unknownFields.compactMap { field in
      let near = NearestName.of(field, among: RecipientReading.fieldNames)
      return (field.lowercased().contains("lang") ? "locale" : near).map {
        "\(path): \(field) is not a recipient field; did you mean \($0)?"
      }
    }
    let muted = MutedTypes(recipients).unknown(types)
    let lines = muted.prefix(mostTypes).map { entry in
      TypeWarning.unknown(
        entry.type.text, at: "\(path): typesOff of \(entry.recipients.counted("recipient"))",
        nearest: types.nearestKey(to: entry.type)?.text)
    }
    let rest = muted.count - lines.count
    return fields + lines + (rest > 0 ? ["\(path): typesOff: and \(rest) more unknown types"] : [])
  }
}

/// Warns about languages that have no catalogue.
enum LanguageSentence {
  static func of(_ missing: MissingLanguage) -> String {
    "there is no catalogue for \(missing.tag), so \(missing.recipients.counted("recipient")) "
      + "\(missing.recipients == 1 ? "gets" : "get") English"
  }

  /// The warning about the language that the options or the configuration file set for everyone.
  static func ofAll(_ tag: String, among catalogues: Catalogues) -> String {
    "there is no catalogue for \(tag), so English is used; the catalogues are "
      + Failure.listed(catalogues.tags)
  }
}
