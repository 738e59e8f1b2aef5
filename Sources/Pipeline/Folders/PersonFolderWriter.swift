import ByteText
internal import Delivery
internal import Exports
internal import Notifications

/// A person's documents, as far as they have to be written.
package struct MadeFiles: Sendable {
  var written: WrittenFile
  /// By the kind's suffixes, each marked with its fingerprint; nil for one that did not change.
  var files: [[UInt8]?]
}

/// A person's documents as they are.
package struct KnownFiles: Sendable {
  /// Their name, without its suffix.
  var stem: String
  /// What they were made of when they were written; nil if that is not known.
  var written: WrittenFile?
  /// How each file begins; nil for one that does not exist.
  var beginnings: [[UInt8]?]
}

struct PersonFolderWriter {
  let folder: PersonFolder
  let make: FileMaker
  let jobs: Int
  var report = PersonFolderReport()

  /// So many notifications make one task.
  private static let share = 2_000
  /// The memory of an empty page, in notifications.
  ///
  /// Measured: an empty page has 31 KB, and each of the first forty notifications adds 0.86 KB. With
  /// 10 here, 600 pages of ten notifications each took 11.8 MiB while they waited; with 40, 4.2 MiB.
  fileprivate static let least = 40

  /// Consecutive persons, and about how many notifications they have.
  private typealias Share = (range: Range<Int>, weight: Int)

  /// Writes what changed, and notes in the folder's list what every document is made of.
  ///
  /// - Parameter progress: called with the number of persons done and their total.
  mutating func writeDocuments(_ persons: PersonList, progress: (Int, Int) -> Void) async throws {
    var shares = Self.shares(persons).makeIterator()
    var next = shares.next()
    // Made or being made, but not written: they wait for their turn, but never many of them.
    var waiting: [Share] = []
    var begun = 0
    var early: [Int: [MadeFiles]] = [:]
    try await withThrowingTaskGroup(of: (Int, [MadeFiles]).self) { group in
      while next != nil || !waiting.isEmpty {
        while let share = next, mayBegin(share, waiting), waiting.count - early.count < jobs {
          let (number, work) = (begun, try work(for: share.range, of: persons))
          let make = make
          group.addTask { (number, try work.map { try make($0.person, $0.files) }) }
          begun += 1
          waiting.append(share)
          next = shares.next()
        }
        guard let (number, made) = try await group.next() else { break }
        early[number] = made
        while let first = waiting.first, let made = early.removeValue(forKey: begun - waiting.count)
        {
          for (position, made) in zip(first.range, made) {
            try take(made, of: persons[position].key, isGone: persons.isGone(at: position))
          }
          waiting.removeFirst()
          progress(first.range.upperBound, persons.count)
        }
        try Task.checkCancellation()
      }
    }
  }

  /// Whether there is room: for as many tasks as there are jobs, however large their documents are, and for
  /// twice as many small ones.
  private func mayBegin(_ share: Share, _ waiting: [Share]) -> Bool {
    waiting.count < jobs
      || waiting.reduce(share.weight) { $0 + $1.weight } <= 2 * jobs * (Self.share + Self.least)
  }

  private func work(
    for range: Range<Int>, of persons: PersonList
  ) throws -> [(person: Person, files: KnownFiles)] {
    try range.map { position in
      let person = persons[position]
      let entry = try folder.list[person.key]
      let stem = entry?.stem ?? ""
      let beginnings = try folder.kind.suffixes.map {
        try folder.output?.contents(of: stem + $0, most: FingerprintMark.longest)
      }
      return (person, KnownFiles(stem: stem, written: entry?.written, beginnings: beginnings))
    }
  }

  /// Consecutive persons with about as many notifications together.
  private static func shares(_ persons: PersonList) -> [Share] {
    var shares: [Share] = []
    var (start, weight) = (0, 0)
    for position in persons.indices {
      weight += persons.notifications(at: position) + least
      if weight >= share || position == persons.count - 1 {
        shares.append((start..<position + 1, weight))
        (start, weight) = (position + 1, 0)
      }
    }
    return shares
  }

  private mutating func take(_ made: MadeFiles, of owner: PersonID, isGone: Bool) throws {
    guard let entry = try folder.list[owner] else { return }
    let isEmptied = isGone && entry.showsSomething
    try folder.note(made.written, of: owner)
    if made.files.allSatisfy({ $0 == nil }) {
      report.unchanged += 1
      return
    }
    for (suffix, bytes) in zip(folder.kind.suffixes, made.files) {
      if let bytes { try folder.output?.writeDocument(bytes, as: entry.stem + suffix) }
    }
    report.written += 1
    if isEmptied { report.emptied += 1 }
  }
}
