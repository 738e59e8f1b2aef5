import ByteText
import Languages
package import YAML

/// An address with places for values: `/rooms/{roomId}`.
package struct URLTemplate: Equatable, Sendable {
  package enum Piece: Equatable, Sendable {
    case literal(String)
    case value(name: String)
  }

  package let pieces: [Piece]

  /// Reads the one message syntax; a brace of the address itself is written twice.
  package init(_ source: String) throws(MessageSyntaxError) {
    let pattern = try MessagePattern(source)
    pieces = pattern.segments([:], in: .english).map {
      switch $0 {
      case .literal(let text): .literal(text)
      case .value(let name, _): .value(name: name)
      }
    }
  }

  /// The names between braces, in their order.
  package var names: [String] {
    pieces.compactMap {
      switch $0 {
      case .literal: nil
      case .value(let name): name
      }
    }
  }

  /// The address with its values percent-encoded, nil where one is missing or empty.
  ///
  /// A value that begins the address is an address itself and stays as it is: `{page}/pull/{number}`.
  package func filled(_ value: (String) -> String?) -> String? {
    let base: String? = if case .value(let name)? = pieces.first { name } else { nil }
    return joined { name in
      name == base ? value(name) : value(name).map(PercentEncoding.component)
    }
  }

  /// The address with values that are parts of addresses already.
  func joined(_ value: (String) -> String?) -> String? {
    var address = ""
    for piece in pieces {
      switch piece {
      case .literal(let text): address += text
      case .value(let name):
        guard let text = value(name), !text.isEmpty else { return nil }
        address += text
      }
    }
    return address
  }
}
