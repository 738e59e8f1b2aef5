/// Space-stuffing of `format=flowed` text (RFC 3676 section 4.4).
enum FlowedText {
  /// Copies lines, with a space before those that begin with a space, `>` or `From `.
  static func appendStuffed(_ text: [UInt8], to output: inout [UInt8]) {
    var isFirst = true
    for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if !isFirst { output.append(UInt8(ascii: "\n")) }
      isFirst = false
      if needsStuffing(line) { output.append(UInt8(ascii: " ")) }
      output.append(contentsOf: line)
    }
  }

  private static func needsStuffing(_ line: ArraySlice<UInt8>) -> Bool {
    guard let first = line.first else { return false }
    return first == UInt8(ascii: " ") || first == UInt8(ascii: ">")
      || line.starts(with: "From ".utf8)
  }
}
