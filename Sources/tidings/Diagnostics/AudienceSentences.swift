import ByteText
import Exports
import Notifications
import Pipeline

extension Audience {
  /// Warnings about the recipients file at `path`.
  func warnings(_ path: String?, _ types: KnownTypes) -> [String] {
    guard let path else { return [] }
    return RecipientsWarning.all(
      of: people.recipients, unknownFields: unknownFields, in: path, types)
  }
}

/// Where nobody can be mailed, because nothing says where their addresses are.
enum AddressWarning {
  static func of(_ runs: [MailReport], recipients: String?, isConfigured: Bool) -> [String] {
    let decisions = runs.flatMap(\.decisions)
    guard recipients == nil, !decisions.isEmpty,
      decisions.allSatisfy({ $0.outcome == .noAddress || $0.outcome == .never })
    else { return [] }
    let option = isConfigured ? "recipients: in the configuration file" : "--recipients"
    return [
      "nobody has an address: the exports contain none; name the file that does with \(option)"
    ]
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
      NearestName.of(field, among: RecipientReading.fieldNames).map {
        "\(path): \(field) is not a recipient field; did you mean \($0)?"
      }
    }
    let muted = MutedTypes(recipients).unknown(types)
    let lines = muted.prefix(mostTypes).map { entry in
      let whose = entry.recipients == 1 ? "1 recipient" : "\(entry.recipients) recipients"
      return TypeWarning.unknown(
        entry.type.text, at: "\(path): typesOff of \(whose)",
        nearest: types.nearestKey(to: entry.type)?.text)
    }
    let rest = muted.count - lines.count
    return fields + lines + (rest > 0 ? ["\(path): typesOff: and \(rest) more unknown types"] : [])
  }
}
