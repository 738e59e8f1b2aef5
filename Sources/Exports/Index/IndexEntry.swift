import Notifications

/// What the index keeps of a record: 32 bytes, of which millions are held.
struct IndexEntry: BitwiseCopyable {
  /// Where the record is among the bytes of all inputs: 40 bits offset, 24 bits length.
  var place: UInt64
  /// Microseconds since 1970.
  var time: Int64
  /// A hash of profile and id; equal ones are compared by the records themselves.
  var id: UInt32
  /// While the index is built the number in the table of recipients, then the place in their order.
  var recipient: UInt32
  private var kind: UInt32
  /// The number, from 1, of the time from which on it is shown nowhere; `never` where it does not
  /// expire. Among the times of its batch, then among those of the table.
  var expiry: UInt32

  static let never: UInt32 = 0
  /// The largest offset that a place holds: a terabyte.
  static let offsetLimit: Int64 = 1 << 40

  init(
    facts: IndexFacts, offset: Int64, length: Int, id: UInt32, type: UInt32,
    expiry: UInt32 = never, isKeyed: Bool, isMatch: Bool
  ) {
    place = UInt64(offset) << 24 | UInt64(length)
    time = facts.time.microseconds
    self.expiry = expiry
    self.id = id
    recipient = 0
    kind =
      type << 8 | UInt32(facts.priority.rawValue) | UInt32(facts.readState.rawValue) << 2
      | (facts.isDeleted ? Flag.deleted : 0) | (isKeyed ? Flag.keyed : 0)
      | (isMatch ? Flag.match : 0)
  }

  private enum Flag {
    static let deleted: UInt32 = 16
    static let keyed: UInt32 = 32
    static let match: UInt32 = 64
  }

  var offset: Int64 {
    get { Int64(place >> 24) }
    set { place = UInt64(newValue) << 24 | place & 0xFF_FFFF }
  }
  var length: Int { Int(place & 0xFF_FFFF) }

  /// A number in the register of types, which tells the profile too.
  var type: UInt32 {
    get { kind >> 8 }
    set { kind = newValue << 8 | kind & 0xFF }
  }
  var priority: Priority { Priority(rawValue: Int(kind & 3)) ?? .normal }
  var readState: ReadState { ReadState(rawValue: UInt8(kind >> 2 & 3)) ?? .unknown }
  var isDeleted: Bool { kind & Flag.deleted != 0 }
  /// Its place begins with its name in an object keyed by id.
  var isKeyed: Bool { kind & Flag.keyed != 0 }
  /// The text filter matched.
  var isMatch: Bool { kind & Flag.match != 0 }
}
