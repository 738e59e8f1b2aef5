/// Whether bytes are UTF-8.
enum LintUTF8 {
  static func isValid(_ bytes: [UInt8]) -> Bool { String(validating: bytes, as: UTF8.self) != nil }

  /// The offset of the first C0 control but tab, CR and LF, of DEL, or of a C1 control.
  static func firstControl(_ bytes: [UInt8]) -> Int? {
    bytes.indices.first { index in
      let byte = bytes[index]
      switch byte {
      case ASCII.tab, ASCII.lf, ASCII.cr: return false
      case 0xC2: return index + 1 < bytes.count && (0x80...0x9F).contains(bytes[index + 1])
      default: return byte.isASCIIControl
      }
    }
  }
}
