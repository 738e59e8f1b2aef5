import ByteText
internal import Delivery
internal import MailMessages
internal import Recipients
internal import Rendering
internal import YAML

extension Settings {
  /// The section `mail`: a section for each stream.
  static let streams = Setting<Plan>(
    key: SettingKey(
      section: "mail",
      "The digest mails: a section for each stream, a series of mails with its own ledger entries. "
        + "Its name is part of the List-Id, and goes into every Message-ID.",
      stream.map(\.key), need: .shown, hasOwnNames: true)
  ) { node, plan, reader in
    for member in node.members(collecting: &reader.faults) {
      plan.streams.append(reader.stream(member))
    }
  }

  fileprivate static let stream = [
    sender, outbox, [theme], rhythm, contents, [safety], limits, [clock],
  ].flatMap(\.self)

  /// The sender that a new configuration file has as its example: it is nobody's.
  package static let exampleSender = "digest@example.org"

  private static let sender: [Setting<StreamConfiguration>] =
    [
      Setting(
        "from", .address, example: exampleSender, meaning: "The sender's address.",
        need: .required, flag: .first
      ) { $0.from = $1 },
      Setting(
        "reply-to", .address, example: "help@example.org", meaning: "The address for replies."
      ) { $0.replyTo = $1 },
    ]

  private static let outbox: [Setting<StreamConfiguration>] = [
    Setting(
      "outbox", .output, example: "outbox",
      meaning: "The folder from which a mail sender takes the messages.", need: .required,
      flag: SettingFlag("output", short: "o", value: "outbox", isFirst: true)
    ) { $0.outbox = $1 },
    Setting(
      "as", .word(OutboxFormat.allCases), example: "maildir",
      meaning: "The format of the outbox.", standard: "maildir", flag: .first
    ) { $0.options.form = $1 },
    Setting(
      "ledger", .output, example: "digest.ledger", meaning: "The path of the ledger.",
      standard: "tidings.ledger in the outbox"
    ) { $0.options.ledger = $1 },
    Setting(
      "backup", .output, example: "digest.backup",
      meaning: "A whole copy of the ledger, replaced when it lacks mails.",
      flag: .none
    ) { $0.options.backup = $1 },
  ]

  private static let theme = Setting<StreamConfiguration>(
    "theme", .word(MailRenderer.themes), example: "default", meaning: "The theme.",
    standard: "default"
  ) { $0.options.theme = $1 }

  /// When mail is due for recipients who do not say.
  private static let rhythm: [Setting<StreamConfiguration>] = [
    Setting(
      "frequency", .frequency, example: "weekly",
      meaning: "How often recipients who do not say get a mail.", standard: "daily", flag: .first
    ) { $0.rhythmWords.frequency = $1 },
    Setting(
      "days", .list(of: .weekday, isSplit: true), example: "[mon, thu]",
      meaning: "The days of a weekly mail.", standard: "monday"
    ) { $0.rhythmWords.days = $1 },
    Setting(
      "day", .monthDay, example: "1",
      meaning: "The day of a monthly mail; in a shorter month its last.", standard: "1"
    ) { $0.rhythmWords.day = $1 },
    Setting(
      "hour", .hour, example: "7", meaning: "The local hour of recipients who set none.",
      standard: "7", flag: .first
    ) { $0.rhythmWords.hour = $1 },
    Setting(
      "hours", .list(of: .hour, isSplit: true), example: "[8, 17:30]",
      meaning: "Several of these instead of hour, for several mails on each day."
    ) { $0.rhythmWords.hours = $1 },
    Setting(
      "urgent", .urgency, example: "immediately",
      meaning:
        "When unread notifications of high priority are mailed. With immediately, the next run mails "
        + "them at any hour that is not quiet.", standard: "digest"
    ) { $0.rhythmWords.urgent = $1 },
    Setting(
      "paused-until", .date, example: "2026-03-01",
      meaning: "Nobody who does not say otherwise is mailed before this day begins for them."
    ) { $0.rhythmWords.pausedUntil = $1 },
  ]

