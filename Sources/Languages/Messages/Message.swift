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
