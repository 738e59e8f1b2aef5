import ByteText

/// Records inside objects: pages of an API, objects keyed by id.
extension BatchReader {
  /// Reads the records inside an object that is not a record; returns false if there are none.
  func expand(_ span: RecordSpan, in piece: Piece) -> Bool {
    let record = piece.record(span)
    guard mayHoldRecords(span, record), piece.depth + 1 < Self.deepest,
      let context = innerContext(record)
    else { return false }
    if span.isElement { result.found.isWrapped = true }
    let base = piece.base + Int64(span.value)
    forEachBatch(in: record, base: base, context) { batch, bytes in
      readRecords(of: batch, bytes, depth: piece.depth + 1)
    }
    return true
  }

  /// Whether an object may be searched for records. Among records an object is a record or a
  /// reject, except a page of an API between lines, which has no field of a record.
  private func mayHoldRecords(_ span: RecordSpan, _ object: UnsafeRawBufferPointer) -> Bool {
    guard span.isAmongRecords else { return true }
    guard span.isInSequence, object.first == UInt8(ascii: "{") else { return false }
    return ShapeReader(bytes: object, names: plan.names).roles(at: 0).isEmpty
  }

  /// Whether an element of the outermost array only tells about the records in another one: it has
  /// neither an id nor a time, no list or object, and is no error. phpMyAdmin writes its name and
  /// version so.
  func isHeader(_ span: RecordSpan, _ object: UnsafeRawBufferPointer) -> Bool {
    guard span.isElement, !span.isAmongRecords, object.first == UInt8(ascii: "{"),
      ErrorAnswer.text(in: object, names: plan.names) == nil
    else { return false }
    return ShapeReader(bytes: object, names: plan.names).isHeader
  }

  private func forEachBatch(
    in record: UnsafeRawBufferPointer, base: Int64, _ context: RecordSplitter.Context,
    _ body: (RecordBatch, UnsafeRawBufferPointer) -> Void
  ) {
    var splitter = splitter(ByteWindow(record, base: base), context)
    splitter.cursor = 1
    // Bytes in memory cannot fail to be read, and damage is a loss in the batch: nothing throws.
    while let batch = try? splitter.nextBatch() {
      batch.bytes.withUnsafeBytes {
        body(batch, UnsafeRawBufferPointer(rebasing: $0[..<batch.count]))
      }
    }
  }

  /// A splitter that asks this reader whether bytes are a record.
  func splitter(
    _ window: ByteWindow, _ context: RecordSplitter.Context, table: CSVTable? = nil
  ) -> RecordSplitter {
    // A spilled row has the number of its table before it.
    let limit = plan.options.recordLimit - (table == nil ? 0 : RecordStores.numberLength)
    return RecordSplitter(
      window, context, names: plan.names, recordLimit: limit, table: table,
      judge: { self.isRecord($0, isKeyed: $1) }, diagnose: { self.rewriter.walk($0) })
  }

  /// Whether bytes are one whole record with the fields that its profile requires.
  func isRecord(_ bytes: UnsafeRawBufferPointer, isKeyed: Bool) -> Bool {
    // Which keys there are is not known yet, only whether there are any.
    let context = RecordContext(recipient: context.recipient, key: isKeyed ? "?" : nil)
    let outerKey = mapper.derived.origin.outerKey
    if plan.needsOutside { mapper.derived.origin.outerKey = isKeyed ? "?" : nil }
    defer { if plan.needsOutside { mapper.derived.origin.outerKey = outerKey } }
    return plan.records.read(bytes, with: rewriter) { fields, _ in
      isMappable(fields, context)
    } ?? false
  }

  private func isMappable(_ fields: RecordFields, _ context: RecordContext) -> Bool {
    func isRecord(of profile: Int) -> Bool {
      // Its reject tells the reason, if the bytes turn out to be a record.
      (try? mapper.facts(fields, profile: profile, context: context)) != nil
    }
    if isDetected { return isRecord(of: mapper.profile(of: fields, in: home, context: context)) }
    return mapper.fits(fields, isKeyed: context.key != nil).enumerated().contains {
      $1.isEnough && isRecord(of: $0)
    }
  }

  // MARK: Detection

  /// Adds the scores of a batch's first records to a vote; returns how many there were.
  func vote(
    on batch: borrowing RecordBatch, _ vote: inout DetectionVote, limit: Int, depth: Int = 0
  ) -> Int {
    var voted = 0
    batch.bytes.withUnsafeBytes { bytes in
      withRecords(of: batch, bytes) { records, bytes in
        for span in records.spans where voted < limit {
          let record = UnsafeRawBufferPointer(rebasing: bytes[span.value..<span.end])
          if isHeader(span, record), let fits = fits(record, isKeyed: span.isKeyed),
            !fits.contains(where: \.isEnough)
          {
            vote.setAside(fits)
            continue
          }
          // An object among records is not searched.
          voted += self.vote(
            on: record, isKeyed: span.isKeyed, &vote, limit: limit - voted,
            depth: mayHoldRecords(span, record) ? depth : Self.deepest
          )
        }
      }
    }
    return voted
  }

  private func vote(
    on record: UnsafeRawBufferPointer, isKeyed: Bool, _ vote: inout DetectionVote, limit: Int,
    depth: Int
  ) -> Int {
    if let fits = fits(record, isKeyed: isKeyed), fits.contains(where: \.isEnough) {
      vote.add(fits)
      return 1
    }
    var voted = 0
    if depth + 1 < Self.deepest, let context = innerContext(record) {
      forEachBatch(in: record, base: 0, context) { batch, _ in
        voted += self.vote(on: batch, &vote, limit: limit - voted, depth: depth + 1)
      }
      // An envelope without records is not a record.
      if context.isObject { return voted }
    }
    if voted == 0, let fits = fits(record, isKeyed: isKeyed) {
      vote.add(fits)
      voted = 1
    }
    return voted
  }

  private func fits(_ record: UnsafeRawBufferPointer, isKeyed: Bool) -> [ProfileFit]? {
    plan.records.read(record, with: rewriter) { fields, _ in mapper.fits(fields, isKeyed: isKeyed) }
  }

  /// How an object holds records; nil if it does not.
  private func innerContext(_ record: UnsafeRawBufferPointer) -> RecordSplitter.Context? {
    guard record.first == UInt8(ascii: "{") else { return nil }
    let reader = ShapeReader(bytes: record, names: plan.names)
    return RecordSplitter.Context(reader.shape(at: 0) { self.isRecord($0, isKeyed: $1) })
  }

  /// The bytes that spans refer to.
  struct Piece {
    let bytes: UnsafeRawBufferPointer
    let base: Int64
    let depth: Int

    func range(_ span: RecordSpan) -> Range<Int64> {
      let offsets = span.row ?? span.start..<span.end
      return base + Int64(offsets.lowerBound)..<base + Int64(offsets.upperBound)
    }

    func record(_ span: RecordSpan) -> UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(rebasing: bytes[span.value..<span.end])
    }

    /// The name that a record has in an object keyed by id, unescaped.
    func key(of span: RecordSpan) -> String? {
      JSONText(UnsafeRawBufferPointer(rebasing: bytes[span.start..<span.value]))?.text
    }
  }
}
