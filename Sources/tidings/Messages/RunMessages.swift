import Digests
import Exports
import Notifications
import Pipeline
import Profiles
import Rendering

/// Says why a run was stopped before its first message, and what to do.
enum MailRefusalSentence {
  /// What a run that goes on says of it.
  static func warning(_ refusal: MailRefusal) -> String {
    let (message, advice) = words(refusal)
    return message + "; " + advice.replacing("; --force goes on anyway", with: "")
  }

  static func words(_ refusal: MailRefusal) -> (message: String, advice: String) {
    switch refusal {
    case .tooManyMessages(let messages, .option(let limit)):
      tooMany(messages, "more than --max-messages \(limit)")
    case .tooManyMessages(let messages, .history(let largest)):
      tooMany(
        messages,
        "more than five times the largest run of the 35 days before the last mails (\(largest)), "
          + "and more than \(SendLimits.ordinary)")
    case .tooOld(let newest, _):
      (
        "the newest notification is from \(newest.timestamp), older than --max-age allows",
        "check that the export ran; --force goes on anyway"
      )
    case .noRecipients(let profile, let paths):
      (
        "no record has the recipient field of profile \(profile.text) ("
          + paths.map(\.description).joined(separator: ", ")
          + "): one person would get everything",
        "correct recipient in the profile (tidings check shows the records' fields), or name the "
          + "one person with --owner"
      )
    case .guess(let guess): GuessSentence.words(guess)
    case .tooFarAhead(let now, let newest, let scheduled, let lastRun, let maxAhead):
      tooFarAhead(now: now, newest: newest, scheduled: scheduled, lastRun: lastRun, maxAhead)
    case .noRecords(let file):
      (
        "\(file.map { "\($0) has" } ?? "the exports have") no records, but had some last time",
        "check that the export ran; --force goes on anyway"
      )
    case .fewerRecords(let count, let last):
      (
        "the exports have \(count.counted("record")), and had \(last) last time",
        "check that the export is complete; --force goes on anyway"
      )
    case .noAddresses(let count, let all):
      (
        "\(count) of \(all) people who were mailed before have no address",
        "check that the recipients file is given and complete; --force goes on anyway"
      )
    case .renumbered(let profile, let mailed, let again):
      (
        "of the \(mailed.counted("notification")) of \(profile) that were mailed last, none is in the "
          + "exports, and \(again) that are older would be mailed",
        "check whether the app has given them other ids: they would be mailed again; --force goes "
          + "on anyway"
      )
    case .strangers(let count):
      (
        "none of the \(count) recipients in the exports is known from an earlier run",
        "check whether their ids have changed: everything would be mailed again; --force goes "
          + "on anyway"
      )
    case .otherPeople(let file, let export, let person):
      (
        "\(file): nobody in it is one of the exports' recipients, so none of these is mailed",
        (export.recipient == person.recipient
          ? "\(export.recipient) has the profile \(export.profile) in the exports and \(person.profile) "
            + "in the file: write profile: \(export.profile) for each recipient"
          : "the exports have ids such as \(export.recipient), the file such as \(person.recipient): "
            + "give each recipient the id of the exports") + "; --force goes on anyway"
      )
    case .renamed(let profile):
      (
        "notifications that were mailed under the profile \(profile) would be mailed again under "
          + "another",
        "give the profile that reads them now the name \(profile); --force mails them again"
      )
    case .emptied(let kind, let emptied, let all):
      (
        "\(emptied) of \(all) \(kind.plural) would become empty",
        "check that the export is complete; --force goes on anyway"
      )
    case .incomplete(let file, let reason):
      (
        "\(file) is incomplete: \(IncompletenessSentence.of(reason))",
        "export it again; --allow-incomplete goes on with what there is"
      )
    }
  }

  private static func tooMany(
    _ messages: Int, _ limit: String
  ) -> (message: String, advice: String) {
    let (noun, pronoun) = messages == 1 ? ("message", "it") : ("messages", "them")
    return (
      "there would be \(messages) \(noun), \(limit)",
      "look at \(pronoun) with --dry-run --report FILE; --force sends \(pronoun) anyway"
    )
  }

  private static func tooFarAhead(
    now: Instant, newest: Instant?, scheduled: Int, lastRun: Instant?, _ maxAhead: Int64
  ) -> (message: String, advice: String) {
    var before: [String] = []
    if let newest {
      let others = scheduled > 0 ? ", not counting \(scheduled) scheduled ahead" : ""
      before.append("the newest notification (\(newest.timestamp)\(others))")
    }
    if let lastRun { before.append("the last run (\(lastRun.timestamp))") }
    let (span, unit) =
      maxAhead % 86_400 == 0 ? (maxAhead / 86_400, "day") : (maxAhead / 3600, "hour")
    return (
      "the clock may be wrong: it is \(now.timestamp), more than \(Int(span).counted(unit)) after "
        + before.joined(separator: " and after "),
      "correct the clock; if it is right, use --force, and if the app is often silent for that "
        + "long, raise --max-ahead, or max-ahead in the configuration file"
    )
  }
}

extension Failure {
  init(_ refusal: MailRefusal) {
    let (message, advice) = MailRefusalSentence.words(refusal)
    self.init(status: .noUsableData, message: message, advice: advice)
  }
}

