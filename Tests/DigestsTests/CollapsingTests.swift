import Digests
import Notifications
import Testing

struct CollapsingTests {
  private func added(
    _ id: String, ago: Int64, actor: String = "renee", subject: String = "fun",
    photos: Int = 0, videos: Int = 0, batch: Int? = nil
  ) -> Notification {
    var added = sample(id, ago: ago, type: "added", actor: actor, subject: subject)
    added.content.batchCount = batch
    let kinds =
      Array(repeating: Thumbnail.Kind.photo, count: photos)
      + Array(repeating: .video, count: videos)
    added.content.thumbnails = kinds.enumerated().map {
      Thumbnail(url: "https://x.example/\(id)/\($0)", kind: $1)
    }
    return added
  }

  @Test func `A chain with a span ends there, however near the next one is`() {
    let all = (0..<8).map { added("\($0)", ago: $0 * 240) }
    let spanned = digest(all, rules: [rooms(span: 900)])
    #expect(spanned.ids[0] == [["0", "1", "2", "3"], ["4", "5", "6", "7"]])
    #expect(digest(all).ids[0].count == 1)
  }

  @Test func `A line has the newest time and link, and is unread, as urgent as its unread ones`() {
    var old = added("old", ago: 100)
    old.content.priority = .low
    old.content.readState = .unread
    old.content.link = "https://x.example/old"
    var new = added("new", ago: 50)
    new.content.priority = .high
    new.content.readState = .read
    new.content.link = "https://x.example/new"
    let item = digest([old, new]).sections[0].items[0]
    #expect(item.notification.id.text == "new")
    #expect(item.notification.time == new.time)
    #expect(item.notification.link == "https://x.example/new")
    #expect(item.notification.priority == .low)
    #expect(item.notification.readState == .unread)
    #expect(!item.isUrgent)
  }

  @Test func `What is urgent stands apart from others that a rule would join it to`() {
    let priorities: [Priority] = [.low, .low, .high, .low]
    let all = priorities.enumerated().map { index, priority in
      var build = added("\(index)", ago: Int64(index))
      build.content.priority = priority
      return build
    }
    let made = digest(all)
    #expect(made.ids[0] == [["0", "1", "3"], ["2"]])
    #expect(made.urgentCount == 1 && made.readingOrder.map(\.count) == [1, 3])
  }

  @Test func `A line of read and unknown ones is unknown`() {
    var states = [ReadState.read, .unknown, .read].enumerated().map { index, state in
      var one = added("\(index)", ago: Int64(index))
      one.content.readState = state
      return one
    }
    #expect(digest(states).sections[0].items[0].notification.readState == .unknown)
    states[1].content.readState = .read
    #expect(digest(states).sections[0].items[0].notification.readState == .read)
  }

  @Test func `Kinds are named only where every member's thumbnails are complete`() {
    let complete = [
      added("1", ago: 10, photos: 18, videos: 3, batch: 21),
      added("2", ago: 20, photos: 2, batch: 2),
    ]
    let item = digest(complete).sections[0].items[0].notification
    #expect(item.title == "20 photos and 3 videos")
    #expect(item.body == nil)
    #expect(item.batchCount == 23)
    #expect(item.thumbnails.first?.url == "https://x.example/1/0")
    #expect(item.thumbnails.last?.url == "https://x.example/2/1")
    let partial = [complete[0], added("2", ago: 20, photos: 1, batch: 2)]
    #expect(digest(partial).sections[0].items[0].notification.title == "23 items")
    let bare = [added("1", ago: 10, photos: 1), added("2", ago: 20)]
    #expect(digest(bare).sections[0].items[0].notification.title == "2 items")
  }

  @Test func `A line that stands alone keeps its own words, a batch of 23 is one notification`() {
    let made = digest([added("1", ago: 10, photos: 2, batch: 23)])
    #expect(made.sections[0].items[0].notification.title == "Title 1")
    #expect(made.counts.all.total == 1)
  }

  @Test func `Batch counts that overflow are clamped, nonsense counts as one`() {
    let all = [added("1", ago: 1, batch: .max), added("2", ago: 2, batch: 5)]
    #expect(digest(all).sections[0].items[0].notification.batchCount == .max)
    let odd = [added("1", ago: 1, batch: -4), added("2", ago: 2, batch: 0)]
    #expect(digest(odd).sections[0].items[0].notification.batchCount == 2)
  }

  @Test func `In a system without titles the words take the body's place`() {
    var all = [added("1", ago: 1), added("2", ago: 2)]
    for index in all.indices {
      all[index].content.title = nil
      all[index].content.body = "renee added a photo"
    }
    let item = digest(all).sections[0].items[0].notification
    #expect(item.title == nil)
    #expect(item.body == "2 items")
  }

  @Test func `A rule without words keeps those of the newest`() {
    var rules = rooms()
    rules.lineTitle = { _, _, _ in nil }
    let made = digest([added("1", ago: 1), added("2", ago: 2)], rules: [rules])
    #expect(made.sections[0].items[0].notification.title == "Title 1")
  }

  @Test func `What lacks a field that has to be equal stands alone`() {
    var all = [added("1", ago: 1), added("2", ago: 2)]
    for index in all.indices { all[index].content.actor = nil }
    #expect(digest(all).ids[0] == [["1"], ["2"]])
    #expect(digest(all, rules: [rooms(same: [.subject])]).ids[0] == [["1", "2"]])
    for index in all.indices { all[index].content.actor = Actor(name: "Renee") }
    #expect(digest(all).ids[0] == [["1", "2"]])
  }

