extension URLRewrite {
  /// The address in its other form, nil where it has not this rule's form.
  func rewritten(_ address: String) -> String? {
    var rest = address.utf8[...]
    var values: [String: String] = [:]
    for (index, piece) in from.pieces.enumerated() {
      switch piece {
      case .literal(let text):
        guard rest.starts(with: text.utf8) else { return nil }
        rest = rest.dropFirst(text.utf8.count)
      case .value(let name):
        let next = index + 1 < from.pieces.count ? from.pieces[index + 1].firstByte : nil
        let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == next } ?? rest.endIndex
        guard end > rest.startIndex else { return nil }
        values[name] = String(decoding: rest[..<end], as: UTF8.self)
        rest = rest[end...]
      }
    }
    return rest.isEmpty ? to.joined { values[$0] } : nil
  }
}

extension URLTemplate.Piece {
  fileprivate var firstByte: UInt8? {
    switch self {
    case .literal(let text): text.utf8.first
    case .value: nil
    }
  }
}
