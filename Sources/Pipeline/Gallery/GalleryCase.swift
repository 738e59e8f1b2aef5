package import ByteText
package import Digests
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
  /// Of all people of the reading.
  let summary: Summary
  let person: Person
  let mail: MailPlan
  let inboxURL: InboxAddress?
  let pages: InboxPlan
}

/// What the people of a gallery have in common: the looks that a plan describes, with an example in
/// place of what it leaves out.
package struct GalleryLook: Sendable {
  package static let exampleURL = "https://app.example.org"
  static let days = 7

  package var stream: MailStream
  package var inboxURL: InboxAddress
  /// Examples, so that the documents have every link.
  let links: SignedLinks

  /// - Parameter inboxURL: nil for an example.
  /// - Throws: never for the example address.
  package init(
    brand: Brand, inboxURL: InboxAddress?, from: EmailAddress
  ) throws(Fault) {
    self.inboxURL = inboxURL ?? InboxAddress(Self.exampleURL + "/inbox")
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
  ///   - summary: that of the reading.
  package init(
    _ key: String, title: String, recipient: RecipientID, name: String? = nil,
    in reading: Reading, _ audience: Audience, summary: Summary, look: GalleryLook
  ) {
    self.key = key
    self.title = title
    (self.reading, self.summary) = (reading, summary)
    var person =
      audience.persons(in: reading).first { $0.recipient.id == recipient }
      ?? Persons.nobody(recipient, in: reading)
    person.recipient.name = name ?? person.recipient.name
    person.recipient.email = person.recipient.email ?? "reader@example.org"
    person.recipient.unsubscribeURL =
      person.recipient.unsubscribeURL ?? GalleryLook.exampleURL + "/unsubscribe"
    self.person = person
    inboxURL = look.inboxURL
    var mail = MailPlan(stream: look.stream, brand: reading.brand, place: reading.place)
    mail.inboxURL = look.inboxURL
    mail.showsImages = reading.showsImages
    mail.links = look.links
    mail.options.firstDays = GalleryLook.days
    mail.options.sendsEmpty = true
    self.mail = mail
    var pages = InboxPlan()
    pages.showsImages = reading.showsImages
    self.pages = pages
  }
}
