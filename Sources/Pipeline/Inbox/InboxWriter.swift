internal import Delivery
internal import Exports

/// Makes pages on several tasks and writes them in the order of their persons.
struct InboxWriter {
  let folder: InboxFolder
  let names: PageNames
  let pages: InboxPages
  let jobs: Int
  var report = InboxReport()

  init(folder: InboxFolder, names: PageNames, pages: InboxPages, jobs: Int) {
    self.folder = folder
    self.names = names
    self.pages = pages
    self.jobs = max(1, jobs)
  }

  /// So many notifications make one task.
  private static let share = 2_000
  /// A page without notifications costs about as much as so many of them.
  fileprivate static let least = 10

  /// Consecutive persons, and about how many notifications they have.
  private struct Share {
    var range: Range<Int>
    var weight: Int
  }

  /// Writes what changed, and notes in the folder's list what every page is made of.
  ///
  /// - Parameter size: how many notifications a person has, whatever the selection.
  mutating func write(_ persons: [Person], size: (Person) -> Int) async throws {
    var shares = Self.shares(persons, size).makeIterator()
    var next = shares.next()
    // Made or being made, but not written: pages wait for their turn, but never many of them.
    var waiting: [Share] = []
    var begun = 0
    var early: [Int: [InboxPages.Made]] = [:]
    try await withThrowingTaskGroup(of: (Int, [InboxPages.Made]).self) { group in
      while next != nil || !waiting.isEmpty {
        while let share = next, mayBegin(share, waiting), waiting.count - early.count < jobs {
          let (number, work) = (begun, try work(for: persons[share.range]))
          let pages = pages
          group.addTask {
            let made = try work.map { person, known, beginning in
              try pages.made(for: person, known: known, beginning: beginning)
            }
            return (number, made)
          }
          begun += 1
          waiting.append(share)
          next = shares.next()
        }
        guard let (number, made) = try await group.next() else { break }
        early[number] = made
        while let first = waiting.first, let made = early.removeValue(forKey: begun - waiting.count)
        {
          for (person, made) in zip(persons[first.range], made) { try take(made, of: person) }
          waiting.removeFirst()
        }
      }
    }
  }

  /// Whether there is room: for as many tasks as there are jobs, however large their pages are, and for
  /// twice as many small ones.
  private func mayBegin(_ share: Share, _ waiting: [Share]) -> Bool {
    waiting.count < jobs
      || waiting.reduce(share.weight) { $0 + $1.weight } <= 2 * jobs * (Self.share + Self.least)
  }

  private typealias Work = [(person: Person, known: WrittenPage?, beginning: [UInt8]?)]

  private func work(for persons: ArraySlice<Person>) throws -> Work {
    try persons.map { person in
      (
        person, folder.written(of: person.key),
        try folder.output.beginning(of: names[person], count: PageFingerprint.length)
      )
    }
  }

  /// Consecutive persons with about as many notifications together.
  private static func shares(_ persons: [Person], _ size: (Person) -> Int) -> [Share] {
    var shares: [Share] = []
    var (start, weight) = (0, 0)
    for (place, person) in persons.enumerated() {
      weight += size(person) + least
      if weight >= share || place == persons.count - 1 {
        shares.append(Share(range: start..<place + 1, weight: weight))
        (start, weight) = (place + 1, 0)
      }
    }
    return shares
  }

  private mutating func take(_ made: InboxPages.Made, of person: Person) throws {
    folder.note(made.written, of: person.key)
    guard let page = made.page else {
      report.unchanged += 1
      return
    }
    try folder.output.write(page, as: names[person])
    report.written += 1
    if person.isGone { report.emptied += 1 }
  }
}
