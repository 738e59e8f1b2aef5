import Notifications
import Synchronization

/// The types of all records, each with a number; a type belongs to its profile.
final class TypeRegister: Sendable {
  struct Entry: Hashable {
    /// An index into the plan's profiles.
    var profile: Int
    var key: TypeKey
  }

  private struct Content {
    var entries: [Entry] = []
    var numbers: [Entry: UInt32] = [:]
  }

  private let content = Mutex(Content())

  func number(of entry: Entry) -> UInt32 {
    content.withLock { content in
      if let number = content.numbers[entry] { return number }
      let number = UInt32(content.entries.count)
      content.entries.append(entry)
      content.numbers[entry] = number
      return number
    }
  }

  /// All types, by number.
  var entries: [Entry] { content.withLock { $0.entries } }
}
