internal import Digests
internal import Exports
internal import Languages
internal import Notifications

extension PersonDigests {
  /// A person's newest notifications, at most `limit`, each as it is; decoded now.
  func newest(_ limit: Int, for person: Person) throws(ExportError) -> [Notification] {
    let builder = personalBuilder(person)
    let beginning = beginning(ofNewest: limit, for: person)
    var notifications: [Notification] = []
    for part in person.parts {
      notifications += try reading.index.mailbox(
        of: part.place, language: person.words.language
      ) { record in
        record.time >= beginning && mayChoose(record, of: part, builder)
      } keeping: { notification in
        builder.needs(notification, at: now)
      }
    }
    let newest = builder.select(from: notifications, at: now).newest(limit)
    links.count(newest)
    return newest
  }

  /// The time from which on a person's records may be among the newest, by the index alone.
  func beginning(ofNewest limit: Int, for person: Person) -> Instant {
    let count = person.parts.reduce(0) { $0 + reading.index.count(of: $1.place) }
    let builder = personalBuilder(person)
    // What only a text or a place tells has to be read.
    let needsText =
      !builder.selection.searches.isEmpty || reading.selection.condition != nil
      || person.recipient.preferences.area != nil
    if count <= limit || needsText { return Instant(microseconds: .min) }
    let latest = now.adding(seconds: max(0, builder.selection.skew))
    var times: [Instant] = []
    for part in person.parts {
      reading.index.fold(recipient: part.place, into: ()) { _, record in
        if record.time <= latest, isWanted(record, of: part, by: person, builder) {
          times.append(record.time)
        }
      }
    }
    if times.count <= limit { return Instant(microseconds: .min) }
    times.sort(by: >)
    return times[limit - 1]
  }
}
