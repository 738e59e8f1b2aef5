import ArgumentParser
import ByteText
import Delivery
import Languages
import Notifications
import Pipeline
import Rendering

/// `tidings ledger why`
struct LedgerWhyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract:
      "Shows each decision about a recipient with its reason, and when their next mail is due.",
    discussion: """
      Shows the mails that were handed over and where they are now, the runs that made none and \
      why, and the next slot as the last run saw it. A line stands for several runs in a row that \
      decided the same. Nothing is changed, so it is safe to use during a run. The output is \
      personal data.

      EXAMPLES
        tidings ledger why outbox user-17
        tidings ledger why outbox user-17 --format json | jq '.streams[].decisions[-1]'
      """)

  @OptionGroup var place: LedgerLocation

  @Argument(help: ArgumentHelp("The recipient.", valueName: "id"))
  var recipient: String

  @Option(
    help: ArgumentHelp(
      "The recipient's profile, if recipients of several profiles have the same id.",
      valueName: "name"))
  var profile: String?

  @OptionGroup var output: FormatOption
  @OptionGroup var terminal: TerminalOptions

  func run() async throws {
    try await Command.run { environment in
      let ledger = try Ledger(path: try place.path(), access: .reading)
      let id = RecipientID(recipient)
      let person = try LedgerPerson.find(id, profile: profile, in: ledger)
      let answer = LedgerAnswer(person, try LedgerMails(of: ledger).records(of: person.bytes))
      switch output.format {
      case .terminal:
        let style = terminal.style(for: .output, environment)
        var bytes: [UInt8] = []
        for page in answer.pages {
          if !bytes.isEmpty { bytes.append(UInt8(ascii: "\n")) }
          bytes += TerminalDocument.overview(page, style: style)
        }
        try StandardStream.output.write(bytes)
      case .json: try StandardStream.output.write(answer.json)
      }
      return .done
    }
  }
}

/// Finds a recipient that a ledger knows.
enum LedgerPerson {
  /// Throws if nobody has the id, or recipients of several profiles do.
  ///
  /// - Parameter option: the one that names the profile.
  static func find(
    _ recipient: RecipientID, profile: String?, in ledger: Ledger, option: String = "--profile"
  ) throws -> PersonID {
    if let known = try known(recipient, profile: profile, in: ledger, option: option) {
      return known
    }
    // Of somebody who was forgotten only a hash is left, which the id and its profile tell.
    let home = try ledger.home().map { String(decoding: $0, as: UTF8.self) }
    if let name = profile ?? home {
      let person = PersonID(ProfileName(name), recipient)
      if try !ledger.records(of: person.bytes).isEmpty { return person }
    }
    throw Failure(
      status: .noInput, message: "no run has decided about \(recipient)",
      advice: Failure.didYouMean(try nearest(recipient, in: ledger)) ?? "check the id")
  }

  /// Nil if nobody has the id; throws if recipients of several profiles do.
  static func known(
    _ recipient: RecipientID, profile: String?, in ledger: Ledger, option: String = "--profile"
  ) throws -> PersonID? {
    let profile = profile.map { ProfileName($0) }
    let keys = try ledger.recipients(endingWith: PersonID.suffix(of: recipient))
      .compactMap { PersonID(bytes: $0) }
      .filter { $0.recipient == recipient && (profile ?? $0.profile) == $0.profile }
    guard keys.count > 1 else { return keys.first }
    throw Failure.usage(
      "\(recipient) is a recipient of \(Failure.listed(keys.map(\.profile.text)))",
      "name one with \(option)")
  }

  static func nearest(_ recipient: RecipientID, in ledger: Ledger) throws -> String? {
    let known = try ledger.recipients(endingWith: [])
      .compactMap { PersonID(bytes: $0)?.recipient.text }
    return NearestName.of(recipient.text, among: known)
  }
}
