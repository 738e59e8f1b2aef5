import ByteText
import Exports
import Notifications
import Pipeline
import Rendering

/// Failures for an option that names something the data does not have. They exit with the status of
/// wrong usage.
extension Fault {
  static func noRecipient(_ recipient: RecipientID, nearest: RecipientID?) -> Fault {
    .usage(
      "there are no notifications for \(recipient), and no recipient has this id",
      didYouMean(nearest?.text) ?? "tidings summary shows the ids of the busiest recipients")
  }

  /// - Parameters:
  ///   - path: the words of the command that has these subcommands.
  ///   - isHelp: whether the name asks for help, which stands before the command.
  static func noCommand(
    _ name: String, of path: [String], known: [String], isHelp: Bool
  ) -> (fault: Fault, isNear: Bool) {
    let command = path.joined(separator: " ")
    let help = (["tidings", "help"] + path.dropFirst()).joined(separator: " ")
    let nearest = isHelp ? help : NearestName.of(name, among: known).map { "\(command) \($0)" }
    let failure = Fault.usage(
      "there is no command \(command) \(name)",
      didYouMean(nearest)
        ?? (known.isEmpty ? "try \(help)" : "the commands are \(known.listed())"))
    return (failure, nearest != nil)
  }
}

/// A warning about an unknown type in a file; not an error, because the type may come later.
enum TypeWarning {
  /// - Parameter place: `tidings.yaml: streams.digest.types`.
  static func unknown(_ type: String, at place: String, nearest: String?) -> String {
    let guess = Fault.didYouMean(nearest).map { "; \($0)" } ?? ""
    return "\(place): no notification and no profile has the type \(type)\(guess)"
  }
}

/// Warnings about what a stream is limited to and the exports do not have.
struct StreamWarnings {
  /// Those about a stream that mails nothing at all.
  private(set) var grave: [String] = []
  private(set) var light: [String] = []

  /// None where the exports are empty: they say nothing of names then.
  init(of stream: StreamConfiguration, in reading: Reading, _ types: KnownTypes) throws {
    guard reading.hasRecords else { return }
    let (wanted, place) = (stream.options.types, "types of the stream \(stream.name)")
    let unknown = wanted.filter { !types.has($0) }
    let sentences = unknown.map {
      TypeWarning.unknown($0, at: place, nearest: types.nearest(to: $0))
    }
    if unknown.count == wanted.count { grave = sentences } else { light = sentences }
    grave += try FieldWarning.of(stream, reading)
  }
}

/// A warning about a field that no record has, in a file; not an error, because it may come later.
enum FieldWarning {
  /// What `--where` calls the fields that every system has.
  static let names = ["actor", "subject", "type", "title", "body", "priority", "id", "recipient"]

  /// The field that may have been meant instead of one without values; nil if no name is close.
  static func guess(_ name: String, among known: [String]) -> String? {
    Fault.didYouMean(NearestName.of(name, among: (names + known).filter { $0 != name }))
  }

  /// Warnings about the fields that a stream's conditions name.
  static func of(_ stream: StreamConfiguration, _ reading: Reading) throws -> [String] {
    guard let filter = FieldFilter(stream.options.conditions) else { return [] }
    let unknown = reading.index.namesWithoutValues(of: filter)
    if unknown.isEmpty { return [] }
    let known = try reading.index.fieldNames()
    return unknown.map { name in
      let guess = guess(name, among: known).map { "; \($0)" } ?? ""
      return "where of the stream \(stream.name): no record has a value of \(name)\(guess)"
    }
  }
}

/// Summarizes the links that documents left out.
enum DroppedLinkSentence {
  /// - Parameter documents: what the sentence calls them: `mails`, `pages`.
  static func of(_ links: DroppedLinks, in documents: String) -> [String] {
    var sentences: [String] = []
    if links.relative > 0 {
      let what =
        links.relative == 1 ? "1 relative link was" : "\(links.relative) relative links were"
      sentences.append(
        "\(what) left out of the \(documents): set --base-url to where they lead, such as "
          + "https://app.example.org")
    }
    if links.refused > 0 {
      let what = links.refused == 1 ? "1 link is" : "\(links.refused) links are"
      sentences.append(
        "\(what) shown as text in the \(documents): only http, https and mailto are followed")
    }
    return sentences
  }
}