  @Test func `Equal texts are a line, whoever acted`() {
    var all = [added("1", ago: 1), added("2", ago: 2), added("3", ago: 3)]
    for index in all.indices {
      all[index].content.actor = Actor(name: "Actor \(index)")
      all[index].content.body = index == 1 ? "another" : "same"
    }
    #expect(digest(all, rules: [rooms(same: [.body])]).ids[0] == [["1", "3"], ["2"]])
    #expect(digest(all, rules: [rooms(same: [.title, .body])]).ids[0] == [["1"], ["2"], ["3"]])
    for index in all.indices { all[index].content.title = "Title" }
    #expect(digest(all, rules: [rooms(same: [.title])]).ids[0] == [["1", "2", "3"]])
    for index in all.indices { all[index].content.title = nil }
    #expect(digest(all, rules: [rooms(same: [.title])]).ids[0] == [["1"], ["2"], ["3"]])
  }

  /// Notifications of one title, which no rule joins.
  private func alike(_ number: Int, type: String = "offer", title: String? = "CI failed")
    -> [Notification]
  {
    (0..<number).map { index in
      var one = sample("\(index)", ago: Int64(index) * 600, type: type)
      (one.content.title, one.content.body) = (title, "Body")
      return one
    }
  }

  @Test func `Equal titles of a type and a day are one line, which counts as all of them`() {
    let made = digest(alike(6))
    #expect(made.ids[0] == [["0", "1", "2", "3", "4", "5"]])
    #expect(made.counts.all == Tally(total: 6, unread: 6))
    let line = made.sections[0].items[0]
    #expect(line.untoldCount == 6 && line.notification.title == "CI failed")
    #expect(line.members.map(\.id) == line.ids)
    #expect(made.cut(toLines: 0).omitted == 6)
    // Without a title the message is one; without either there is nothing to compare.
    #expect(digest(alike(2, title: nil)).lineCount == 1)
    #expect(digest(alike(2, title: "")).lineCount == 2)
  }

  @Test func `Other types, systems and days, and what is urgent, are lines of their own`() {
    var all = alike(2) + alike(1, type: "event") + alike(2)
    all[3].content.profile = ProfileName("q")
    all[3].content.id = NotificationID("other")
    all[4].content.time = noon.adding(seconds: -13 * 3600)
    all[4].content.id = NotificationID("yesterday")
    for index in all.indices { all[index].content.title = "One title" }
    #expect(digest(all).lineCount == 4)
    all[0].content.priority = .high
    #expect(digest(all).lineCount == 5)
    // What is high and read is not urgent: it joins the others, and makes none of them so.
    all[0].content.readState = .read
    #expect(digest(all).lineCount == 4)
    #expect(digest(all).urgentCount == 0)
    all[1].content.priority = .low
    #expect(digest(all).sections[0].items.contains { $0.notification.priority == .low })
    all[1].content.readState = .read
    #expect(digest(all).sections[0].items[0].notification.priority == .high)
    var late = alike(2)
    late[1].content.time = noon.adding(seconds: -200 * 3600)
    late[0].content.time = noon.adding(seconds: -175 * 3600)
    #expect(digest(late).lineCount == 2)
  }

  @Test func `What is urgent is one line over the days of a week, unless days are its headings`() {
    let alarms = [(0, 10), (1, 90_000), (2, 300_000), (3, 700_000)].map { number, ago in
      var alarm = sample("\(number)", ago: Int64(ago), priority: .high)
      alarm.content.title = "Disk full"
      return alarm
    }
    let other = sample("x", ago: 90_000)
    #expect(digest(alarms + [other]).ids == [[["0", "1", "2"]], [["x"]], [["3"]]])
    #expect(digest(alarms).ids == [[["0"]], [["1"]], [["2"], ["3"]]])
    let late = digest(Array(alarms[1...2]) + [other, sample("y", ago: 89_000, priority: .high)])
    #expect(late.ids[1] == [["y"], ["1", "2"], ["x"]])
    var builder = DigestBuilder(profiles: [])
    builder.joinsDays = false
    let apart = builder.digest(of: alarms + [other], for: RecipientID("r"), at: noon, days: days)
    #expect(apart.ids == [[["0"]], [["1"], ["x"]], [["2"], ["3"]]])
  }

  @Test func `Where some were left out unread, no titles join others: it would be some of them`() {
    var pruned = PrunedNotifications()
    let all = alike(2)
    let type = TypeID(all[0].profile, all[0].type)
    pruned.count(type, .normal, isUnread: true, on: .today)
    pruned.count(type, .normal, isUnread: true, on: .today)
    let made = DigestBuilder(profiles: [rooms()]).digest(
      of: all, for: RecipientID("r"), at: noon, days: days, pruned: pruned)
    #expect(made.ids[0] == [["0"], ["1"]] && made.omitted == 2 && made.counts.all.total == 4)
  }

  @Test func `Nothing collapses when that is not wanted, nor different titles without a rule`() {
    var selection = Selection()
    selection.collapses = false
    #expect(
      digest([added("1", ago: 1), added("2", ago: 2)], selection: selection).ids[0].count == 2)
    #expect(digest(alike(2), selection: selection).lineCount == 2)
    let messages = [1, 2].map { sample("\($0)", type: "message", actor: "a", subject: "s") }
    #expect(digest(messages).ids[0].count == 2)
  }
}
