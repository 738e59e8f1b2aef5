import CSimdJSON

/// The paths whose values a walk takes down, and their slots.
///
/// Built by one thread, then read by any: the C table never changes after the last `slot(for:)`,
/// which is what makes it safe to share.
final class RecordPaths: @unchecked Sendable {
  /// For `tidings_json_walk`.
  let table: OpaquePointer
  private var lists: [UnsafeMutableBufferPointer<Slot>] = []

  /// Nil where there is no memory.
  init?() {
    guard let table = tidings_json_paths_create() else { return nil }
    self.table = table
  }

  deinit {
    tidings_json_paths_destroy(table)
    for list in lists { list.deallocate() }
  }

  /// How many values a walk writes.
  var slotCount: Int { Int(tidings_json_paths_slots(table)) }

  /// The slot of a path: the same for the same path.
  func slot(for path: FieldPath) -> Slot { slot(forNames: path.segments) }

  func slot(forNames names: [String]) -> Slot {
    let segments = names.map { ContiguousArray($0.utf8CString) }
    return withPointers(to: segments[...], []) { pointers in
      pointers.withUnsafeBufferPointer {
        Slot(index: Int(tidings_json_paths_add(table, $0.baseAddress, $0.count)))
      }
    }
  }

  func slots(for paths: [FieldPath]) -> [Slot] { paths.map(slot(for:)) }

  /// The same for what is asked of every record.
  func list(for paths: [FieldPath]) -> SlotList {
    let list = UnsafeMutableBufferPointer<Slot>.allocate(capacity: paths.count)
    _ = list.initialize(from: slots(for: paths))
    lists.append(list)
    return SlotList(slots: UnsafeBufferPointer(list))
  }

  private func withPointers<Answer>(
    to segments: ArraySlice<ContiguousArray<CChar>>, _ pointers: [UnsafePointer<CChar>?],
    _ body: ([UnsafePointer<CChar>?]) -> Answer
  ) -> Answer {
    guard let first = segments.first else { return body(pointers) }
    return first.withUnsafeBufferPointer {
      withPointers(to: segments.dropFirst(), pointers + [$0.baseAddress], body)
    }
  }
}

/// Slots that are tried one after the other; valid as long as their `RecordPaths`.
///
/// A measured hot loop: an array would be retained and released at each of a record's ten lookups,
/// which took a tenth of all reading. The slots are constant once they are made, so threads may share
/// them.
struct SlotList: Sequence, @unchecked Sendable {
  fileprivate let slots: UnsafeBufferPointer<Slot>

  static let none = SlotList(slots: UnsafeBufferPointer(start: nil, count: 0))

  var isEmpty: Bool { slots.isEmpty }

  func makeIterator() -> UnsafeBufferPointer<Slot>.Iterator { slots.makeIterator() }
}
