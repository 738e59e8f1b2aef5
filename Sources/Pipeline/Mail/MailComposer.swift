package import Digests
package import Exports
internal import Languages
package import Notifications
package import Rendering
import Synchronization

/// Makes the mails of a run from what was read; safe to be used from several tasks.
package final class MailComposer: Sendable {
  private let index: ExportIndex
  private let vocabulary: Vocabulary
  private let renderer: MailRenderer
  private let plan: MailPlan
  private let places: [RecipientID: Int]
  private let digestTypes: Set<TypeIdentity>
  /// What depends on the language alone, made once for each.
  private let byLanguage: Mutex<[String: LanguageTables]> = Mutex([:])

  private struct LanguageTables: Sendable {
    let builder: DigestBuilder
    let types: TypeTable
  }

  package init(
    _ index: ExportIndex, vocabulary: Vocabulary, renderer: MailRenderer, plan: MailPlan
  ) {
    self.index = index
    self.vocabulary = vocabulary
    self.renderer = renderer
    self.plan = plan
    var places: [RecipientID: Int] = [:]
    for place in 0..<index.recipientCount { places[index.recipient(at: place)] = place }
    self.places = places
    digestTypes = Set(
      vocabulary.profiles.profiles.flatMap { profile in
        profile.types.filter(\.isDigest).map { TypeIdentity(profile.name, $0.key) }
      })
  }

  /// A mail, and which notifications it stands for.
  package struct Composed: Sendable {
    package var message: MailMessage
    package var digest: Digest
    /// Of all that it counts, those included that it leaves out.
    package var hashes: [UInt64]
  }

  /// The mail of a person; nil where there is nothing new.
  ///
  /// - Throws: an `ExportError` where the exports cannot be read again, a `MailMessageError` where
  ///   the person cannot be written to.
  package func compose(
    for addressee: Addressee, horizon: Horizon, delivered: [UInt64], previous: Counts? = nil,
    slot: Instant
  ) throws -> Composed? {
    let notifications = try notifications(of: addressee)
    let tables = tables(addressee)
    let selection = MailSelection(
      preferences: addressee.recipient.preferences, horizon: horizon, delivered: Set(delivered),
      digestTypes: digestTypes)
    var builder = tables.builder
    builder.selection = selection.selection
    let selected = builder.select(from: notifications, at: plan.place.now)
    if selected.indices.isEmpty && !plan.sendsEmpty { return nil }
    var place = plan.place
    place.zone = addressee.zone
    place.words = addressee.words
    let digest = builder.digest(
      of: selected, for: addressee.recipient.id, at: place.now, days: place.days,
      previous: previous)
    let context = DocumentContext(
      words: addressee.words, zone: addressee.zone, now: place.now, types: tables.types,
      recipient: addressee.recipient,
      inboxURL: plan.inboxURL.map { InboxAddress.of(addressee.recipient.id, template: $0) },
      showsImages: plan.showsImages)
    let message = try MailMessage(
      renderer.document(of: digest, in: context), to: context, of: addressee.profile,
      in: plan.stream, slot: slot)
    return Composed(
      message: message, digest: digest,
      hashes: selected.indices.map { selected.all[$0].ledgerHash })
  }

  private func notifications(of addressee: Addressee) throws(ExportError) -> [Notification] {
    var notifications: [Notification] = []
    for identity in addressee.identities {
      guard let place = places[identity.recipient] else { continue }
      var mailbox = try index.mailbox(of: place, language: addressee.words.language)
      mailbox.removeAll { $0.profile != identity.profile }
      // Most people have one id: what was read is handed on, not copied.
      if notifications.isEmpty { notifications = mailbox } else { notifications += mailbox }
    }
    return notifications
  }

  private func tables(_ addressee: Addressee) -> LanguageTables {
    let tag = addressee.words.tag.text
    if let known = byLanguage.withLock({ $0[tag] }) { return known }
    let made = LanguageTables(
      builder: DigestBuilder(
        profiles: vocabulary.rules(in: addressee.words.language), order: .highFirst),
      types: vocabulary.types(in: addressee.words))
    byLanguage.withLock { $0[tag] = made }
    return made
  }
}
