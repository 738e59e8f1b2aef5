import ByteText
import Delivery
import Exports
import Glibc
import Languages
import Notifications
import Pipeline
import Recipients

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
      .unusable, code: "other-people", of: path,
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
    let kinds = Set(runs.flatMap(\.decisions).map(\.outcome.kind))
    guard kinds.contains(.noAddress), kinds.isSubset(of: [.noAddress, .never]) else { return [] }
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

  /// Misspelled fields (other unknown fields are the app's own) and systems, and unknown types in
  /// `typesOff`.
  static func all(
    of recipients: [Recipient], unknownFields: [String], in path: String, _ types: KnownTypes
  ) -> [String] {
    let fields = unknownFields.compactMap { field in
      let near = NearestName.of(field, among: RecipientReading.fieldNames)
      return (field.lowercased().contains("lang") ? "locale" : near).map {
        "\(path): \(field) is not a recipient field; did you mean \($0)?"
      }
    }
    var muted: [TypeKey: Int] = [:]
    for preferences in recipients.map(\.preferences) {
      let own = preferences.mutedTypesByProfile.values
      for type in own.reduce(preferences.mutedTypes, { $0.union($1) }) where !types.has(type) {
        muted[type, default: 0] += 1
      }
    }
    let lines = muted.sorted { $0.key < $1.key }.prefix(mostTypes).map { type, count in
      TypeWarning.unknown(
        type.text, at: "\(path): typesOff of \(count.counted("recipient"))",
        nearest: types.nearestKey(to: type)?.text)
    }
    let rest = muted.count - lines.count
    return fields + systems(of: recipients, in: path, types) + lines
      + (rest > 0 ? ["\(path): typesOff: and \(rest) more unknown types"] : [])
  }

  /// Misspelled systems; a name that is near none may be a system of another run.
  private static func systems(
    of recipients: [Recipient], in path: String, _ types: KnownTypes
  ) -> [String] {
    var counts: [ProfileName: Int] = [:]
    for recipient in recipients {
      if let profile = recipient.profile { counts[profile, default: 0] += 1 }
      for profile in recipient.also.keys { counts[profile, default: 0] += 1 }
    }
    return counts.sorted { $0.key < $1.key }.compactMap { profile, count in
      types.nearestSystem(to: profile).map {
        "\(path): there is no profile \(profile), which \(count.counted("recipient")) "
          + "\(count == 1 ? "has" : "have"); did you mean \($0)?"
      }
    }
  }
}

/// Warns about languages that have no catalogue.
enum LanguageSentence {
  static func of(_ tag: String, recipients: Int) -> String {
    "there is no catalogue for \(tag), so \(recipients.counted("recipient")) "
      + "\(recipients == 1 ? "gets" : "get") English"
  }

  /// The warning about the language that the options or the configuration file set for everyone.
  static func ofAll(_ tag: String, among catalogues: Catalogues) -> String {
    "there is no catalogue for \(tag), so English is used; the catalogues are "
      + catalogues.tags.listed()
  }
}
