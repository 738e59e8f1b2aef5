/// The values of a message's `{names}`.
///
///     words(.moreUrgent, ["more": .text(more), "urgent": 7])
///
/// Most messages have one value, stored inline without allocating. A few pairs are searched faster
/// one by one than in a dictionary.
package struct MessageArguments: ExpressibleByDictionaryLiteral, Equatable, Sendable {
  /// A text is written unchanged, an integer in the language's digits and groups.
  package enum Value: Equatable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    case text(String)
    case integer(Int)

    package init(stringLiteral value: String) { self = .text(value) }
    package init(integerLiteral value: Int) { self = .integer(value) }
  }

  private typealias Pair = (name: String, value: Value)

  /// Not a pair: reading its name would copy it.
  private var firstName = ""
  private var firstValue: Value?
  private var others: [Pair] = []

  package init() {}

  package init(_ name: String, _ value: Value) {
    firstName = name
    firstValue = value
  }

  package init(dictionaryLiteral elements: (String, Value)...) {
    for (name, value) in elements { self[name] = value }
  }

  /// The value of a name. Names are ASCII, so `==` compares bytes.
  package subscript(name: String) -> Value? {
    get {
      if Self.isSame(firstName, name), let firstValue { return firstValue }
      for pair in others where Self.isSame(pair.name, name) { return pair.value }
      return nil
    }
    set {
      if firstValue == nil ? others.isEmpty : Self.isSame(firstName, name) {
        let first = newValue.map { (name, $0) } ?? others.popLast()
        firstName = first?.0 ?? ""
        firstValue = first?.1
        return
      }
      others.removeAll { Self.isSame($0.name, name) }
      if let newValue { others.append((name, newValue)) }
    }
  }

  private var pairs: [Pair] { (firstValue.map { [(firstName, $0)] } ?? []) + others }

  private static func isSame(_ left: String, _ right: String) -> Bool {
    left.utf8.count == right.utf8.count && left == right
  }

  package static func == (left: MessageArguments, right: MessageArguments) -> Bool {
    let pairs = left.pairs
    return pairs.count == right.pairs.count && pairs.allSatisfy { right[$0.name] == $0.value }
  }
}