  private static let contents: [Setting<StreamConfiguration>] = [
    Setting(
      "first-days", .days, example: "7",
      meaning: "How many days a recipient's first mail looks back.",
      standard:
        "the longest gap between their days: 1, for weekdays 3, for a weekly mail up to 7, for a monthly one 31"
    ) { $0.options.firstDays = $1 },
    Setting(
      "limit", .number(1...1_000_000), example: "\(MailOptions.standardLimit)",
      meaning: "The most lines of a mail; what is cut is counted.",
      standard: "\(MailOptions.standardLimit)"
    ) { $0.options.limit = $1 },
    Setting(
      "types", .list(of: .text), example: "[offer, event]",
      meaning: "Only these types, by key or label.", standard: "all", flag: .none
    ) { $0.options.types = $1 },
    Setting(
      "priorities", .list(of: .priority), example: "[high]", meaning: "Only these priorities.",
      standard: "all", flag: .none
    ) { $0.options.priorities = Set($1) },
    Setting(
      "where", .list(of: .condition), example: "[data.env=production]",
      meaning:
        "Only notifications with this value of a field: actor, subject or the path of any other; != "
        + "excludes a value.", standard: "all",
      flag: .none
    ) { $0.options.conditions = $1 },
    Setting(
      "send-empty", .flag, example: "false",
      meaning: "Also mails recipients who have nothing new.", standard: "false"
    ) { $0.options.sendsEmpty = $1 },
  ]

  private static let safety = Setting<StreamConfiguration>(
    "sync", .flag, example: "true",
    meaning: "Syncs to the disk, so that a power failure loses nothing.", standard: "true"
  ) { $0.options.syncs = $1 }

  private static let limits: [Setting<StreamConfiguration>] = [
    Setting(
      "max-messages", .number(0...1_000_000_000), example: "50000",
      meaning: "Stops a run before its first message if it would send more, unless forced."
    ) { $0.options.limits.maxMessages = $1 },
    Setting(
      "max-age", .duration, example: "36h",
      meaning: "Stops a run before its first message if the newest record is older, unless forced."
    ) { $0.options.limits.maxAge = $1 },
  ]

  /// How far the clock may be ahead; folders of pages and feeds ask too.
  private static let clock = Setting<StreamConfiguration>(
    "max-ahead", .duration, example: "2d",
    meaning:
      "Stops a run before its first message, unless forced, if the newest record and the last run are "
      + "both longer ago, because the clock may be wrong.", standard: "2d"
  ) { $0.options.limits.maxAhead = $1 }

  // MARK: The settings of the stream that `tidings mail` mails.

  package static let senderOfMail = sender.map(ofMail)
  package static let themeOfMail = ofMail(theme)
  package static let rhythmOfMail = (rhythm + contents).map(ofMail)
  package static let outboxOfMail = (outbox + [safety]).map(ofMail)
  package static let limitsOfMail = limits.map(ofMail)
  package static let clockOfMail = ofMail(clock)

  private static func ofMail(_ row: Setting<StreamConfiguration>) -> Setting<Plan> {
    row.lifted { plan, fill in
      if plan.streams.isEmpty { plan.streams.append(StreamConfiguration()) }
      fill(&plan.streams[0])
    }
  }
}

extension SettingsReader {
  /// A stream of the section `mail`.
  fileprivate mutating func stream(_ member: YAMLMember) -> StreamConfiguration {
    var stream = StreamConfiguration()
    stream.name = member.name
    let section = read(member.value, Settings.stream, into: &stream)
    stream.options.rhythm = rhythm(stream.rhythmWords) { section[$0.key] }
    stream.rhythmWords = RhythmWords()
    do throws(Fault) {
      if section["ledger"] == nil, let node = section["outbox"], !stream.outbox.isEmpty {
        try claim(stream.outbox + "/" + Ledger.name, for: "the ledger of \(node.key)", at: node)
      }
      let sender = stream.from.map { Mailbox(nil, $0) }
      if let sender, (try? MailStream(name: member.name, from: sender)) == nil {
        throw member.place.malformed(
          member.name, expected: "a stream's name of letters, digits and hyphens")
      }
    } catch { report(error) }
    return stream
  }
}
