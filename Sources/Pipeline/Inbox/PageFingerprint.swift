internal import ByteText
internal import Delivery
internal import Digests
internal import Languages
internal import Notifications

/// A hash of all that a page shows except the hour: notifications, marks, civil day, look and
/// language. It is written into the page, so that the next run leaves an unchanged page alone. The
/// empty page of somebody who is gone has no day: it stays as it is.
struct PageFingerprint {
  private let hash: SipHash
  /// A hash of what all pages of a run share.
  private let base: [UInt8]
  private var parts = HashedParts()

  /// - Parameters:
  ///   - key: prevents guessing a page's contents from its fingerprint.
  ///   - base: a hash of templates, catalogues, profiles and options.
  init(key: SipHash.Key, base: [UInt8]) {
    hash = SipHash(key: key)
    self.base = base
  }

  mutating func hash(of digest: Digest, for person: Person) -> Hash128 {
    parts.bytes = base
    parts.add(person)
    if !person.isGone { parts.add(person.day(of: digest.now)) }
    // All that the page says about what it does not show.
    parts.add(digest.isNarrowed ? 1 : 0)
    parts.add(digest.older?.count ?? 0)
    parts.add(Int(truncatingIfNeeded: digest.older?.newest.microseconds ?? 0))
    if let read = digest.olderRead {
      parts.add(read.count)
      parts.add(Int(truncatingIfNeeded: read.newest.microseconds))
    }
    if !person.isGone { parts.add(Int(truncatingIfNeeded: digest.window.from?.microseconds ?? 0)) }
    var content = parts
    for section in digest.sections {
      parts.bytes.removeAll(keepingCapacity: true)
      for number in [section.items.count, section.omitted, section.omittedUrgent] {
        parts.add(number)
      }
      addCounts(section.counts)
      content.bytes += parts.bytes
      for item in section.items { content.append(hash(item)) }
    }
    return hash.hash128(content.bytes)
  }

  private mutating func hash(_ item: DigestItem) -> Hash128 {
    parts.bytes.removeAll(keepingCapacity: true)
    addNotification(item.notification)
    parts.add(item.untoldCount)
    for member in item.members { addNotification(member) }
    return hash.hash128(parts.bytes)
  }

  private mutating func addNotification(_ notification: Notification) {
    parts.add(notification.profile.text)
    parts.add(notification.recipient.text)
    parts.add(notification.id.text)
    parts.add(notification.type.text)
    parts.add(notification.title)
    parts.add(notification.body)
    parts.add(notification.bodyFormat.rawValue)
    parts.add(notification.priority.rawValue)
    parts.add(Int(truncatingIfNeeded: notification.time.microseconds))
    if let expiry = notification.expiry { parts.add(Int(truncatingIfNeeded: expiry.microseconds)) }
    parts.add(notification.isUnread ? 1 : 0)
    parts.add(notification.actor?.name)
    parts.add(notification.actor?.avatarURL)
    parts.add(notification.actor?.isFollowedBack.map { $0 ? 1 : 0 } ?? 2)
    parts.add(notification.actor?.otherNames.joined(separator: "\u{0}"))
    parts.add(notification.subject?.name)
    parts.add(notification.link)
    parts.add(droppedLink(notification.droppedLink))
    parts.add(notification.batchCount ?? -1)
    parts.add(notification.actions.count)
    for action in notification.actions {
      parts.add(action.key)
      parts.add(action.label)
      parts.add(action.url)
    }
    parts.add(notification.thumbnails.count)
    for thumbnail in notification.thumbnails {
      parts.add(thumbnail.url)
      parts.add(thumbnail.kind.rawValue)
    }
  }

  private func droppedLink(_ link: DroppedLink?) -> String? {
    switch link {
    case .noBaseURL(let text): "r" + text
    case .notAllowed(let text): "n" + text
    case nil: nil
    }
  }

  private mutating func addCounts(_ counts: Counts) {
    for tally in [counts.all] + counts.byPriority { addTally(tally) }
    parts.add(counts.byType.count)
    for type in counts.byType {
      parts.add(type.type.profile.text)
      parts.add(type.type.key.text)
      addTally(type.tally)
    }
  }

  private mutating func addTally(_ tally: Tally) {
    parts.add(tally.total)
    parts.add(tally.unread)
  }
}
