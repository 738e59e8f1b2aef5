package import ByteText
internal import Delivery
internal import Digests
internal import Exports
internal import Languages
package import MailMessages
package import Notifications
package import Rendering

/// A person whose documents a gallery shows, in all its languages.
package struct GalleryCase: Sendable {
  /// In file names: `few`.
  package var key: String
  /// For the chooser.
  package var title: String
  let reading: Reading
  let person: Person
  let mail: MailPlan
  let inboxURL: InboxAddress?
  let pages: InboxPlan
}

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
      for (number, maker) in makers.enumerated() {
        let made = try maker.documents(in: language)
        for file in made.files { try output.writeDocument(file.bytes, as: file.name) }
        views.append(GalleryView(language: language, caseNumber: number, shots: made.shots))
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
  }

  private let galleryCase: GalleryCase
  private let people: [String: Person]
  private let pages: InboxRun
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
    mails = try [("mail", "Mail", "default"), ("lean", "Mail, lean", "lean")].map {
      (kind, title, name) in
      let renderer = MailRenderer(
        theme: try MailTheme(name, templates), options: MailOptions(brand: galleryCase.mail.brand))
      return (
        kind, title,
        MailComposer(
          reading.index, vocabulary: reading.vocabulary, renderer: renderer, plan: galleryCase.mail)
      )
    }
    func digest(_ form: DigestFormat, columns: Int = Self.columns.wide) -> DigestRun {
      DigestRun(
        reading, persons: all, documents: documents, form: form,
        style: TerminalStyle(columns: columns, color: .sixteen), days: GalleryLook.days,
        inboxURL: galleryCase.inboxURL, showsImages: galleryCase.mail.showsImages,
        app: galleryCase.mail.brand.name)
    }
    digests = [DigestFormat.html, .markdown, .text, .terminal].map { ($0, digest($0)) }
    narrowTerminal = digest(.terminal, columns: Self.columns.narrow)
  }

  func documents(in language: String) throws -> Made {
    guard let person = people[language] else { return Made() }
    var made = Made()
    func addDocument(_ kind: String, _ title: String, bytes: [UInt8], note: String = "") {
      let name = name(kind, language)
      made.files.append((name, bytes))
      made.shots.append(GalleryShot(kind: kind, title: title, note: note, file: name))
    }
    for (kind, title, composer) in mails {
      guard let message = try message(by: composer, for: person) else { continue }
      addDocument(kind, title, bytes: message.html, note: message.headers.subject)
      guard kind == mails.first?.kind else { continue }
      let text = theme.page(ofText: message.text.bytes, title: "Mail, text part", in: person.words)
      addDocument("mail-text", "Mail, text part", bytes: text)
    }
    addDocument("page", "Inbox page", bytes: try pages.page(for: person))
    for (form, run) in digests {
      let (title, bytes) = (Self.title(of: form), try run.document(of: person))
      switch form {
      case .html: addDocument("digest", title, bytes: bytes)
      case .markdown, .text, .json:
        addDocument(
          form.rawValue, title, bytes: theme.page(ofText: bytes, title: title, in: person.words))
      case .terminal:
        addDocument(
          "terminal", title, bytes: theme.page(ofTerminal: bytes, title: title, in: person.words))
        let narrow = name("terminal-narrow", language)
        let bytes = try narrowTerminal.document(of: person)
        made.files.append((narrow, theme.page(ofTerminal: bytes, title: title, in: person.words)))
        made.shots[made.shots.count - 1].narrowFile = narrow
      }
    }
    return made
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

/// What the people of a gallery have in common: the looks that a plan describes, with an example in
/// place of what it leaves out.
package struct GalleryLook: Sendable {
  package static let exampleURL = "https://app.example.org"
  static let days = 7

  package var stream: MailStream
  package var brand: Brand
  package var inboxURL: InboxAddress
  package var showsImages: Bool
  /// Examples, so that the documents have every link.
  let links: SignedLinks

  /// - Parameter inboxURL: nil for an example.
  /// - Throws: never for the example address.
  package init(
    brand: Brand, inboxURL: InboxAddress?, showsImages: Bool, from: EmailAddress
  ) throws(Fault) {
    self.brand = brand
    self.inboxURL = inboxURL ?? InboxAddress(Self.exampleURL + "/inbox")
    self.showsImages = showsImages
    stream = try MailStream(from: Mailbox(brand.name.isEmpty ? nil : brand.name, from))
    func link(_ query: String) throws(Fault) -> SignedLink {
      try SignedLink(
        template: Self.exampleURL + "/emails?u={recipient}&s={signature}" + query,
        secret: Array("only an example".utf8) + [0], for: .managing)
    }
    var links = SignedLinks()
    (links.managing, links.muting) = (try link(""), try link("&t={type}"))
    self.links = links
  }
}

extension GalleryCase {
  /// - Parameters:
  ///   - recipient: somebody of the exports, or somebody for whom there is nothing.
  ///   - name: nil for the name that the recipients know.
  ///   - audience: the people of the reading.
  package init(
    _ key: String, title: String, recipient: RecipientID, name: String? = nil,
    in reading: Reading, _ audience: Audience, look: GalleryLook
  ) {
    self.key = key
    self.title = title
    self.reading = reading
    var person =
      audience.persons(in: reading).first { $0.recipient.id == recipient }
      ?? Persons.nobody(recipient, in: reading)
    person.recipient.name = name ?? person.recipient.name
    person.recipient.email = person.recipient.email ?? "reader@example.org"
    person.recipient.unsubscribeURL =
      person.recipient.unsubscribeURL ?? GalleryLook.exampleURL + "/unsubscribe"
    self.person = person
    inboxURL = look.inboxURL
    var mail = MailPlan(stream: look.stream, brand: look.brand, place: reading.place)
    mail.inboxURL = look.inboxURL
    mail.showsImages = look.showsImages
    mail.links = look.links
    mail.options.firstDays = GalleryLook.days
    mail.options.sendsEmpty = true
    self.mail = mail
    var pages = InboxPlan()
    pages.showsImages = look.showsImages
    pages.accent = look.brand.accent
    pages.app = look.brand.name
    self.pages = pages
  }
}
