import CSimdJSON

/// The search for the end of an object or array, which goes on where it stopped.
struct ValueSearch {
  enum Result: Equatable {
    /// The offset behind the last bracket.
    case ended(Int)
    /// The bytes end before the value does.
    case open
    /// Quotes or brackets are damaged: the end cannot be told.
    case damaged
  }

  private var state = tidings_json_search()

  /// Looks for the end from `start` on, which is where the value begins, or where the bytes of the
  /// last call ended.
  mutating func next(
    in bytes: UnsafeRawBufferPointer, from start: Int, isStrict: Bool
  ) -> Result {
    guard start < bytes.count, let base = bytes.baseAddress else { return .open }
    let end = tidings_json_value_end(
      (base + start).assumingMemoryBound(to: CChar.self), bytes.count - start, &state,
      isStrict ? 1 : 0)
    // SIZE_MAX and SIZE_MAX - 1 in the C interface.
    switch end {
    case -1: return .open
    case -2: return .damaged
    default: return .ended(start + end)
    }
  }

  /// The end of the value that begins at `start`.
  consuming func end(
    in bytes: UnsafeRawBufferPointer, from start: Int, isStrict: Bool
  ) -> Result {
    next(in: bytes, from: start, isStrict: isStrict)
  }
}
