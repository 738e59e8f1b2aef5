import ByteText

/// The document itself: any sequence of values, usually one per line.
extension RecordSplitter {
  mutating func document() -> Step {
    switch window[cursor] {
    case UInt8(ascii: "["):
      cursor += 1
      open(Context(kind: .array))
      return .advanced
    case UInt8(ascii: "{"): return outerObject()
    // A bracket too many has closed the document.
    case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"):
      return hasLines || valueStart == nil ? loseLine() : endDocument()
    default: return loseLine()
    }
  }

  /// A record or an envelope of records; the walk tells which.
  private mutating func outerObject() -> Step {
    if let end = emptyObject() {
      cursor = end
      lines = nil
      return .advanced
    }
    var limit = window.count
    if hasLines {
      guard let feed = lineEnd(from: cursor) else {
        return window.count - cursor < recordLimit ? .needsMore : openObject()
      }
      let end = window.textEnd(cursor..<feed)
      if window[end - 1] == UInt8(ascii: "}") {
        take(from: cursor, value: cursor, to: end)
        cursor = end
        return .advanced
      }
      // The line is truncated, or begins a value of several lines, in which no inner line begins as
      // a value does.
      limit = nextValueLine(from: feed) ?? window.count
    }
    lines = nil
    switch search(to: limit) {
    case .ended(let end) where window[end - 1] == UInt8(ascii: "}"):
      switch follower(of: end) {
      case .unknown: return .needsMore
      // Bytes after a complete envelope cost none of its records.
      case .misplaced: return isForeseeable ? openEnvelope() ?? loseLine() : .needsMore
      case .fitting: break
      }
      hasLines = isLine(end)
      take(from: cursor, value: cursor, to: end)
      cursor = end
      return .advanced
    case .ended, .damaged: return isForeseeable ? openEnvelope() ?? loseLine() : .needsMore
    case .open: return limit < window.count ? loseLine() : openObject()
    }
  }

  /// The end of an empty object at the start of the document: a collection without records, like an
  /// empty array.
  private func emptyObject() -> Int? {
    guard window.base == 0, spans.isEmpty, losses.isEmpty else { return nil }
    return window.withBytes { bytes in
      let reader = ShapeReader(bytes: bytes, names: names)
      guard reader.skippingSpace(0) >= cursor || cursor == 3, reader.isEmpty(at: cursor) else {
        return nil
      }
      return reader.skippingSpace(cursor + 1) + 1
    }
  }

  /// An object that does not end in the window.
  private mutating func openObject() -> Step {
    let available = window.count - cursor
    guard isForeseeable else { return .needsMore }
    if let step = openEnvelope() { return step }
    if window.isAtEnd { return loseLine() }
    if available < recordLimit { return .needsMore }
    lose(from: cursor, to: window.count, .tooLarge(limit: recordLimit))
    return passOver(from: cursor)
  }

  /// Enters the object at the cursor if it seems to hold records.
  private mutating func openEnvelope() -> Step? {
    guard let context = window.withBytes({ context(of: $0, at: cursor) }) else { return nil }
    open(context)
    cursor += 1
    return .advanced
  }

  /// How far from the cursor an object is examined: a fixed distance, so that the result does not
  /// depend on the window.
  private var foresight: Int { min(1 << 20, recordLimit) }

  var isForeseeable: Bool { window.isAtEnd || window.count - cursor >= foresight }

  /// How the object at `start` holds records; nil if it seems to have none.
  func context(of bytes: UnsafeRawBufferPointer, at start: Int) -> Context? {
    foreseen(bytes, from: start).flatMap { Context($0.shape(at: start, judge: judge)) }
  }

  /// Whether the array at `start` holds records.
  func isList(_ bytes: UnsafeRawBufferPointer, at start: Int) -> Bool {
    foreseen(bytes, from: start)?.isList(at: start, judge: judge) ?? false
  }

  private func foreseen(_ bytes: UnsafeRawBufferPointer, from start: Int) -> ShapeReader? {
    let end = min(bytes.count, cursor + foresight)
    guard start < end else { return nil }
    return ShapeReader(bytes: UnsafeRawBufferPointer(rebasing: bytes[..<end]), names: names)
  }

  /// Rejects the line at the cursor; the damage ends with it.
  mutating func loseLine() -> Step {
    let available = window.count - cursor
    guard let feed = lineEnd(from: cursor) else {
      if available < recordLimit { return .needsMore }
      lose(from: cursor, to: window.count, .tooLarge(limit: recordLimit))
      skip = .line
      cursor = window.count
      return .advanced
    }
    let first = window[cursor]
    let isOpening = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    // Lines after a lone opening bracket belong to the same loss.
    let isContinued = lostOpening && !isOpening
    let damage = window.withBytes { diagnose(UnsafeRawBufferPointer(rebasing: $0[cursor..<feed])) }
    lose(from: cursor, to: feed, .malformed(damage ?? .syntax), isContinued: isContinued)
    if feed == window.count && damage == .torn { isTorn = true }
    lostOpening = isContinued || (isOpening && feed - cursor <= 2)
    cursor = feed
    hasLines = true
    return .advanced
  }

  // MARK: Lines

  /// The offset of the line feed that ends the line at `start`, or the last line's end; nil if it
  /// is not in the window.
  private func lineEnd(from start: Int) -> Int? {
    window.lineFeed(from: start) ?? (window.isAtEnd ? window.count : nil)
  }

  /// The first line after `feed` that begins with an opening bracket.
  private func nextValueLine(from feed: Int) -> Int? {
    window.withBytes { bytes in
      var line = feed
      while line + 1 < bytes.count {
        if bytes[line + 1] == UInt8(ascii: "{") || bytes[line + 1] == UInt8(ascii: "[") {
          return line + 1
        }
        guard let next = ByteSearch.first(UInt8(ascii: "\n"), in: bytes.bytes, from: line + 1)
        else { return nil }
        line = next
      }
      return nil
    }
  }

  /// Whether the value from the cursor to `end` is alone on its line.
  private func isLine(_ end: Int) -> Bool {
    window.withBytes { bytes in
      let before = bytes.bytes.extracting(..<end)
      guard ByteSearch.first(UInt8(ascii: "\n"), in: before, from: cursor) == nil else {
        return false
      }
      var next = end
      while next < bytes.count, JSONScanner.isSpace(bytes[next]) {
        if bytes[next] == UInt8(ascii: "\n") { return true }
        next += 1
      }
      return false
    }
  }

  /// The end of the value at the cursor.
  func search(to limit: Int) -> ValueSearch.Result {
    window.withBytes {
      ValueSearch().end(
        in: UnsafeRawBufferPointer(rebasing: $0[..<limit]), from: cursor, isStrict: true)
    }
  }
}

extension RecordSplitter.Context {
  /// The context inside an object of a shape; nil if it holds no records.
  init?(_ shape: ObjectShape) {
    switch shape {
    case .record: return nil
    case .envelope: self.init(kind: .envelope)
    case .container: self.init(kind: .container)
    case .lists:
      self.init(kind: .container)
      holdsOwners = true
    case .wrapper: self.init(kind: .wrapper)
    case .keyed(let levels): self.init(kind: .keyed, levels: levels)
    }
  }
}
