import ByteText

/// Recovery after damage that hides where records end. It continues at the next offset where a line
/// begins with `{`, or `},` and `{` meet, and a record parses, or else at the end of the input.
extension RecordSplitter {
  /// A loss that has begun.
  struct Damage {
    /// The offset of its first byte that is not reported yet.
    var start: Int64
    var reason: RejectReason
    /// Whether the bytes before `start` are already reported as the same loss.
    var isContinued = false
    /// Whether a record may begin at the cursor, by the bytes before it.
    var isCandidate = false
  }

  /// Begins a loss at the cursor.
  mutating func beginDamage() -> Step {
    separation = .damage
    let reason = window.withBytes { bytes in
      let end = min(bytes.count, cursor + RecordSplitter.probe)
      return diagnose(UnsafeRawBufferPointer(rebasing: bytes[cursor..<end]))?.reason
    }
    let isKnown = reason != nil && reason != .notAnObject && reason != .torn
    damage = Damage(
      start: window.base + Int64(cursor), reason: .malformed(isKnown ? reason ?? .syntax : .syntax))
    return resynchronize()
  }

  mutating func resynchronize() -> Step {
    guard var damage else { return .advanced }
    let start = max(Int(damage.start - window.base), 0)
    var from = damage.isCandidate ? cursor : max(cursor, start + (damage.isContinued ? 0 : 1))
    while let offset = nextMeeting(from: from, isKnown: damage.isCandidate) {
      switch trial(at: offset) {
      case .isRecord:
        report(damage, to: offset)
        self.damage = nil
        cursor = offset
        // An array continues after the damage that hid its bracket.
        if contexts.last?.isObject == true { open(.array) }
        separation = .damage
        return .advanced
      case .isNone:
        from = offset + 1
        damage.isCandidate = false
      case .isUnknown:
        return suspend(damage, at: offset, isCandidate: true)
      }
    }
    if window.isAtEnd {
      if damage.reason == .malformed(.syntax) { damage.reason = .malformed(.torn) }
      report(damage, to: window.count)
      self.damage = nil
      cursor = window.count
      isTorn = true
      return .advanced
    }
    // Some bytes before a candidate stay in the window, because they are examined.
    return suspend(damage, at: max(cursor, window.count - 256), isCandidate: false)
  }

  /// Reports the loss so far and asks for more bytes.
  private mutating func suspend(_ damage: Damage, at offset: Int, isCandidate: Bool) -> Step {
    var damage = damage
    report(damage, to: offset)
    if window.base + Int64(offset) > damage.start {
      damage.isContinued = true
      damage.start = window.base + Int64(offset)
    }
    damage.isCandidate = isCandidate
    self.damage = damage
    cursor = offset
    return .needsMore
  }

  private mutating func report(_ damage: Damage, to end: Int) {
    let start = Int(damage.start - window.base)
    guard start < end else { return }
    lose(from: start, to: end, damage.reason, isContinued: damage.isContinued)
  }

  // MARK: Candidates

  private enum Trial {
    case isRecord, isNone, isUnknown
  }

  private func trial(at offset: Int) -> Trial {
    window.withBytes { bytes in
      switch trial(in: bytes, at: offset) {
      case .isUnknown where window.isAtEnd || bytes.count - offset >= RecordSplitter.probe: .isNone
      case let result: result
      }
    }
  }

  /// The first record in `bytes` from `start`.
  func candidate(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    var from = start
    while let offset = meeting(in: bytes, from: from) {
      if trial(in: bytes, at: offset) == .isRecord { return offset }
      from = offset + 1
    }
    return nil
  }

  private func trial(in bytes: UnsafeRawBufferPointer, at offset: Int) -> Trial {
    let end = min(bytes.count, offset + RecordSplitter.probe)
    let part = UnsafeRawBufferPointer(rebasing: bytes[..<end])
    var value = offset
    if bytes[offset] == UInt8(ascii: "\"") {
      guard let member = ShapeReader(bytes: part, names: names).nextMember(from: offset) else {
        return .isUnknown
      }
      guard bytes[member.value] == UInt8(ascii: "{") else { return .isNone }
      value = member.value
    }
    switch ValueSearch().end(in: part, from: value, isStrict: true) {
    case .ended(let end):
      let record = UnsafeRawBufferPointer(rebasing: bytes[value..<end])
      return judge(record, value > offset) ? .isRecord : .isNone
    case .damaged: return .isNone
    case .open: return .isUnknown
    }
  }

  private func nextMeeting(from start: Int, isKnown: Bool) -> Int? {
    if isKnown && start < window.count { return start }
    return window.withBytes { meeting(in: $0, from: start) }
  }

  /// The next offset from `start` where a record may begin, by the bytes before it.
  private func meeting(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    let opening = contexts.last?.kind == .keyed ? UInt8(ascii: "\"") : UInt8(ascii: "{")
    var from = start
    while let offset = ByteSearch.first(opening, in: bytes.bytes, from: from) {
      if RecordSplitter.isMeeting(bytes, offset) { return offset }
      from = offset + 1
    }
    return nil
  }

  /// Whether a line begins here, or `},` precedes it.
  private static func isMeeting(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Bool {
    var before = offset - 1
    while before >= 0, JSONScanner.isSpace(bytes[before]) {
      if bytes[before] == UInt8(ascii: "\n") { return true }
      before -= 1
    }
    guard before >= 0, bytes[before] == UInt8(ascii: ",") else { return false }
    before -= 1
    while before >= 0, JSONScanner.isSpace(bytes[before]) { before -= 1 }
    return before >= 0 && bytes[before] == UInt8(ascii: "}")
  }
}
