package import ByteText

/// A text with named arguments and optional plural forms: a message of a catalogue, or a title,
/// body or label of a profile.
package enum MessageFormat: Equatable, Sendable {
  case pattern(MessagePattern)
  case plural(PluralMessage)

  /// A plain pattern.
  package init(_ source: String) throws(Fault) { self = .pattern(try MessagePattern(source)) }

  /// A plural map, its forms in source order.
  package init(forms: [(key: String, text: String)]) throws(Fault) {
    self = .plural(try PluralMessage(forms: forms))
  }

  /// The names of all arguments in all forms, including the one that selects the form.
  package var names: Set<String> {
    switch self {
    case .pattern(let pattern): pattern.names
    case .plural(let plural):
      plural.forms.values.reduce(into: [plural.selector]) { $0.formUnion($1.names) }
    }
  }

  /// Its text, or that of the form `other`, which most numbers have.
  var general: MessagePattern {
    switch self {
    case .pattern(let pattern): pattern
    case .plural(let plural): plural.other
    }
  }

  /// Whether its text, or that of the form `other`, is only white space.
  var isEmpty: Bool { general.source.allSatisfy(\.isWhitespace) }

  /// The sources by form: `["other": "{count} days", "one": …]`; a plain pattern has only `other`.
  package var sources: [String: String] {
    switch self {
    case .pattern(let pattern): ["other": pattern.source]
    case .plural(let plural): plural.forms.mapValues(\.source)
    }
  }

  /// The text with its arguments; a name without a value stays in braces.
  package func formatted(_ arguments: MessageArguments, in language: Language) -> String {
    pattern(for: arguments, in: language).formatted(arguments, in: language)
  }

  /// The text with its arguments and the names it uses; nil if the selected form lacks a value.
  package func filled(
    _ arguments: MessageArguments, in language: Language
  ) -> (words: String, names: Set<String>)? {
    let pattern = pattern(for: arguments, in: language)
    guard pattern.isComplete(with: arguments) else { return nil }
    return (pattern.formatted(arguments, in: language), pattern.names)
  }

  /// The pattern selected by the arguments.
  package func pattern(for arguments: MessageArguments, in language: Language) -> MessagePattern {
    switch self {
    case .pattern(let pattern): pattern
    case .plural(let plural): plural.form(for: arguments, in: language)
    }
  }
}

extension MessagePattern {
  /// Whether every name has a value.
  package func isComplete(with arguments: MessageArguments) -> Bool {
    pieces.allSatisfy { if case .argument(let name) = $0 { arguments[name] != nil } else { true } }
  }
}

/// A message whose words depend on a number: `{one: "{count} day", other: "{count} days"}`.
///
/// An exact number (`=0`) is tried first, then the number's CLDR plural category, then `other`.
package struct PluralMessage: Equatable, Sendable {
  /// The argument that selects the form: `count`, unless the map's `plural` names another.
  package let selector: String
  let exact: [Int: MessagePattern]
  let categories: [PluralCategory: MessagePattern]
  let other: MessagePattern
}

extension PluralMessage {
  /// Takes forms in source order; a key is a category, `=` with a number, or `plural`, whose text
  /// is the selector.
  package init(forms: [(key: String, text: String)]) throws(Fault) {
    var selector = "count"
    var exact: [Int: MessagePattern] = [:]
    var categories: [PluralCategory: MessagePattern] = [:]
    var seen: Set<String> = []
    for (key, text) in forms {
      guard seen.insert(key).inserted else {
        throw Fault(form: "the form \(key) occurs twice", advice: "keep one of them")
      }
      if key == "plural" {
        selector = text
      } else if let category = PluralCategory(rawValue: key) {
        categories[category] = try Self.pattern(text, form: key)
      } else if key.utf8.first == UInt8(ascii: "="), let number = Int(key.dropFirst()) {
        exact[number] = try Self.pattern(text, form: key)
      } else {
        throw Fault(form: "\(key) is not a plural form", advice: Self.forms)
      }
    }
    guard let other = categories[.other] else {
      throw Fault(form: "the form other is missing", advice: Self.forms)
    }
    self.init(selector: selector, exact: exact, categories: categories, other: other)
  }

  /// Whether a map is a plural map and not a map by locale: it has `other`.
  package static func isPlural(keys: some Sequence<String>) -> Bool { keys.contains("other") }

  /// Every form by its key, without `plural`.
  package var forms: [String: MessagePattern] {
    var forms: [String: MessagePattern] = [:]
    for (number, pattern) in exact { forms["=\(number)"] = pattern }
    for (category, pattern) in categories { forms[category.rawValue] = pattern }
    return forms
  }

  /// The form for the arguments; `other` if the selector has no number.
  package func form(for arguments: MessageArguments, in language: Language) -> MessagePattern {
    let number: Int? =
      switch arguments[selector] {
      case .integer(let number)?: number
      case .text(let text)?: Int(text)
      case nil: nil
      }
    guard let number else { return other }
    return exact[number] ?? categories[language.plurals.category(of: number)] ?? other
  }

  func map(_ transform: (MessagePattern) -> MessagePattern) -> PluralMessage {
    PluralMessage(
      selector: selector, exact: exact.mapValues(transform),
      categories: categories.mapValues(transform), other: transform(other))
  }

  private static func pattern(_ text: String, form: String) throws(Fault) -> MessagePattern {
    do { return try MessagePattern(text) } catch {
      var fault = error
      fault.what = "form \(form): \(fault.what)"
      throw fault
    }
  }

  private static let forms =
    "the forms are \(PluralCategory.allCases.map(\.rawValue).listed()), and numbers such as =0"
}

/// The values of a message's `{names}`.
///
///     words(.moreUrgent, ["more": .text(more), "urgent": 7])
///
/// Most messages have one value, stored inline without allocating. A few pairs are searched faster
/// one by one than in a dictionary.
package struct MessageArguments: ExpressibleByDictionaryLiteral, Sendable {
  /// A text is written unchanged, an integer in the language's digits and groups.
  package enum Value: Equatable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    case text(String)
    case integer(Int)

    package init(stringLiteral value: String) { self = .text(value) }
    package init(integerLiteral value: Int) { self = .integer(value) }
  }

  /// Not a pair: reading its name would copy it.
  private var firstName = ""
  private var firstValue: Value?
  private var others: [(name: String, value: Value)] = []

  package init() {}

  package init(_ name: String, _ value: Value) {
    firstName = name
    firstValue = value
  }

  package init(dictionaryLiteral elements: (String, Value)...) {
    if let (name, value) = elements.first {
      firstName = name
      firstValue = value
    }
    if elements.count > 1 { others = elements.dropFirst().map { ($0, $1) } }
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

  private static func isSame(_ left: String, _ right: String) -> Bool {
    left.utf8.count == right.utf8.count && left == right
  }
}

extension Fault {
  fileprivate init(form what: String, advice: String) {
    self.init(.usage, code: "message", what, advice: advice)
  }
}
