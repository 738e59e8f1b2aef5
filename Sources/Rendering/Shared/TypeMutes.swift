import Digests
import Notifications
import SafeMarkdown

/// The links by which the types of a mail's or page's lines are muted, most first.
struct TypeMutes {
  let types: [(id: TypeID, label: String, url: String)]

  /// More links, and longer ones, are left out: the footer must fit into any mail, and a page is no
  /// larger for them.
  private static let most = 15
  private static let longestURL = 900

  init(of digest: Digest, in context: DocumentContext) {
    guard let mute = context.links.mute else {
      types = []
      return
    }
    let shown = Self.shown(in: digest)
    let largest = digest.counts.byType.enumerated().filter { shown.contains($1.type) }.sorted {
      ($0.element.tally.total, $1.offset) > ($1.element.tally.total, $0.offset)
    }
    // One link mutes equal keys of two systems.
    var keys: Set<TypeKey> = []
    var links: [(type: TypeID, url: String)] = []
    for type in largest.lazy.map(\.element.type) where !type.key.text.isEmpty {
      guard keys.insert(type.key).inserted, let url = mute(type.key).flatMap(SafeURL.normalized),
        url.utf8.count <= Self.longestURL
      else { continue }
      links.append((type, url))
      if links.count == Self.most { break }
    }
    let looks = links.map { context.types[$0.type.profile, $0.type.key] }
    types = zip(links, looks).map { link, look in
      // Types with one label, such as daily and weekly digests, are muted one by one.
      let isShared = looks.count { $0.label == look.label } > 1
      let told = isShared ? TypeLook(label: link.type.key.readableLabel) : look
      return (link.type, told.shortLabel(), link.url)
    }
  }

  /// The types of all lines, and of what they stand for.
  private static func shown(in digest: Digest) -> Set<TypeID> {
    var shown: Set<TypeID> = []
    for item in digest.sections.lazy.flatMap(\.items) {
      let profile = item.notification.profile
      shown.insert(TypeID(profile, item.notification.type))
      for member in item.members { shown.insert(TypeID(profile, member.type)) }
    }
    return shown
  }
}
