import ByteText
import CSimdJSON

/// Bytes that are made for one record and forgotten together.
final class ByteArena {
  private var blocks: [UnsafeMutableRawBufferPointer] = []
  /// The block that is filled, and how much of it is.
  private var block = 0
  private var used = 0

  private static let smallest = 4096
  /// What a giant record needed is given back.
  private static let largest = 1 << 20

  deinit { for block in blocks { block.deallocate() } }

  /// Forgets all bytes.
  func reset() {
    (block, used) = (0, 0)
    while let last = blocks.last, blocks.count > 1 || last.count > Self.largest {
      last.deallocate()
      blocks.removeLast()
    }
  }

  func text(_ text: String) -> tidings_json_value {
    var text = text
    return text.withUTF8 { string(UnsafeRawBufferPointer($0)) }
  }

  func string(_ bytes: UnsafeRawBufferPointer) -> tidings_json_value {
    value(bytes, TIDINGS_JSON_STRING)
  }

  /// A copy of bytes as a value.
  func value(
    _ bytes: UnsafeRawBufferPointer, _ kind: tidings_json_kind
  ) -> tidings_json_value {
    let room = room(bytes.count)
    room.copyMemory(from: bytes)
    return tidings_json_value(
      bytes: room.baseAddress.map { UnsafePointer($0.assumingMemoryBound(to: CChar.self)) },
      length: UInt32(truncatingIfNeeded: bytes.count), kind: UInt8(kind.rawValue))
  }

  /// A value whose bytes stay where they are, except those of a string with escapes.
  func value(_ json: JSONText) -> tidings_json_value {
    let kind: tidings_json_kind
    switch json.kind {
    case .null: kind = TIDINGS_JSON_NULL
    case .bool:
      kind = json.bytes.first == UInt8(ascii: "t") ? TIDINGS_JSON_TRUE : TIDINGS_JSON_FALSE
    case .number: kind = TIDINGS_JSON_NUMBER
    case .object: kind = TIDINGS_JSON_OBJECT
    case .array: kind = TIDINGS_JSON_ARRAY
    case .string:
      if json.bytes.contains(UInt8(ascii: "\\")) { return text(json.text ?? "") }
      kind = TIDINGS_JSON_STRING
    }
    return tidings_json_value(
      bytes: json.bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
      length: UInt32(truncatingIfNeeded: json.bytes.count), kind: UInt8(kind.rawValue))
  }

  private func room(_ count: Int) -> UnsafeMutableRawBufferPointer {
    while block < blocks.count, blocks[block].count - used < count {
      (block, used) = (block + 1, 0)
    }
    if block == blocks.count {
      blocks.append(
        .allocate(byteCount: max(count, Self.smallest), alignment: 16))
    }
    let start = used
    used += count
    return UnsafeMutableRawBufferPointer(rebasing: blocks[block][start..<used])
  }
}
