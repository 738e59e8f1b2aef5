internal import Languages
package import MailMessages
package import Notifications
package import Rendering

/// What the people of a gallery have in common: the looks that a plan describes, with an example in
/// place of what it leaves out.
package struct GalleryLook: Sendable {
  package static let exampleURL = "https://app.example.org"
  static let days = 7

  package var stream: MailStream
  package var brand: Brand
  package var inboxURL: InboxAddress
  package var showsImages: Bool

  /// - Parameter inboxURL: nil for an example.
  /// - Throws: never for the example address.
  package init(
    brand: Brand, inboxURL: InboxAddress?, showsImages: Bool, from: EmailAddress
  ) throws(HeaderError) {
    self.brand = brand
    self.inboxURL = inboxURL ?? InboxAddress(Self.exampleURL + "/inbox")
    self.showsImages = showsImages
    stream = try MailStream(from: Mailbox(brand.name.isEmpty ? nil : brand.name, from))
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
    self.person = person
    let home = audience.home
    var addressee =
      audience.addressees(in: reading) { _ in "" }.first { $0.recipient.id == recipient }
      ?? Addressee(
        recipient: person.recipient, profile: home, zone: person.zone, words: person.words)
    addressee.recipient.name = person.recipient.name
    addressee.recipient.email = addressee.recipient.email ?? "reader@example.org"
    addressee.recipient.unsubscribeURL =
      addressee.recipient.unsubscribeURL ?? GalleryLook.exampleURL + "/unsubscribe"
    self.addressee = addressee
    inboxURL = look.inboxURL
    var mail = MailPlan(stream: look.stream, brand: look.brand, place: reading.place)
    mail.inboxURL = look.inboxURL
    mail.showsImages = look.showsImages
    mail.firstDays = GalleryLook.days
    mail.sendsEmpty = true
    self.mail = mail
    pages = InboxPlan(
      hasPlainNames: true, showsImages: look.showsImages, accent: look.brand.accent)
  }
}
