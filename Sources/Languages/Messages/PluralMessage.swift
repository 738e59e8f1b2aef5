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
