import ByteText

/// A document with the first elements of each of its lists and maps, and nothing of the others: a list
/// that follows on many megabytes of another is found in it.
struct ThinDocument {
  private var bytes: [UInt8] = []
  /// Where the last list or map in them ends, and the brackets that close those around it.
  private var end = 0
  private var closing: [UInt8] = []

  /// The elements of what is cut off at the end are in it where they are complete.
  var json: [UInt8] { bytes[..<end] + closing.reversed() }

  /// What is kept of a list once the bytes are as many as usual.
  private static let fewest = 20
  private static let usualLength = 1 << 22
  private static let greatestLength = 1 << 24

  /// The lists and maps that are open, each with how many of its elements have ended, and its bracket.
  private var open: [(ended: Int, closing: UInt8)] = []
  /// How many are open where elements are left out.
  private var thinned: Int?
  /// How many values of a sequence have ended.
  private var values = 0
  private var isInString = false
  private var isEscaped = false

  /// Reads a stream as far as it can be read and something may be found.
  init(_ stream: ByteStream) throws(Fault) {
    var chunk = [UInt8](repeating: 0, count: 1 << 18)
    var count = chunk.count
    while count == chunk.count {
      do throws(Fault) {
        count = try chunk.withMutableRawBytes(stream.read(into:))
      } catch {
        // What reads the records says what is damaged, and where.
        if bytes.isEmpty { throw error }
        return
      }
      guard take(chunk[..<count]) else { return }
    }
  }

  /// Takes the next bytes; returns whether those behind them may matter.
  private mutating func take(_ text: ArraySlice<UInt8>) -> Bool {
    var start = 0
    for index in text.indices {
      let (wasThinned, depth) = (thinned != nil, open.count)
      if isInString { passString(text[index]) } else { pass(text[index]) }
      if wasThinned, thinned == nil { start = index }
      if !wasThinned, thinned != nil { bytes += text[start..<index] }
      if open.count < depth, thinned == nil {
        (end, closing) = (bytes.count + index + 1 - start, open.map(\.closing))
      }
      if isDone { break }
    }
    if thinned == nil { bytes += text[start...] }
    return !isDone && bytes.count < Self.greatestLength
  }

  private mutating func passString(_ byte: UInt8) {
    // No string goes on behind the end of a line: a quote that is damaged hides one line.
    isInString = byte != UInt8(ascii: "\n") && (isEscaped || byte != UInt8(ascii: "\""))
    isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
  }

  private mutating func pass(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): isInString = true
    case UInt8(ascii: "{"), UInt8(ascii: "["): open.append((0, byte + 2))
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      if thinned == open.count { thinned = nil }
      _ = open.popLast()
      if open.isEmpty { values += 1 }
    case UInt8(ascii: ","):
      guard thinned == nil, let last = open.indices.last else { return }
      open[last].ended += 1
      let most = bytes.count < Self.usualLength ? DraftRecords.limit : Self.fewest
      if open[last].ended >= most { thinned = open.count }
    default: break
    }
  }

  /// Whether nothing follows but more of the outermost list, or of a sequence of values.
  private var isDone: Bool { thinned == 1 || values >= DraftRecords.limit }
}
