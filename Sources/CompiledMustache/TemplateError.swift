/// Why and where a template cannot be used.
package struct TemplateError: Error, Equatable, Sendable {
  /// The file as given to the template set.
  package var file: String
  /// From 1.
  package var line: Int
  /// From 1, in Unicode scalars.
  package var column: Int
  /// The tag as written, shortened; empty if the error is in no tag.
  package var tag: String
  package var reason: Reason

  package enum Reason: Equatable, Sendable {
    case notUTF8
    case unclosedTag
    /// A tag's name is empty, or contains white space or an empty part.
    case badName
    /// The tag begins with a sign of Mustache that templates do not have here.
    case unknownTag(String)
    /// A section has no end tag.
    case unclosedSection
    /// An end tag does not match the tag opened last, on `line`.
    case mismatchedEnd(open: String, line: Int)
    /// An end tag closes nothing.
    case unopenedEnd
    /// Tags or partials are nested too deeply.
    case tooDeep(limit: Int)
    /// Nested partials make the template too large.
    case tooLarge
    /// The key does not exist; `known` are the keys that do.
    case unknownKey(String, known: [String], nearest: String?)
    /// A dotted name leads into a list, which only a section can enter.
    case insideList(String)
    /// The partial does not exist; `known` are those that do.
    case unknownPartial(String, known: [String], nearest: String?)
    /// A partial includes itself through the others listed.
    case recursion([String])
    /// `{{{ }}}` or `{{& }}` around a value that is not markup.
    case notMarkup(type: String)
    /// `{{ }}` around markup, which would show its source.
    case markupEscaped
    /// `{{ }}` around a value that only a section can test or enter.
    case notText(type: String)
    /// A section over texts by name.
    case notSection(type: String)
    /// A value at a position where no escape makes it safe.
    case unsafePosition(UnsafePosition)
    /// A section does not end at the HTML position where it began.
    case unevenSection
  }
}

/// A position in a document where a tag is refused.
package enum UnsafePosition: Equatable, Sendable {
  /// In `script`, `style` or another element that decodes no character references.
  case rawText(element: String)
  case comment
  /// In `<!…>` or `<?…>`.
  case declaration
  /// In a tag, outside attribute values.
  case tag
  case unquotedAttribute(String)
  /// An attribute that holds a script or a document.
  case scriptAttribute(String)
  /// A `style` attribute takes only integers and keywords.
  case styleAttribute
  /// A link attribute begins with text that is not a checked URL.
  case urlAttribute(String)
  /// A Markdown link's destination begins with text that is not a checked URL.
  case linkDestination
  /// Markup where only text is allowed: an attribute, a title, a text area.
  case markupOutsideContent
}
