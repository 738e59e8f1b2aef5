import ByteText
import Exports

/// The lines of a stream, from pieces of any size.
struct FilterLines {
  enum Line {
    case whole([UInt8])
    /// A line of too many bytes, which were not kept.
    case tooLong
  }

  private let recordLimit: Int
  /// Whether a line that begins like this may have any number of bytes.
  private let isUnlimited: (ArraySlice<UInt8>) -> Bool
  private var buffer: [UInt8] = []
  /// Where the next line begins, and to where it was searched for its end.
  private var start = 0
  private var searched = 0
  /// Whether the rest of a line that is too long is being passed over.
  private var isSkipping = false

  init(recordLimit: Int, isUnlimited: @escaping (ArraySlice<UInt8>) -> Bool) {
    (self.recordLimit, self.isUnlimited) = (recordLimit, isUnlimited)
  }

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    if start > 0 {
      buffer.removeSubrange(..<start)
      searched -= start
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// The next line that is complete, without its line feed; nil if more bytes are needed.
  mutating func next() -> Line? {
    let end = ByteSearch.first(UInt8(ascii: "\n"), in: buffer.span.bytes, from: searched)
    guard let end else {
      searched = buffer.count
      skipIfTooLong()
      return nil
    }
    defer { (start, searched) = (end + 1, end + 1) }
    if isSkipping || isTooLong(buffer[start..<end]) {
      isSkipping = false
      return .tooLong
    }
    return .whole(Array(buffer[start..<end]))
  }

  /// What follows the last line feed; nil if nothing does.
  func rest() -> ArraySlice<UInt8>? { isSkipping || start == buffer.count ? nil : buffer[start...] }

  private func isTooLong(_ line: ArraySlice<UInt8>) -> Bool {
    line.count >= recordLimit && !isUnlimited(line)
  }

  private mutating func skipIfTooLong() {
    guard isSkipping || isTooLong(buffer[start...]) else { return }
    isSkipping = true
    buffer.removeAll()
    (start, searched) = (0, 0)
  }
}

/// Reads control lines; for one thread.
final class ControlLines {
  private let walker = RecordWalker(RecordPaths())
  private static let name = Array(#""tidings""#.utf8)
  private static let usual = Array(#"{"tidings":""#.utf8)

  struct Part {
    /// A string unescaped, anything else as it is written.
    var bytes: [UInt8]
    var isObject: Bool
  }

  struct Parts {
    fileprivate var members: [String: Part] = [:]
    fileprivate var lists: [String: [[UInt8]]] = [:]

    subscript(name: String) -> Part? { members[name] }

    /// What the line says: `recipient`.
    var kind: String { self["tidings"].map { String(decoding: $0.bytes, as: UTF8.self) } ?? "" }

    /// The elements of a list, none if it is absent; nil for another value, of which nothing can be taken.
    func elements(_ name: String) -> [[UInt8]]? { members[name] == nil ? lists[name] ?? [] : nil }
  }

  /// Whether a line is a control line: an object whose member `tidings` is a text. Most records lack that
  /// name and are not parsed.
  static func isOne(_ line: [UInt8]) -> Bool {
    if line.starts(with: usual) { return true }
    return line.withUnsafeBytes { bytes in
      guard holdsName(bytes), let object = JSONText(bytes), object.kind == .object else {
        return false
      }
      return object.parts.contains {
        $0.name.elementsEqual(name[1..<8]) && $0.value.kind == .string
      }
    }
  }

  private static func holdsName(_ line: UnsafeRawBufferPointer) -> Bool {
    var start = 0
    while let quote = ByteSearch.first(name[0], in: line.bytes, from: start) {
      if line[quote...].starts(with: name) { return true }
      start = quote + 1
    }
    return false
  }

  /// Whether a line begins like a control line, before its end is read.
  static func begins(_ line: ArraySlice<UInt8>) -> Bool {
    line.prefix(32).filter { $0 > 0x20 }.starts(with: usual)
  }

  /// The members of a line, which must be a whole JSON object.
  func parts(of line: [UInt8], line number: Int) throws(Fault) -> Parts {
    let padded = line + repeatElement(0, count: RecordWalker.slack)
    let parts = padded.withUnsafeBytes { bytes -> Parts? in
      let line = UnsafeRawBufferPointer(rebasing: bytes[..<line.count])
      guard walker.walk(line) == nil, let object = JSONText(line) else { return nil }
      var parts = Parts()
      for (name, value) in object.parts {
        let name = JSONEscape.unescaped(name)
        switch value.kind {
        case .null: break
        case .array: parts.lists[name] = value.parts.map { Array($0.value.bytes) }
        case .string:
          parts.members[name] = Part(bytes: Array((value.text ?? "").utf8), isObject: false)
        case .object, .bool, .number:
          parts.members[name] = Part(bytes: Array(value.bytes), isObject: value.kind == .object)
        }
      }
      return parts
    }
    guard let parts else { throw .damagedLine(number) }
    return parts
  }
}
