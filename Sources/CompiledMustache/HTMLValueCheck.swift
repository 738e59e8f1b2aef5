/// What the strict policy allows at a position in HTML.
enum HTMLValueCheck {
  /// Attributes whose value is fetched or followed (HTML Living Standard, index of attributes).
  private static let urlAttributes: Set<String> = [
    "action", "background", "cite", "data", "formaction", "href", "icon", "longdesc", "manifest",
    "ping", "poster", "src", "srcset", "xlink:href",
  ]

  /// Elements whose address is run or shown as a part of the page, and those that write attributes of others.
  private static let activeElements: Set<String> = [
    "animate", "animatemotion", "animatetransform", "applet", "base", "embed", "frame", "iframe",
    "object", "script", "set",
  ]

  private static let animated: Set<String> = ["by", "from", "to", "values"]

  /// Whether a value of the attribute is several addresses.
  static func isAddressList(_ attribute: [UInt8]) -> Bool {
    attribute.elementsEqual("srcset".utf8) || attribute.elementsEqual("ping".utf8)
  }

  /// Whether a value at the position is a part of an address, behind its beginning.
  static func isInsideAddress(_ position: HTMLPosition) -> Bool {
    switch position.state {
    case .quotedValue, .unquotedValue:
      !position.address.isBeginning && urlAttributes.contains(position.attributeName)
    default: false
    }
  }

  /// Where no value of the type is safe, `in a comment`; nil if it is.
  static func refusal(_ position: HTMLPosition, _ type: ValueType) -> String? {
    // An integer is never empty, and ends no value.
    if position.state == .unquotedValue, type == .integer {
      return attributeRefusal(position, type)
    }
    if let refused = refusal(section: position) { return refused }
    switch position.state {
    case .content: return nil
    case .quotedValue: return attributeRefusal(position, type)
    case .rawText: return type == .markup ? "here as markup" : nil
    default: return "in a tag outside an attribute's value"
    }
  }

  /// Where no section may begin, in the same words; nil if it may.
  static func refusal(section position: HTMLPosition) -> String? {
    if position.isRawText, !position.isEscapableRawText {
      return "within <\(position.elementName)>"
    }
    switch position.state {
    case .commentStart, .commentStartDash, .comment, .commentBang: return "in a comment"
    case .markupDeclaration, .markupDeclarationDash, .declaration: return "in a declaration"
    case .beforeValue, .unquotedValue:
      return "in the unquoted attribute \(position.attributeName)"
    case .tagOpen, .endTagOpen, .rawLessThan, .rawEndTag, .ambiguous:
      return "in a tag outside an attribute's value"
    case .content, .tagName, .beforeAttribute, .attributeName, .afterAttributeName,
      .afterQuotedValue, .betweenAttributes, .quotedValue, .rawText:
      return nil
    }
  }

  private static func attributeRefusal(_ position: HTMLPosition, _ type: ValueType) -> String? {
    if type == .markup { return "here as markup" }
    let (element, name) = (position.elementName, position.attributeName)
    if name.hasPrefix("on") || name == "srcdoc" { return "in the attribute \(name)" }
    if name == "style" {
      return type.isFixed ? nil : "in a style attribute, except keywords and integers"
    }
    let isAddress = urlAttributes.contains(name)
    if !type.isFixed {
      if activeElements.contains(element), isAddress || animated.contains(name) {
        return "in the attribute \(name) of <\(element)>"
      }
      if element == "meta", name == "content", !position.isNamed {
        return "in the attribute content of a <meta> without a name before it"
      }
    }
    return isAddress ? position.address.refusal(type, in: name) : nil
  }
}
