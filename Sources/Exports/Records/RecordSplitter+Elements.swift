import ByteText
import Notifications

/// Arrays of records, and objects that hold records by their ids.
extension RecordSplitter {
  /// How many bytes of damage are examined.
  static let probe = 1 << 16

  mutating func array() -> Step {
    switch window[cursor] {
    case UInt8(ascii: "]"): end()
    case UInt8(ascii: ","): comma()
    case UInt8(ascii: "{"): return element(from: cursor, value: cursor)
    case UInt8(ascii: "[") where !isDeepArray:
      // Pages joined by `--slurp` and similar options.
      separate(at: cursor)
      cursor += 1
      open(Context(kind: .array))
    case UInt8(ascii: "["): return element(from: cursor, value: cursor)
    case UInt8(ascii: "}"), UInt8(ascii: ":"): return endDocument()
    default: return scalar(from: cursor, value: cursor)
    }
    return .advanced
  }

  private var isDeepArray: Bool {
    contexts.count > 2 && contexts.suffix(3).allSatisfy { $0.kind == .array }
  }

  // MARK: Commas

  /// Takes the bracket at the cursor, which ends the innermost context. A value must precede it if
  /// a comma does.
  mutating func end() {
    if separation == .comma { lose(from: cursor, to: cursor + 1, .malformed(.syntax)) }
    cursor += 1
    close()
  }

  /// Takes the comma at the cursor; a comma without a value before it may replace a lost record.
  mutating func comma() {
    if separation == .opening || separation == .comma {
      lose(from: cursor, to: cursor + 1, .malformed(.syntax))
    }
    if separation != .opening { separation = .comma }
    cursor += 1
  }

  /// Notes that a value begins at `start`; a comma precedes all but the first.
  mutating func separate(at start: Int) {
    if separation == .value, contexts.last?.kind != .document {
      lose(from: start, to: start + 1, .malformed(.syntax))
    }
    separation = .value
  }

  /// Inside an object keyed by id.
  mutating func keyed() -> Step {
    switch window[cursor] {
    case UInt8(ascii: "}"): end()
    case UInt8(ascii: ","): comma()
    case UInt8(ascii: "\""):
      guard let member = member() else { return incomplete() }
      let opening = window[member.value]
      if let levels = contexts.last?.levels, levels > 0, opening == UInt8(ascii: "{") {
        return enter(member, Context(kind: .keyed, levels: levels - 1), isOwned: true)
      }
      return opening == UInt8(ascii: "{") || opening == UInt8(ascii: "[")
        ? element(from: cursor, value: member.value)
        : scalar(from: cursor, value: member.value)
    default: return endDocument()
    }
    return .advanced
  }

  /// Enters the object or list that a member is.
  ///
  /// - Parameter isOwned: whether the member's name is the owner of the records inside.
  mutating func enter(_ member: ShapeReader.Member, _ context: Context, isOwned: Bool) -> Step {
    let name = member.name.lowerBound - 1..<member.name.upperBound + 1
    let owner = window.withBytes { bytes in
      isOwned ? JSONText(UnsafeRawBufferPointer(rebasing: bytes[name]))?.scalarID : nil
    }
    separate(at: cursor)
    cursor = member.value + 1
    let isOfPerson = window.withBytes { RecordHolder.isOfPerson($0[member.name]) }
    open(context)
    contexts[contexts.count - 1].holder.isPerson = isOfPerson
    if let owner, !owner.isEmpty { own(by: owner) }
    return .advanced
  }

  /// Takes the key above records' ids as their owner, unless an envelope named one.
  private mutating func own(by key: String) {
    guard let context = contexts.indices.last,
      contexts[context].owner == nil || contexts[context].isOwnedByKey
    else { return }
    contexts[context].owner = owners.count
    contexts[context].isOwnedByKey = true
    owners.append(RecipientID(key))
  }

  /// The member whose name begins at the cursor; nil if it is damaged or not in the window.
  func member() -> ShapeReader.Member? {
    window.withBytes { ShapeReader(bytes: $0, names: names).nextMember(from: cursor) }
  }

