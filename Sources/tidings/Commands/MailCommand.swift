import ByteText
import Delivery
import Pipeline
import Recipients

extension Command {
  /// `tidings mail`
  static let mail = Command(
    name: "mail",
    abstract:
      "Makes the digest mail of every recipient who is due, and never mails anything twice.",
    about: """
      Addresses, languages, zones and preferences come from --recipients. What that file leaves out \
      comes from the exports' own tables or lists named recipients or users, and from foodshare's \
      notification_preferences. A mail contains unread notifications that were not mailed before. \
      The outbox's ledger records what was handed over to whom. The next run completes one that was \
      interrupted.

      --preview shows a mail without delivering it. With -o, --ledger or --config it leaves out what \
      the ledger says was mailed before --now, and shows the mail that was made at that time.

      -o - is the form for engines that keep their own books: it reads tidings.filter/1 from \
      standard input and writes mails and answers to standard output, and nothing else.
      """,
    examples: """
      tidings mail export.jsonl --from me@example.org -o outbox
      tidings mail export.jsonl --from me@example.org -o outbox --dry-run
      tidings mail export.jsonl --from me@example.org --preview user-17
      tidings mail export.jsonl --from me@example.org --preview user-17 -o outbox --now 2026-02-08T15:05:00Z
      tidings mail - -o - --as jsonl --profile rooms --from me@example.org --now 2026-02-08T15:05:00Z
      """,
    options: {
      [
        OptionGroup(
          "Input", Options.exports + Options.plan([Settings.recipients, Settings.suppress])),
        OptionGroup("Selection", [Options.recipient]),
        OptionGroup(
          "Mail",
          Options.plan(Settings.senderOfMail) + Options.brand + Options.plan([Settings.themeOfMail])
            + [stream] + Options.plan(Settings.links)),
        OptionGroup("Schedule", Options.plan(Settings.rhythmOfMail)),
        OptionGroup("Look", Options.place + Options.look + Options.terminal),
        OptionGroup(
          "Output",
          Options.plan(Settings.outboxOfMail) + [preview, Options.format]
            + Options.plan(Settings.reports) + Options.loudness + Options.work),
        OptionGroup(
          "Safety",
          Options.guards + Options.plan(Settings.limitsOfMail + [Settings.clockOfMail])
            + Options.strict),
      ]
    },
    narrow: { plan, given in
      let stream = try plan.stream(named: given["stream"]?.last)
      plan.makeNothing()
      plan.streams = [stream ?? StreamConfiguration()]
    },
    run: { request in
      try request.checkMail()
      if let recipient = request.preview {
        var reading = request
        // A preview only looks into the outbox and its ledger.
        reading.plan.streams[0].outbox = ""
        let session = try Session(request, paths: OutputPaths(reading))
        return try await MailPreview(session, of: recipient).print()
      }
      if request.plan.streams[0].outbox == Filter.place { return try await Filter(request).run() }
      let paths = try OutputPaths(request)
      return try await JobRecord(request).closing { record in
        let job = Job(try Session(request, paths: paths), record)
        return try job.finish(try await Build(job, secretsAre: .options).run())
      }
    })

  private static var stream: Setting<Request> {
    Setting(
      "stream", .text,
      meaning: "The name of the series of mails; each has its own ledger entries.",
      standard: "digest", flag: SettingFlag(value: "name")
    ) { $0.plan.streams[0].name = $1 }
  }

  private static var preview: Setting<Request> {
    Setting(
      "preview", .text,
      meaning: "Writes this recipient's mail to standard output; delivers nothing.",
      flag: SettingFlag(value: "id", isFirst: true)
    ) { $0.preview = $1 }
  }
}

extension Request {
  /// The ledger, then the options that say how an outbox is filled.
  static let runOptions =
    ["ledger", "report", "metrics", "dry-run", "force", "allow-incomplete"]
    + (Settings.limitsOfMail + [Settings.clockOfMail]).compactMap(\.key.optionName)

  /// Throws if the options do not say what to mail, or say what has no effect.
  fileprivate func checkMail() throws {
    let stream = plan.streams[0]
    try needExports()
    if stream.outbox.isEmpty, preview == nil {
      throw Fault.usage("there is no outbox", "name one with -o, or a recipient with --preview")
    }
    if stream.outbox == Filter.place { try refuse(["preview"], "with -o -") }
    if preview != nil {
      if has("format") {
        throw Fault.usage("--preview prints the mail itself", "--as jsonl prints it as JSON")
      }
      try refuse(Array(Self.runOptions.dropFirst()) + ["sync", "recipient"], "with --preview")
    }
    _ = try stream.sender(of: plan.brand)
    // Templates of one's own may show what the bundled ones do not.
    if stream.options.theme == "lean", plan.templatesFolder == nil {
      try refuse(["logo", "accent"], "with the theme lean")
    }
    if !plan.showsImages { try refuse(["logo"], "with --no-images") }
  }
}
