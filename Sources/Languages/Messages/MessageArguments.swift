/// The values that a message's `{names}` stand for.
///
///     words(.sectionMore, ["count": 7, "urgent": .integer(urgent)])
///
/// Most messages have one value: it is kept beside the array of the others, so that no memory is asked
/// for. A handful of pairs is looked up faster one by one than in a dictionary.
public struct MessageArguments: ExpressibleByDictionaryLiteral, Equatable, Sendable {
  /// A text goes in as it is; an integer gets the language's digits and grouping.
  public enum Value: Equatable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    case text(String)
    case integer(Int)

    public init(stringLiteral value: String) { self = .text(value) }
    public init(integerLiteral value: Int) { self = .integer(value) }
  }

  private typealias Pair = (name: String, value: Value)

  private var first: Pair?
  private var others: [Pair] = []

  public init() {}

  /// A single value.
  public init(_ name: String, _ value: Value) { first = (name, value) }

  public init(dictionaryLiteral elements: (String, Value)...) {
    for (name, value) in elements { self[name] = value }
  }

  /// The value of a name. Names in patterns are ASCII, for which this comparison is one of bytes.
  public subscript(name: String) -> Value? {
    get {
      if let first, Self.isSame(first.name, name) { return first.value }
      for pair in others where Self.isSame(pair.name, name) { return pair.value }
      return nil
    }
    set {
      if first.map({ Self.isSame($0.name, name) }) ?? others.isEmpty {
        first = newValue.map { (name, $0) } ?? others.popLast()
        return
      }
      others.removeAll { Self.isSame($0.name, name) }
      if let newValue { others.append((name, newValue)) }
    }
  }

  private static func isSame(_ left: String, _ right: String) -> Bool {
    left.utf8.count == right.utf8.count && left == right
  }

  public static func == (left: MessageArguments, right: MessageArguments) -> Bool {
    let pairs = [left.first].compactMap(\.self) + left.others
    return pairs.count == (right.first == nil ? 0 : 1) + right.others.count
      && pairs.allSatisfy { right[$0.name] == $0.value }
  }
}
