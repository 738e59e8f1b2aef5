import Digests
import Notifications

/// The instant that samples are built around: 2026-02-08T12:00:00Z.
let noon = Instant(seconds: 1_770_552_000)

/// The civil days around `noon` in UTC.
let days = DayBoundaries(
  startOfYesterday: noon.adding(seconds: -36 * 3600),
  startOfToday: noon.adding(seconds: -12 * 3600))

/// A notification `ago` seconds before noon.
func sample(
  _ id: String, ago: Int64 = 60, type: String = "offer", priority: Priority = .normal,
  read: ReadState = .unread, profile: String = "p", actor: String? = nil, subject: String? = nil
) -> Notification {
  var sample = Notification(
    NotificationContent(
      profile: ProfileName(profile), recipient: RecipientID("ana"), id: NotificationID(id),
      type: TypeKey(normalizing: type), title: "Title \(id)", priority: priority,
      time: noon.adding(seconds: -ago), readState: read))
  sample.content.actor = actor.map { Actor(id: $0, name: $0) }
  sample.content.subject = subject.map { Subject(id: $0) }
  return sample
}

extension Digest {
  /// The ids of each section's lines.
  var ids: [[[String]]] { sections.map { $0.items.map { $0.ids.map(\.text) } } }
}

/// The rules of a system with batches and mentions, as the profile `p` has them.
func rooms(
  seconds: Int64 = 300, span: Int64? = nil, same: Set<GroupingField> = [.type, .actor, .subject]
) -> ProfileRules {
  ProfileRules(
    profile: ProfileName("p"),
    types: ["added", "comment", "mention", "offer"].map { TypeKey(normalizing: $0) },
    collapse: [
      CollapseRule(types: [TypeKey(normalizing: "added")], same: same, seconds: seconds, span: span)
    ],
    supersedes: [
      SupersedeRule(
        superseding: TypeKey(normalizing: "mention"), superseded: TypeKey(normalizing: "comment"),
        seconds: 10)
    ],
    lineTitle: { merged, _, bare in
      let videos = merged.thumbnails.count { $0.kind == .video }
      let items = merged.batchCount ?? 0
      return (
        words: bare == 0 ? "\(items - videos) photos and \(videos) videos" : "\(items) items",
        tellsCount: true, tellsSum: false
      )
    })
}

/// The digest of samples under the rules of `rooms()`.
func digest(
  _ notifications: [Notification], rules: [ProfileRules] = [rooms()],
  selection: Selection = Selection()
) -> Digest {
  DigestBuilder(profiles: rules, selection: selection)
    .digest(of: notifications, for: RecipientID("ana"), at: noon, days: days)
}
