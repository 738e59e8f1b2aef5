import ByteText

/// The bytes of one input, plain, from the first to the last; what can be read only once is kept in a
/// spool on the way.
final class ByteStream {
  private let source: StoredBytes
  private let inflater: Inflater?
  private let spool: Spool?
  private let limit: Int64
  /// What `peek` read and `read` has not given away yet.
  private var head: [UInt8]
  private var position: Int64 = 0

  /// - Parameters:
  ///   - head: what was read of the source already.
  ///   - limit: decompressed bytes that are too many.
  init(
    _ source: StoredBytes, head: [UInt8] = [], inflater: Inflater? = nil, spool: Spool? = nil,
    limit: Int64 = .max
  ) {
    self.head = head
    self.source = source
    self.inflater = inflater
    self.spool = spool
    self.limit = limit
  }

  var name: String { source.name }

  /// Where its records can be read again.
  var store: StoredBytes { spool?.bytes ?? source }

  /// How decompression ended; nil for what is not compressed.
  var inflation: Inflater.End? { inflater?.end }

  /// The first bytes, which stay to be read; to be called before `read`.
  func peek(_ count: Int) throws(ExportError) -> [UInt8] {
    if head.count < count {
      var more = [UInt8](repeating: 0, count: count - head.count)
      let filled = try more.withMutableRawBytes { bytes throws(ExportError) in
        try readPlain(into: bytes)
      }
      head += more[..<filled]
    }
    return Array(head.prefix(count))
  }

  /// Fills `target`; answers fewer bytes only at the end.
  func read(into target: UnsafeMutableRawBufferPointer) throws(ExportError) -> Int {
    let known = min(head.count, target.count)
    target.copyBytes(from: head[..<known])
    head.removeFirst(known)
    let filled =
      try known + readPlain(into: UnsafeMutableRawBufferPointer(rebasing: target[known...]))
    if position + Int64(filled) > limit {
      throw ExportError(file: name, reason: .decompressedTooLarge(limit: limit))
    }
    try spool?.write(UnsafeRawBufferPointer(rebasing: target[..<filled]), at: position)
    position += Int64(filled)
    return filled
  }

  private func readPlain(
    into target: UnsafeMutableRawBufferPointer
  ) throws(ExportError) -> Int {
    if let inflater { return try inflater.read(into: target) }
    return try source.readNext(into: target)
  }
}