extension Failure {
  /// The message about a recipient who cannot be mailed.
  init(_ error: DigestMailError) {
    let (message, advice) =
      switch error {
      case .noAddress: ("the recipient has no address", "give one in the recipients file")
      case .badAddress(let address, _):
        ("\(Self.cut(address)) is not an address", "correct the recipients file")
      case .badUnsubscribeURL(let url):
        ("the unsubscribe URL \(Self.cut(url)) cannot be used", "give an https URL of plain ASCII")
      case .badDate: ("--now is out of range for a mail's date", "use a year from 1 to 9999")
      }
    self.init(status: .noUsableData, message: message, advice: advice)
  }

  /// Values of a recipients file can have any length.
  private static func cut(_ text: String) -> String {
    text.cut(toBytes: SideFileReject.longestName)
  }
}

extension SignedLinks {
  /// How errors call what a rule comes from.
  enum Naming {
    case options
    /// Of the configuration file.
    case keys
  }

  /// Makes the links of a plan, with secrets from environment variables.
  ///
  /// - Parameter environment: returns a variable's bytes; a secret need not be text.
  init(_ plan: Plan, of environment: (String) -> [UInt8]?, named naming: Naming) throws {
    self.init()
    func link(_ rule: SignedLinkRule, for purpose: SignedLink.Purpose) throws -> SignedLink {
      let (option, secretOption) = naming.names(of: purpose)
      guard let secret = environment(rule.secretVariable), !secret.isEmpty else {
        throw Failure.usage(
          "\(option) needs a secret, and the environment variable \(rule.secretVariable) is not set",
          "set it, or name another one with \(secretOption)")
      }
      do throws(SignedLink.Problem) {
        return try SignedLink(template: rule.template, secret: secret, for: purpose)
      } catch {
        throw Self.failure(error, named: option, of: rule, for: purpose)
      }
    }
    unsubscribing = try plan.unsubscribe.map { try link($0, for: .unsubscribing) }
    for rule in plan.manage {
      let made = try link(rule, for: .managing)
      if SignedLink.hasType(rule.template) { muting = made } else { managing = made }
    }
  }

  private static func failure(
    _ problem: SignedLink.Problem, named option: String, of rule: SignedLinkRule,
    for purpose: SignedLink.Purpose
  ) -> Failure {
    let template = "\(option) \(rule.template)"
    let path = purpose == .unsubscribing ? "unsubscribe" : "emails"
    let type = SignedLink.hasType(rule.template) && purpose == .managing ? "t={type}&" : ""
    let example = "write it as https://example.org/\(path)/{recipient}?\(type)s={signature}"
    return switch problem {
    case .missing(let mark): .usage("\(template) lacks \(mark)", example)
    case .unknown(let mark, let known):
      .usage(
        "\(template) has an unknown placeholder \(mark)",
        "it can contain \(known.dropLast().joined(separator: ", ")) and \(known.last ?? "")")
    case .notHTTPS: .usage("\(template) does not make an https link of plain ASCII", example)
    case .shortSecret(let least):
      .usage(
        "the secret in \(rule.secretVariable) has fewer than \(least) bytes",
        "make one with: openssl rand -base64 32")
    }
  }
}

extension SignedLinks.Naming {
  fileprivate func names(of purpose: SignedLink.Purpose) -> (template: String, secret: String) {
    switch (self, purpose) {
    case (.options, .unsubscribing): ("--unsubscribe-url", "--unsubscribe-secret-env")
    case (.options, .managing): ("--manage-url", "--unsubscribe-secret-env")
    case (.keys, .unsubscribing): ("unsubscribe.url", "unsubscribe.secret-from")
    case (.keys, .managing): ("manage.url", "manage.secret-from")
    }
  }
}

/// Says what a gallery's run did.
enum GallerySentence {
  /// `gallery/index.html shows 320 documents`
  static func written(_ documents: Int, in folder: String) -> String {
    "\(folder)/\(GalleryRun.index) shows \(documents) documents"
  }
}

/// Says what a run of digests did, and what may look wrong in it.
enum DigestSentence {
  /// `3 digests written`, or `3 digests would be written`
  static func written(_ count: Int, isDryRun: Bool = false) -> String {
    "\(count.counted("digest")) \(isDryRun ? "would be written" : "written")"
  }

  /// A warning about digests that an earlier run left in a folder.
  static func leftBehind(_ names: [String], in folder: String) -> [String] {
    guard let first = names.first else { return [] }
    let what =
      names.count == 1
      ? "1 digest of an earlier run is" : "\(names.count) digests of earlier runs are"
    return [
      "\(folder): \(what) still there (\(first)\(names.count > 1 ? ", …" : "")): their recipients "
        + "have no notifications in these exports"
    ]
  }

  /// A warning if all notifications are older than the days asked for.
  ///
  /// - Parameter days: the number of days before now to look at; nil for all.
  static func farAhead(_ reading: Reading, days: Int?) -> [String] {
    let now = reading.place.now
    guard let days, reading.selection.recipients == nil, let newest = reading.newest,
      newest < now.adding(seconds: -Int64(clamping: max(days, 2)) * 86_400)
    else { return [] }
    let age = (now.microseconds - newest.microseconds) / 86_400_000_000
    return [
      "there is nothing from the last \(days == 1 ? "day" : "\(days) days"): the newest notification, of "
        + "\(newest.timestamp), is \(age) days older than the current time, \(now.timestamp)"
    ]
  }
}

/// Says that others can read the key of a folder's names.
enum KeySentence {
  /// Nil for a folder whose key is its owner's alone, or that has none.
  static func of(_ folder: String) -> String? {
    FolderKind.sharedKey(in: folder).map {
      "\($0): others can read this key, and find everybody's files with it; chmod 600 \($0)"
    }
  }
}
