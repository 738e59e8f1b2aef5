import ByteText
import CLanguages

/// The lines of a text that was embedded when the tool was built; their fields are between tabs.
struct BundledLines: Sendable {
  private let bytes: [UInt8]
  /// Where each line begins, and the end.
  private let starts: [Int]

  init(_ file: tidings_language_file) {
    let bytes = Array(UnsafeBufferPointer(start: file.bytes, count: file.size))
    var starts = [0]
    bytes.withUnsafeBytes { bytes in
      while let end = ByteSearch.first(UInt8(ascii: "\n"), in: bytes, from: starts.last ?? 0) {
        starts.append(end + 1)
      }
    }
    self.bytes = bytes
    self.starts = starts
  }

  var count: Int { starts.count - 1 }

  /// The line at an index, without its line feed.
  subscript(index: Int) -> String {
    String(decoding: bytes[starts[index]..<starts[index + 1] - 1], as: UTF8.self)
  }

  func fields(_ index: Int) -> [Substring] {
    self[index].split(separator: "\t", omittingEmptySubsequences: false)
  }

  /// The line of `lines`, which are sorted, whose first field is `key`.
  func index(of key: String, in lines: Range<Int>) -> Int? {
    var low = lines.lowerBound
    var high = lines.upperBound
    while low < high {
      let middle = (low + high) / 2
      let first = bytes[starts[middle]..<starts[middle + 1]].prefix {
        $0 != UInt8(ascii: "\t") && $0 != UInt8(ascii: "\n")
      }
      if first.elementsEqual(key.utf8) { return middle }
      if first.lexicographicallyPrecedes(key.utf8) { low = middle + 1 } else { high = middle }
    }
    return nil
  }
}
