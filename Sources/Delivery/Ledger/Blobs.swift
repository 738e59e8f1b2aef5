import Foundation
import GRDB

extension [UInt8] {
  var blob: Data { Data(self) }
}

extension [UInt64] {
  /// Eight bytes each, little-endian.
  var blob: Data {
    var data = Data(capacity: count * 8)
    for value in self {
      Swift.withUnsafeBytes(of: value.littleEndian) { data.append(contentsOf: $0) }
    }
    return data
  }

  /// Appends what `blob` made; a torn rest of fewer than eight bytes is left out.
  mutating func append(blob: Data) {
    blob.withUnsafeBytes { bytes in
      for offset in stride(from: 0, to: bytes.count & ~7, by: 8) {
        append(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
      }
    }
  }
}

extension Row {
  func bytes(_ index: Int) -> [UInt8] { [UInt8](self[index] as Data) }
}
