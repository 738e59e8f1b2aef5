import Notifications

@testable import Digests

extension Samples {
  /// A week as people have it.
  static var everyday: [Notification] {
    var deadline = notification(
      "n-1", "deadline_alert", ago: 7200, "Transcript due tomorrow",
      "Send the final transcript to State University before the admissions office closes.\n• official copy\n• sealed envelope",
      priority: .high)
    deadline.content.link = "https://app.example.org/documents?type=transcript"
    deadline.content.subject = Subject(id: "school-9", name: "State University")
    var offer = notification(
      "n-2", "offer", ago: 40, "Offer received: Coastal College", "Respond by March 1.",
      priority: .high)
    offer.content.actions = [
      Action(key: "view", label: "View", url: "https://app.example.org/offers?highlight=2")
    ]
    offer.content.actor = Actor(
      id: "coach-3", name: "Coach Lee", avatarURL: "https://img.example.org/lee.png",
      isFollowedBack: true)
    offer.content.thumbnails = [
      Thumbnail(url: "https://img.example.org/1.jpg", kind: .photo),
      Thumbnail(url: "https://img.example.org/2.mp4", kind: .video),
    ]
    offer.content.batchCount = 4
    var message = notification("n-5", "message", ago: 100_000, "Secret title", "Secret words")
    message.content.actor = Actor(name: "Coach Lee")
    message.content.subject = Subject(name: "Secret room")
    message.content.thumbnails = [
      Thumbnail(url: "https://img.example.org/secret.jpg", kind: .photo)
    ]
    var markup = notification(
      "n-6", "general", ago: 250_000, nil, "<p>Campus <b>visit</b> &amp; lunch</p>", read: .unknown)
    markup.content.bodyFormat = .html
    return [
      deadline, offer, message, markup,
      notification(
        "n-3", "follow_up_reminder", ago: 10_800,
        "Follow up with the coaching staff of Northern Plains Technical University about the visit in March, and ask whether the summer camp counts as one of the three official visits",
        "It has been two weeks since your last message. "
          + "A short note keeps you on their list, and a question gets an answer; "
          + "say what you have done since, what is next, and when you could come by. "
          + "Coaches read their mail in the morning.", read: .read),
      notification("n-4", "follow_up_reminder", ago: 90_000, "Thank Coach Kim", priority: .low),
      notification("n-7", "follow_up_reminder", ago: 400_000, "Update your highlight video"),
      notification("n-8", "offer", ago: -3600, "Not yet"),
    ]
  }

  static var everydayPrevious: Counts {
    var previous = Counts()
    previous.all = Tally(total: 3, unread: 1)
    previous.byPriority = [Tally(), Tally(total: 2, unread: 1), Tally(total: 1, unread: 0)]
    previous.byType = [
      TypeTally(
        type: TypeID(recruiting, TypeKey(normalizing: "offer")), tally: Tally(total: 3, unread: 1))
    ]
    return previous
  }

  /// A summary as of a small app's week.
  static var summary: Summary {
    let tallies = [("follow_up_reminder", 502, 120), ("deadline_alert", 221, 90), ("offer", 3, 1)]
    var counts = Counts()
    counts.all = Tally(total: 1247, unread: 311)
    counts.byPriority = [
      Tally(total: 115, unread: 4), Tally(total: 1090, unread: 287), Tally(total: 42, unread: 20),
    ]
    counts.byType =
      tallies.map {
        TypeTally(
          type: TypeID(recruiting, TypeKey(normalizing: $0.0)),
          tally: Tally(total: $0.1, unread: $0.2))
      } + [
        TypeTally(
          type: TypeID(recruiting, TypeKey(normalizing: "newMemberJoined")),
          tally: Tally(total: 521, unread: 100))
      ]
    return Summary(
      counts: counts, recipients: 123, duplicates: 2, expired: 7, deleted: 3, upcoming: 1,
      byDay: [(20_488, 200), (20_489, 420), (20_490, 530), (20_492, 97)].map {
        DayTally(day: $0.0, tally: Tally(total: $0.1, unread: $0.1 / 4))
      },
      busiest: [("user-1", 90, 12), ("ana@example.org", 41, 0)].map {
        RecipientTally(id: RecipientID($0.0), tally: Tally(total: $0.1, unread: $0.2))
      },
      sources: [
        SummarySource(
          file: "notifications.jsonl", format: "jsonl", profile: "recruiting-compass",
          records: 1200, rejected: 2),
        SummarySource(
          file: "app.sqlite", format: "sqlite", profile: "recruiting-compass", records: 51,
          rejected: 0),
      ],
      rejected: [
        RejectedRecord(
          file: "notifications.jsonl", line: 12, record: 12, field: "created_at",
          reason: "not a time: \"soon\""),
        RejectedRecord(file: "notifications.jsonl", line: 40, reason: "not JSON"),
      ])
  }
}
