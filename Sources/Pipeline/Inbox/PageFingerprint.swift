internal import Delivery
internal import Digests
internal import Languages
internal import Notifications

/// Stands for all that a page shows but the hour: its notifications and marks, the civil day, its
/// looks and words. It is written into the page, so that the next run leaves an unchanged one alone.
struct PageFingerprint {
  private let hash: SipHash
  /// Of what holds for all pages of a run.
  private let base: [UInt8]
  private var bytes: [UInt8] = []

  /// - Parameters:
  ///   - key: keeps anybody from finding out a page's content by trying.
  ///   - base: stands for templates, catalogues, profiles and options.
  init(key: SipHash.Key, base: [UInt8]) {
    hash = SipHash(key: key)
    self.base = base
  }

  /// 32 hexadecimal digits.
  mutating func digits(of digest: Digest, for person: Person) -> String {
    bytes = base
    add(person.recipient.id.text)
    add(person.recipient.name)
    add(person.zone.identifier)
    add(person.words.tag.text)
    add(person.zone.civil(at: digest.now.seconds).date.dayNumber)
    var content = bytes
    for section in digest.sections {
      bytes = []
      for number in [section.items.count, section.omitted, section.omittedHigh] { add(number) }
      add(section.counts)
      content += bytes
      for item in section.items { content += hash(item) }
    }
    return hash.hash128(content).hexadecimal
  }

  private mutating func hash(_ item: DigestItem) -> [UInt8] {
    bytes = []
    add(item.notification)
    for id in item.ids { add(id.text) }
    for member in item.members {
      add(member.type.text)
      add(member.priority.rawValue)
      add(member.isUnread ? 1 : 0)
    }
    return hash.hash128(bytes).bytes
  }

  // MARK: Parts, each with its length or number before it, so that none runs into the next.

  private mutating func add(_ notification: Notification) {
    add(notification.profile.text)
    add(notification.recipient.text)
    add(notification.type.text)
    add(notification.title)
    add(notification.body)
    add(notification.bodyFormat.rawValue)
    add(notification.priority.rawValue)
    add(Int(truncatingIfNeeded: notification.time.microseconds))
    add(notification.isUnread ? 1 : 0)
    add(notification.actor?.name)
    add(notification.actor?.avatarURL)
    add(notification.actor?.isFollowedBack.map { $0 ? 1 : 0 } ?? 2)
    add(notification.actor?.otherNames.joined(separator: "\u{0}"))
    add(notification.subject?.name)
    add(notification.link)
    add(droppedLink(notification.droppedLink))
    add(notification.batchCount ?? -1)
    add(notification.actions.count)
    for action in notification.actions {
      add(action.key)
      add(action.label)
      add(action.url)
    }
    add(notification.thumbnails.count)
    for thumbnail in notification.thumbnails {
      add(thumbnail.url)
      add(thumbnail.kind.rawValue)
    }
  }

  private func droppedLink(_ link: DroppedLink?) -> String? {
    switch link {
    case .noBaseURL(let text): "r" + text
    case .notAllowed(let text): "n" + text
    case nil: nil
    }
  }

  private mutating func add(_ counts: Counts) {
    for tally in [counts.all] + counts.byPriority { add(tally) }
    add(counts.byType.count)
    for type in counts.byType {
      add(type.profile.text)
      add(type.type.text)
      add(type.tally)
    }
  }

  private mutating func add(_ tally: Tally) {
    add(tally.total)
    add(tally.unread)
  }

  private mutating func add(_ text: String?) {
    add(text.map(\.utf8.count) ?? -1)
    if let text { bytes += text.utf8 }
  }

  private mutating func add(_ number: Int) {
    withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
  }
}

extension PageFingerprint {
  private static let opening = Array("<!-- tidings.inbox/1 ".utf8)
  private static let closing = Array(" -->\n".utf8)
  private static let doctype = Array("<!doctype html>\n".utf8)

  /// How much of a page tells its fingerprint.
  static var length: Int { doctype.count + opening.count + 32 + closing.count }

  /// The page with the fingerprint as a comment behind its first line; a page of a template that
  /// begins otherwise is left as it is, and is written anew every night.
  static func mark(_ page: [UInt8], with digits: String) -> [UInt8] {
    guard page.starts(with: doctype) else { return page }
    return doctype + opening + Array(digits.utf8) + closing + page[doctype.count...]
  }

  /// Whether a page that begins so has this fingerprint.
  static func isMarked(_ beginning: [UInt8], with digits: String) -> Bool {
    beginning.elementsEqual(doctype + opening + Array(digits.utf8) + closing)
  }
}
