/// Words with places for values, with or without plural forms: what a catalogue holds for a key, and
/// a profile as a title, body or label.
package enum Message: Equatable, Sendable {
  case pattern(MessagePattern)
  case plural(PluralMessage)

  /// A plain pattern.
  package init(_ source: String) throws(MessageSyntaxError) {
    self = .pattern(try MessagePattern(source))
  }

  /// A plural map, its forms in the order of the source.
  package init(forms: [(key: String, text: String)]) throws(MessageSyntaxError) {
    self = .plural(try PluralMessage(forms: forms))
  }

  /// Every name between braces, of all forms, and the name that chooses the form.
  package var names: Set<String> {
    switch self {
    case .pattern(let pattern): pattern.names
    case .plural(let plural):
      plural.forms.values.reduce(into: [plural.selector]) { $0.formUnion($1.names) }
    }
  }

  /// The sources by form: `["other": "{count} days", "one": …]`; of a plain pattern only `other`.
  package var sources: [String: String] {
    switch self {
    case .pattern(let pattern): ["other": pattern.source]
    case .plural(let plural): plural.forms.mapValues(\.source)
    }
  }

  /// The words with their values; a name without value stays in braces, as a message cannot fail.
  package func formatted(_ arguments: MessageArguments, in language: Language) -> String {
    pattern(for: arguments, in: language).formatted(arguments, in: language)
  }

  /// Appends the words with their values to `output` as UTF-8.
  package func append(
    _ arguments: MessageArguments, in language: Language, to output: inout [UInt8]
  ) {
    pattern(for: arguments, in: language).append(arguments, in: language, to: &output)
  }

  /// The names for which `arguments` hold no value, of all forms.
  package func missing(in arguments: MessageArguments) -> Set<String> {
    names.filter { arguments[$0] == nil }
  }

  /// The words with their values, nil where the form that applies lacks one.
  /// With them the names of the values that they show.
  package func filled(
    _ arguments: MessageArguments, in language: Language
  ) -> (words: String, names: Set<String>)? {
    let pattern = pattern(for: arguments, in: language)
    guard pattern.isComplete(with: arguments) else { return nil }
    return (pattern.formatted(arguments, in: language), pattern.names)
  }

  /// The pattern that applies to these arguments.
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
    pieces.allSatisfy {
      switch $0 {
      case .literal: true
      case .argument(let name): arguments[name] != nil
      }
    }
  }

  /// The text in pieces, so that values can be set apart (emphasised, isolated, linked).
  package func segments(
    _ arguments: MessageArguments, in language: Language
  ) -> [MessageSegment] {
    pieces.map {
      switch $0 {
      case .literal(let bytes): .literal(String(decoding: bytes, as: UTF8.self))
      case .argument(let name):
        .value(name: name, MessagePattern(pieces: [$0]).formatted(arguments, in: language))
      }
    }
  }
}

/// A piece of a formatted message: the catalogue's own words, or a value.
package enum MessageSegment: Equatable, Sendable {
  case literal(String)
  case value(name: String, String)
}

/// A message whose words depend on a number: `{one: "{count} day", other: "{count} days"}`.
///
/// The form is that of an exact number where one is given (`=0`), else of the number's CLDR plural
/// category, else `other`.
package struct PluralMessage: Equatable, Sendable {
  /// The argument whose value chooses the form: `count`, unless the map's `plural` names another.
  package let selector: String
  let exact: [Int: MessagePattern]
  let categories: [PluralCategory: MessagePattern]
  let other: MessagePattern

  /// Forms in the order of their source; a key is a category, `=` with a number, or `plural`, whose
  /// text is the selector's name.
  package init(forms: [(key: String, text: String)]) throws(MessageSyntaxError) {
    var selector = "count"
    var exact: [Int: MessagePattern] = [:]
    var categories: [PluralCategory: MessagePattern] = [:]
    var seen: Set<String> = []
    for (key, text) in forms {
      guard seen.insert(key).inserted else {
        throw MessageSyntaxError(reason: .repeatedForm(key), form: key)
      }
      if key == "plural" {
        selector = text
      } else if let category = PluralCategory(rawValue: key) {
        categories[category] = try Self.pattern(text, form: key)
      } else if key.utf8.first == UInt8(ascii: "="), let number = Int(key.dropFirst()) {
        exact[number] = try Self.pattern(text, form: key)
      } else {
        throw MessageSyntaxError(reason: .unknownForm(key), form: key)
      }
    }
    guard let other = categories[.other] else {
      throw MessageSyntaxError(reason: .missingOther)
    }
    self.init(selector: selector, exact: exact, categories: categories, other: other)
  }

  init(
    selector: String, exact: [Int: MessagePattern], categories: [PluralCategory: MessagePattern],
    other: MessagePattern
  ) {
    self.selector = selector
    self.exact = exact
    self.categories = categories
    self.other = other
  }

  /// Whether a map with these keys is a plural map and not a map by locale: it has `other`.
  package static func isPlural(keys: some Sequence<String>) -> Bool { keys.contains("other") }

  /// Every form by its key in a plural map, without `plural`.
  package var forms: [String: MessagePattern] {
    var forms: [String: MessagePattern] = [:]
    for (number, pattern) in exact { forms["=\(number)"] = pattern }
    for (category, pattern) in categories { forms[category.rawValue] = pattern }
    return forms
  }

  /// The form for these arguments; `other` where the selector has no number.
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

  private static func pattern(
    _ text: String, form: String
  ) throws(MessageSyntaxError) -> MessagePattern {
    do {
      return try MessagePattern(text)
    } catch {
      throw MessageSyntaxError(reason: error.reason, form: form, offset: error.offset)
    }
  }
}
