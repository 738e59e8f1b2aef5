/// The values that a message's `{names}` stand for.
///
///     words(.sectionMore, ["count": 7, "urgent": .integer(urgent)])
///
/// A handful of pairs in an array: looked up faster than in a dictionary at this size.
public struct MessageArguments: ExpressibleByDictionaryLiteral, Equatable, Sendable {
  /// A text goes in as it is; an integer gets the language's digits and grouping.
  public enum Value: Equatable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    case text(String)
    case integer(Int)

    public init(stringLiteral value: String) { self = .text(value) }
    public init(integerLiteral value: Int) { self = .integer(value) }
  }

  private(set) var pairs: [(name: String, value: Value)] = []

  public init(dictionaryLiteral elements: (String, Value)...) {
    for (name, value) in elements { self[name] = value }
  }

  public init() {}

  /// The value of a name; names are compared as bytes.
  public subscript(name: String) -> Value? {
    get {
      for pair in pairs where pair.name.utf8.elementsEqual(name.utf8) { return pair.value }
      return nil
    }
    set {
      let index = pairs.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
      switch (index, newValue) {
      case (let index?, let value?): pairs[index].value = value
      case (let index?, nil): pairs.remove(at: index)
      case (nil, let value?): pairs.append((name, value))
      case (nil, nil): break
      }
    }
  }

  public static func == (left: MessageArguments, right: MessageArguments) -> Bool {
    left.pairs.count == right.pairs.count
      && left.pairs.allSatisfy { right[$0.name] == $0.value }
  }
}
