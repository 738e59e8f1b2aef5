internal import Delivery
internal import Digests
internal import Exports
internal import Notifications
internal import Rendering

/// Makes pages on several tasks and writes them in the order of their persons.
struct InboxWriter {
  let folder: InboxFolder
  let names: PageNames
  let pages: InboxPages
  let fingerprint: PageFingerprint
  var report = InboxReport()
  private var entries: [InboxIndexEntry] = []

  init(folder: InboxFolder, names: PageNames, pages: InboxPages, fingerprint: PageFingerprint) {
    self.folder = folder
    self.names = names
    self.pages = pages
    self.fingerprint = fingerprint
  }

  /// So many notifications make one task.
  private static let share = 2_000

  /// A person's page, or that it is there already.
  private struct Made: Sendable {
    var person: Person
    var tally: Tally
    var digits: String
    var page: [UInt8]?
  }

  /// Writes what changed; answers what an index of the pages says.
  ///
  /// - Parameter sizes: how many notifications each person has.
  mutating func write(
    _ persons: [Person], sizes: [Int], jobs: Int
  ) async throws -> [InboxIndexEntry] {
    let shares = Self.shares(sizes)
    let jobs = max(1, jobs)
    var (begun, written) = (0, 0)
    var early: [Int: [Made]] = [:]
    try await withThrowingTaskGroup(of: (Int, [Made]).self) { group in
      while written < shares.count {
        // Finished pages wait for their turn, but never many of them.
        while begun < shares.count, begun < written + 2 * jobs, begun - written - early.count < jobs
        {
          let (number, part) = (begun, Array(persons[shares[begun]]))
          let old = try part.map {
            try folder.output.beginning(of: names[$0], count: PageFingerprint.length)
          }
          let (pages, fingerprint) = (pages, fingerprint)
          group.addTask { (number, try Self.make(part, old, pages, fingerprint)) }
          begun += 1
        }
        guard let (number, made) = try await group.next() else { break }
        early[number] = made
        while let next = early.removeValue(forKey: written) {
          for made in next { try take(made) }
          written += 1
        }
      }
    }
    return entries
  }

  /// Consecutive persons with about as many notifications together.
  private static func shares(_ sizes: [Int]) -> [Range<Int>] {
    var shares: [Range<Int>] = []
    var (start, size) = (0, 0)
    for (place, count) in sizes.enumerated() {
      // A page without notifications costs about as much as ten of them.
      size += count + 10
      if size >= share || place == sizes.count - 1 {
        shares.append(start..<place + 1)
        (start, size) = (place + 1, 0)
      }
    }
    return shares
  }

  private static func make(
    _ persons: [Person], _ old: [[UInt8]?], _ pages: InboxPages, _ fingerprint: PageFingerprint
  ) throws -> [Made] {
    var fingerprint = fingerprint
    return try zip(persons, old).map { person, old in
      let digest = try pages.digest(for: person)
      let digits = fingerprint.digits(of: digest, for: person)
      var made = Made(person: person, tally: digest.counts.all, digits: digits)
      if old.map({ PageFingerprint.isMarked($0, with: digits) }) != true {
        made.page = pages.page(of: digest, for: person)
      }
      return made
    }
  }

  private mutating func take(_ made: Made) throws {
    let name = names[made.person]
    if let page = made.page {
      try folder.output.write(PageFingerprint.mark(page, with: made.digits), as: name)
      report.written += 1
      if made.person.isGone { report.emptied += 1 }
    } else {
      report.unchanged += 1
    }
    if !made.person.isGone {
      entries.append(
        InboxIndexEntry(
          href: name, name: made.person.recipient.name, id: made.person.recipient.id.text,
          tally: made.tally))
    }
  }
}
