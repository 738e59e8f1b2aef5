/// Whether a value is safe in a place of an HTML template once it is escaped.
enum HTMLValueCheck {
  /// Attributes whose value is fetched or followed (HTML Living Standard, index of attributes).
  private static let urlAttributes: Set<String> = [
    "action", "background", "cite", "data", "formaction", "href", "icon", "longdesc", "manifest",
    "ping", "poster", "src", "srcset", "xlink:href",
  ]

  /// Why a value of a type may not be written in a place, or nil.
  static func refusal(_ place: HTMLPlace, _ type: ValueType) -> TemplatePlace? {
    if let refused = refusal(section: place) { return refused }
    switch place.state {
    case .content: return nil
    case .quotedValue: return attributeRefusal(place, type)
    case .rawText: return type == .markup ? .markupOutsideContent : nil
    default: return .tag
    }
  }

  /// Why a section may not stand in a place, or nil.
  static func refusal(section place: HTMLPlace) -> TemplatePlace? {
    if place.isRawText, !place.isEscapableRawText {
      return .rawText(element: String(decoding: place.element, as: UTF8.self))
    }
    switch place.state {
    case .commentStart, .commentStartDash, .comment, .commentBang: return .comment
    case .markupDeclaration, .markupDeclarationDash, .declaration: return .declaration
    case .beforeValue, .unquotedValue:
      return .unquotedAttribute(String(decoding: place.attribute, as: UTF8.self))
    case .tagOpen, .endTagOpen, .rawLessThan, .rawEndTag, .ambiguous: return .tag
    case .content, .tagName, .beforeAttribute, .attributeName, .afterAttributeName,
      .afterQuotedValue, .betweenAttributes, .quotedValue, .rawText:
      return nil
    }
  }

  private static func attributeRefusal(_ place: HTMLPlace, _ type: ValueType) -> TemplatePlace? {
    if type == .markup { return .markupOutsideContent }
    let name = String(decoding: place.attribute, as: UTF8.self)
    if name.hasPrefix("on") || name == "srcdoc" { return .scriptAttribute(name) }
    let isFixed = type == .integer || type == .keyword
    if name == "style" { return isFixed ? nil : .styleAttribute }
    let mayBeScheme = place.valueMayBeEmpty && type != .url && type != .integer
    return mayBeScheme && urlAttributes.contains(name) ? .urlAttribute(name) : nil
  }
}
