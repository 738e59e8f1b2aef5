internal import ByteText
internal import Delivery
internal import Digests
internal import Exports
internal import Languages
internal import MailMessages
internal import Notifications
package import Rendering

/// A gallery: every document of some people in every language as files, and a page that shows them.
///
///     let run = try GalleryRun(cases, languages: ["en", "de"], templates: templates)
///     let written = try run.write(to: "gallery")
package struct GalleryRun: Sendable {
  package static let index = "index.html"

  private let cases: [GalleryCase]
  private let languages: [String]
  private let templates: TemplateCatalogue
  private let documents: DigestDocuments
  private let theme: GalleryTheme

  /// - Parameter languages: tags, the first of which is shown at first.
  /// - Throws: a fault for whatever is wrong in a template.
  package init(_ cases: [GalleryCase], languages: [String], templates: TemplateCatalogue) throws {
    self.cases = cases
    self.languages = languages
    self.templates = templates
    documents = try DigestDocuments(templates)
    theme = try GalleryTheme(templates)
  }

  /// Writes all documents and then the page into a folder that only its owner can read; returns the
  /// number of documents, of which some are two files: one more for a narrow screen.
  ///
  /// - Throws: a `Fault`.
  package func write(to folder: String) throws -> Int {
    let output = try OutputFolder(path: folder, permissions: .owner, syncs: false)
    var views: [GalleryView] = []
    let makers = try cases.map {
      try GalleryDocuments($0, languages: languages, templates, documents: documents, theme: theme)
    }
    for language in languages {
      let inboxes = try makers.compactMap { try $0.inbox(in: language) }
      for (number, maker) in makers.enumerated() {
        let made = try maker.documents(in: language, inboxes: inboxes)
        for file in made.files { try output.writeDocument(file.bytes, as: file.name) }
        views.append((language: language, caseNumber: number, shots: made.shots))
      }
    }
    try output.writeDocument(theme.page(of: views, cases: cases.map(\.title)), as: Self.index)
    try output.finish()
    return views.reduce(0) { $0 + $1.shots.count }
  }
}

/// Makes the documents of one person, each in the run that makes it for everybody.
struct GalleryDocuments {
  /// The columns of a terminal on a desktop and on a phone.
  private static let columns = (wide: 80, narrow: 40)

  struct Made {
    var files: [(name: String, bytes: [UInt8])] = []
    var shots: [GalleryShot] = []

    /// Adds a document; for a narrow screen another one, if it has one.
    mutating func add(
      _ kind: String, _ title: String, note: String = "",
      file: (name: String, bytes: [UInt8]), narrow: (name: String, bytes: [UInt8])? = nil
    ) {
      files += [file] + [narrow].compactMap(\.self)
      shots.append(
        (kind: kind, title: title, note: note, file: file.name, narrowFile: narrow?.name))
    }
  }

  private let galleryCase: GalleryCase
  private let people: [String: Person]
  private let pages: InboxRun
  private let feeds: FeedRun
  private let mails: [(kind: String, title: String, composer: MailComposer)]
  private let digests: [(form: DigestFormat, run: DigestRun)]
  private let narrowTerminal: DigestRun
  private let theme: GalleryTheme

  init(
    _ galleryCase: GalleryCase, languages: [String], _ templates: TemplateCatalogue,
    documents: DigestDocuments, theme: GalleryTheme
  ) throws {
    (self.galleryCase, self.theme) = (galleryCase, theme)
    let reading = galleryCase.reading
    let catalogues = reading.vocabulary.catalogues
    var people: [String: Person] = [:]
    for tag in languages {
      people[tag] = galleryCase.person
      people[tag]?.words = catalogues.localization(for: tag)
    }
    self.people = people
    let all = PersonList(languages.compactMap { people[$0] }, reading)
    var selection = reading.selection
    selection.limit = InboxPlan.defaultLimit
    pages = try InboxRun(
      reading.selecting(selection), persons: all, templates: templates, plan: galleryCase.pages,
      muting: galleryCase.mail.links.muting)
    feeds = FeedRun(
      reading, persons: all, templates: templates, plan: FeedPlan(),
      inboxURL: galleryCase.inboxURL)
    mails = try [("mail", "Mail", "default"), ("lean", "Mail, lean", "lean")].map {
      (kind, title, name) in
      let options = MailOptions(brand: galleryCase.mail.brand)
      let renderer = try MailRenderer(theme: name, templates, options: options)
      return (
        kind, title,
        MailComposer(
          reading.index, vocabulary: reading.vocabulary, renderer: renderer, plan: galleryCase.mail)
      )
    }
    func digest(_ form: DigestFormat, columns: Int = Self.columns.wide) -> DigestRun {
      DigestRun(
        reading, persons: all, documents: documents, form: form, style: Self.style(columns),
        days: GalleryLook.days, inboxURL: galleryCase.inboxURL)
    }
    digests = [DigestFormat.html, .markdown, .text, .terminal].map { ($0, digest($0)) }
    narrowTerminal = digest(.terminal, columns: Self.columns.narrow)
  }

