internal import Delivery

/// Makes pages on several tasks and writes them in the order of their persons.
struct InboxWriter {
  let folder: InboxFolder
  /// Each person's page, by its number in the folder's list.
  let numbers: [Int]
  let pages: InboxPages
  let jobs: Int
  var report = InboxReport()

  init(folder: InboxFolder, numbers: [Int], pages: InboxPages, jobs: Int) {
    self.folder = folder
    self.numbers = numbers
    self.pages = pages
    self.jobs = max(1, jobs)
  }

  /// So many notifications make one task.
  private static let share = 2_000
  /// The memory of an empty page, in notifications.
  ///
  /// Measured: an empty page has 31 KB, and each of the first forty notifications adds 0.86 KB. With
  /// 10 here, 600 pages of ten notifications each took 11.8 MiB while they waited; with 40, 4.2 MiB.
  fileprivate static let least = 40

  /// Consecutive persons, and about how many notifications they have.
  private struct Share {
    var range: Range<Int>
    var weight: Int
  }

  /// Writes what changed, and notes in the folder's list what every page is made of.
  mutating func write(_ persons: PersonList) async throws {
    var shares = Self.shares(persons).makeIterator()
    var next = shares.next()
    // Made or being made, but not written: pages wait for their turn, but never many of them.
    var waiting: [Share] = []
    var begun = 0
    var early: [Int: [InboxPages.Made]] = [:]
    try await withThrowingTaskGroup(of: (Int, [InboxPages.Made]).self) { group in
      while next != nil || !waiting.isEmpty {
        while let share = next, mayBegin(share, waiting), waiting.count - early.count < jobs {
          let (number, work) = (begun, try work(for: share.range, of: persons))
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
          for (position, made) in zip(first.range, made) {
            try take(made, of: numbers[position], isGone: persons.isGone(at: position))
          }
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

  private func work(for range: Range<Int>, of persons: PersonList) throws -> Work {
    try range.map { position in
      let name = folder.list.file(of: numbers[position]).name
      return (
        persons[position], folder.list.written(numbers[position]),
        try folder.output.beginning(of: name, count: PageFingerprint.length)
      )
    }
  }

  /// Consecutive persons with about as many notifications together.
  private static func shares(_ persons: PersonList) -> [Share] {
    var shares: [Share] = []
    var (start, weight) = (0, 0)
    for position in persons.indices {
      weight += persons.notifications(at: position) + least
      if weight >= share || position == persons.count - 1 {
        shares.append(Share(range: start..<position + 1, weight: weight))
        (start, weight) = (position + 1, 0)
      }
    }
    return shares
  }

  private mutating func take(
    _ made: InboxPages.Made, of number: Int, isGone: Bool
  ) throws {
    folder.note(made.written, of: number)
    guard let page = made.page else {
      report.unchanged += 1
      return
    }
    try folder.output.write(page, as: folder.list.file(of: number).name)
    report.written += 1
    if isGone { report.emptied += 1 }
  }
}
