import ByteText
import Digests
import Languages
import Notifications
import Testing

@testable import Rendering

struct InboxFilterTests {
  private func chips(_ notifications: [Notification]) throws -> TypeChips {
    TypeChips(InboxSamples.digest(notifications).counts, in: try InboxSamples.context())
  }

  @Test func `Filters are in the profile's order, and what looks the same is one`() throws {
    let types = ["weekly_digest", "offer", "daily_digest", "zebra", "deadline_alert", "offer"]
    let chips = try chips(types.enumerated().map { InboxSamples.notification("\($0)", $1) })
    #expect(chips.chips.map(\.look.label) == ["Deadlines", "Digest", "Offers", "Zebra"])
    #expect(chips.chips.map(\.tally.total) == [1, 2, 2, 1])
  }

  @Test func `The inbox page's filters are few, however many types an export names`() throws {
    let chips = try chips((0..<3_000).map { InboxSamples.notification("\($0)", "type_\($0)") })
    #expect(chips.count == TypeChips.most + 1)
    #expect(chips.chips.map(\.tally.total).reduce(0, +) == 3_000)
    #expect(chips.chips.last?.look.label == "Other")
  }

  @Test func `Filters have a rule for each combination that empties a section, and no other`() {
    var today = FilterCells(types: 2)
    today.insert(type: 1, isUnread: true, priority: .high)
    today.insert(type: 2, isUnread: false, priority: .low)
    let css = String(decoding: FilterRules(sections: [today], types: 2).css, as: UTF8.self)
    let first = css.split(separator: "\n").first { $0.contains("#t1") } ?? ""
    #expect(
      first == ".filters:has(#t1:checked){~main :is(.s,.g,.c):not(.t1){display:none}"
        + "&:has(#p3:checked)~main,&:has(#r2:checked)~main{.s{display:none}.none{display:block}}}")
    // Nothing has normal priority: said once, not for each type.
    #expect(css.split(separator: "\n").count { $0.contains("#p2") } == 1)
  }

  @Test func `Filters show what is urgent by section, and what is unread by state`() {
    var urgent = FilterCells(types: 1)
    urgent.insert(type: 1, isUnread: true, priority: .high)
    var today = FilterCells(types: 1)
    today.insert(type: 1, isUnread: false, priority: .high)
    let rules = FilterRules(sections: [urgent, today], types: 1, hasUrgent: true)
    let css = String(decoding: rules.css, as: UTF8.self)
    #expect(
      css.contains(".filters:has(#th:checked){~main :is(.s:not(.hot),.g:not(.u.p1),.c:not(.u.p1))"))
    #expect(css.contains(".filters:has(#tu:checked){~main :is(.s,.g,.c):not(.u)"))
  }

  @Test func `A card is found by the state and priority it shows, and by every type in it`() {
    var cells = FilterCells(types: 3)
    cells.insert(type: 1, isUnread: true, priority: .normal)
    cells.insert(type: 3, isUnread: true, priority: .normal)
    cells.insert(type: 4, isUnread: false, priority: .high)
    #expect(cells.classes == "t1 t3 u p2")
    #expect(cells.contains(type: 3, state: 0, priority: 1))
    #expect(!cells.contains(type: 2) && !cells.contains(state: 1) && !cells.contains(type: 4))
  }

  @Test func `The inbox page's filters do without rules where there is nothing`() {
    #expect(FilterRules(sections: [], types: 0).css.isEmpty)
  }

  @Test func `The inbox page's filters count each day in the reader's zone`() throws {
    // Late on the 7th in New York, on the 8th in UTC.
    let late = InboxSamples.notification("1", hoursAgo: 12)
    let old = InboxSamples.notification("2", hoursAgo: 24 * 20)
    let digest = InboxSamples.digest([late, old])
    #expect(try InboxSamples.context().activity(of: digest, days: 3) == [0, 1, 0])
  }

  @Test func `Each notification of a stack counts on its own day`() throws {
    var digest = InboxSamples.digest([InboxSamples.notification("1", hoursAgo: 1)])
    let older = [1, 30, 31].map { InboxSamples.notification("\($0)", hoursAgo: $0) }
    digest.sections[0].items[0].members = older
    digest.sections[0].items[0].ids = older.map(\.id)
    #expect(try InboxSamples.context().activity(of: digest, days: 3) == [0, 2, 1])
  }
}
