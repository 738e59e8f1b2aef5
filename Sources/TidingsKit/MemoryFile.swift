import ByteText
import FoundationEssentials
import Notifications

/// What a caller hands over, as a file in memory for a reader of files.
final class MemoryFile: Sendable {
  let path: String
  private let folder: TemporaryFolder
  private let file: OpenFile

  /// - Parameter name: what a system without a profile is named after.
  init(_ name: String, in folder: String) throws(Fault) {
    do throws(SystemError) {
      self.folder = try TemporaryFolder(in: folder)
      path = self.folder.path + "/" + name
      file = try OpenFile(creating: path)
    } catch {
      throw Fault(.system, code: "no-memory-folder", "\(folder): \(error.words)")
    }
  }

  func append(_ bytes: [UInt8]) throws(Fault) {
    do { try file.write(bytes.span.bytes) } catch { throw Fault(error) }
  }

  /// Appends an array of JSON objects, each on a line of its number.
  func append(rows: some Sequence<some Encodable>) throws(Fault) {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(Instant(date).timestamp)
    }
    do {
      var (bytes, separator) = ([UInt8](), "[")
      for row in rows {
        bytes += separator.utf8
        bytes += try encoder.encode(row)
        separator = ",\n"
        if bytes.count > 1 << 18 {
          try append(bytes)
          bytes.removeAll(keepingCapacity: true)
        }
      }
      try append(bytes + (separator == "[" ? "[]\n" : "]\n").utf8)
    } catch {
      throw Fault(error)
    }
  }
}

extension Instant {
  /// Whole seconds: what counts as now.
  init(second date: Date) { self.init(seconds: Instant(date).seconds) }

  /// Clamped to the range of the type.
  init(_ date: Date) {
    let microseconds = (date.timeIntervalSince1970 * 1_000_000).rounded()
    self.init(microseconds: Int64(exactly: microseconds) ?? (microseconds < 0 ? .min : .max))
  }

  var date: Date { Date(timeIntervalSince1970: Double(microseconds) / 1_000_000) }
}

/// A document in parts, so that a server can wait between them until its client has taken one.
public struct Chunks: Sequence, IteratorProtocol, Sendable {
  private var rest: ArraySlice<UInt8>
  private let size: Int

  /// - Parameters:
  ///   - document: of any kind.
  ///   - size: of each part but the last, in bytes.
  public init(_ document: [UInt8], of size: Int = 65_536) {
    (rest, self.size) = (document[...], Swift.max(1, size))
  }

  /// The next part; nil after the last.
  public mutating func next() -> ArraySlice<UInt8>? {
    if rest.isEmpty { return nil }
    defer { rest = rest.dropFirst(size) }
    return rest.prefix(size)
  }
}
