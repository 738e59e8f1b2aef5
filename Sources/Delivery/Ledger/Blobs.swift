import Foundation
import GRDB

extension [UInt8] {
  var blob: Data { Data(self) }
}

extension [UInt64] {
  /// Appends numbers of eight bytes each, little-endian; a torn rest of fewer is left out.
  mutating func append(blob bytes: UnsafeRawBufferPointer) {
    for offset in stride(from: 0, to: bytes.count & ~7, by: 8) {
      append(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
    }
  }
}

extension Row {
  func bytes(_ index: Int) -> [UInt8] { [UInt8](self[index] as Data) }
}
