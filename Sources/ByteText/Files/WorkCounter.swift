import Synchronization

/// How far a piece of work has come. Whoever works says so once a batch; whoever shows it asks.
package final class WorkCounter: Sendable {
  private let doneCount = Atomic<Int>(0)
  private let totalCount = Atomic<Int>(0)

  package init() {}

  package var done: Int { doneCount.load(ordering: .relaxed) }

  /// Zero where nobody knows.
  package var total: Int { totalCount.load(ordering: .relaxed) }

  package func add(_ count: Int) { doneCount.wrappingAdd(count, ordering: .relaxed) }

  package func advance(to done: Int) { doneCount.store(done, ordering: .relaxed) }

  package func expect(more count: Int) { totalCount.wrappingAdd(count, ordering: .relaxed) }

  package func expect(_ total: Int) { totalCount.store(total, ordering: .relaxed) }
}