  /// A member or value without an end: more of it may follow.
  mutating func incomplete() -> Step {
    if window.isAtEnd { return tear() }
    return window.count - cursor > RecordSplitter.probe ? endDocument() : .needsMore
  }

  /// A record that begins with a bracket, at `value`; with its name at `start`.
  mutating func element(from start: Int, value: Int) -> Step {
    let result = window.withBytes { ValueSearch().end(in: $0, from: value, isStrict: true) }
    switch result {
    case .ended(let end) where window[end - 1] == window[value] + 2:
      // `[` and `]`, `{` and `}` are two apart.
      switch follower(of: end) {
      case .unknown: return .needsMore
      case .misplaced: return endDocument()
      case .fitting: break
      }
      if isQueryNote(value, to: end) {
        separate(at: start)
      } else {
        take(from: start, value: value, to: end)
      }
      cursor = end
      return .advanced
    case .ended, .damaged: return endDocument()
    case .open: return openElement(value)
    }
  }

  /// Whether an element of a list is what a query of Firestore's says beside its documents, or instead
  /// of them: `{"readTime": "…"}`.
  private func isQueryNote(_ value: Int, to end: Int) -> Bool {
    guard contexts.last?.kind == .array, end - value < 300 else { return false }
    return window.withBytes { bytes in
      let reader = ShapeReader(bytes: bytes, names: names)
      guard var member = reader.nextMember(from: value + 1) else { return false }
      while ["readTime", "transaction", "skippedResults", "done"].contains(where: {
        bytes[member.name].elementsEqual($0.utf8)
      }) {
        guard let close = reader.end(of: member.value), close < end else { return false }
        guard let next = reader.nextMember(from: close), next.value < end else { return true }
        member = next
      }
      return false
    }
  }

  enum Follower { case fitting, misplaced, unknown }

  /// Whether the bytes after a value are valid there: an extra bracket belongs to the value's
  /// damage.
  func follower(of end: Int) -> Follower {
    var next = end
    while next < window.count, JSONScanner.isSpace(window[next]) {
      // A line ends a value of the document; elsewhere nothing else does.
      if window[next] == UInt8(ascii: "\n") && contexts.last?.kind == .document { return .fitting }
      if next - end > 256 { return .fitting }
      next += 1
    }
    guard next < window.count else { return window.isAtEnd ? .fitting : .unknown }
    switch (window[next], contexts.last?.kind) {
    case (UInt8(ascii: "{"), .document?), (UInt8(ascii: "["), .document?): return .fitting
    case (UInt8(ascii: ","), .array?), (UInt8(ascii: ","), .keyed?): return .fitting
    case (UInt8(ascii: "]"), .array?), (UInt8(ascii: "{"), .array?): return .fitting
    case (UInt8(ascii: "}"), .keyed?): return .fitting
    case (UInt8(ascii: ","), .wrapper?), (UInt8(ascii: "}"), .wrapper?): return .fitting
    default: return .misplaced
    }
  }

  private mutating func openElement(_ value: Int) -> Step {
    let available = window.count - cursor
    if window.isAtEnd { return tear() }
    if available < RecordSplitter.probe { return .needsMore }
    if contexts.last?.isOutermostArray == true, contexts.last?.holdsRecords == false,
      cursor == value
    {
      guard isForeseeable else { return .needsMore }
      if let context = window.withBytes({ context(of: $0, at: cursor) }) {
        separate(at: cursor)
        open(context)
        cursor += 1
        isWrapped = true
        return .advanced
      }
    }
    if available < recordLimit { return .needsMore }
    lose(from: cursor, to: window.count, .tooLarge(limit: recordLimit))
    return passOver(from: value)
  }

  /// A value that is not a record: a string, number or word.
  private mutating func scalar(from start: Int, value: Int) -> Step {
    let end = window.withBytes { ShapeReader(bytes: $0, names: names).end(of: value) }
    if let end, end > value {
      take(from: start, value: value, to: end)
      cursor = end
      return .advanced
    }
    return incomplete()
  }
}