  private static func style(_ columns: Int) -> TerminalStyle {
    TerminalStyle(columns: columns, hasColor: true)
  }

  /// What the list of inboxes says of the person's page.
  func inbox(in language: String) throws -> InboxIndexEntry? {
    try people[language].map { try pages.entry(of: $0, at: name("page", language)) }
  }

  /// - Parameter inboxes: those of all people of the gallery.
  func documents(in language: String, inboxes: [InboxIndexEntry]) throws -> Made {
    guard let person = people[language] else { return Made() }
    let words = person.words
    var made = Made()
    func addDocument(_ kind: String, _ title: String, bytes: [UInt8], note: String = "") {
      made.add(kind, title, note: note, file: (name(kind, language), bytes))
    }
    func addTerminal(_ kind: String, _ title: String, wide: [UInt8], narrow: [UInt8]) {
      func page(_ bytes: [UInt8]) -> [UInt8] {
        theme.page(ofTerminal: bytes, title: title, in: words)
      }
      made.add(
        kind, title, file: (name(kind, language), page(wide)),
        narrow: (name(kind + "-narrow", language), page(narrow)))
    }
    for (kind, title, composer) in mails {
      guard let message = try message(by: composer, for: person) else { continue }
      addDocument(kind, title, bytes: message.html, note: message.headers.subject)
      guard kind == mails.first?.kind else { continue }
      let text = theme.page(ofText: message.text.bytes, title: "Mail, text part", in: words)
      addDocument("mail-text", "Mail, text part", bytes: text)
    }
    addDocument("page", "Inbox page", bytes: try pages.page(for: person))
    addDocument("inboxes", "List of inboxes", bytes: pages.list(of: inboxes, in: words))
    for (form, run) in digests {
      let (title, bytes) = (Self.title(of: form), try run.document(of: person))
      switch form {
      case .html: addDocument("digest", title, bytes: bytes)
      case .markdown, .text, .json:
        addDocument(
          form.rawValue, title, bytes: theme.page(ofText: bytes, title: title, in: words))
      case .terminal:
        addTerminal(
          "terminal", title, wide: bytes, narrow: try narrowTerminal.document(of: person))
      }
    }
    let (wide, narrow) = (summary(words, Self.columns.wide), summary(words, Self.columns.narrow))
    addTerminal("summary-terminal", "Summary, terminal", wide: wide, narrow: narrow)
    let feed = theme.page(ofFeed: try feeds.preview(for: person), title: "Feed", in: words)
    addDocument("feed", "Feed", bytes: feed)
    return made
  }

  private func summary(_ words: Localization, _ columns: Int) -> [UInt8] {
    let reading = galleryCase.reading
    var context = reading.context
    (context.words, context.types) = (words, reading.present.types(in: words))
    return TerminalDocument.summary(
      galleryCase.summary, in: context, style: Self.style(columns))
  }

  private func name(_ kind: String, _ language: String) -> String {
    FileName.plain(
      Array("\(galleryCase.key)-\(language.lowercased())-\(kind)".utf8), suffix: ".html")
  }

  private static func title(of form: DigestFormat) -> String {
    switch form {
    case .html: "Digest, HTML"
    case .markdown: "Digest, Markdown"
    case .text: "Digest, text"
    case .terminal: "Digest, terminal"
    case .json: "Digest, JSON"
    }
  }

  /// The mail as if it were due now, also where there is nothing new.
  private func message(by composer: MailComposer, for person: Person) throws -> Message? {
    let now = galleryCase.mail.place.now
    let lookback = galleryCase.mail.lookback(of: person, horizon: nil, lastDelivery: nil)
    return try composer.compose(for: person, lookback: lookback, delivered: [], slot: now)
      .mail?.get().message.message
  }
}
