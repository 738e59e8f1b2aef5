/// Why a template cannot be used, and where.
package struct TemplateError: Error, Equatable, Sendable {
  /// The template's file, as it was given to its set.
  package var file: String
  /// From 1.
  package var line: Int
  /// From 1, in Unicode scalars.
  package var column: Int
  /// The tag as it is written, shortened; empty where the fault is in no tag.
  package var tag: String
  package var reason: Reason

  package enum Reason: Equatable, Sendable {
    /// The file is not UTF-8.
    case notUTF8
    /// A tag opens and is never closed.
    case unclosedTag
    /// A tag holds no name, or one with white space or empty parts.
    case badName
    /// A `{{= =}}` tag does not name two delimiters of 1 to 16 bytes without `=`.
    case badDelimiters
    /// A section, parent or block is never ended.
    case unclosedSection
    /// An end tag ends something other than what was opened last, at the line given.
    case mismatchedEnd(open: String, line: Int)
    /// An end tag where nothing is open.
    case unopenedEnd
    /// Tags or partials are nested too deeply.
    case tooDeep(limit: Int)
    /// Partials within partials make the template too large.
    case tooLarge
    /// No such key here; `known` are those that exist.
    case unknownKey(String, known: [String], nearest: String?)
    /// A dotted name leads into a list, whose records only a section over it reaches.
    case insideList(String)
    /// No such partial; `known` are those of the set.
    case unknownPartial(String, known: [String], nearest: String?)
    /// No such block in the parent; `known` are those it has.
    case unknownBlock(String, known: [String], nearest: String?)
    /// A partial that includes itself, by way of these.
    case recursion([String])
    /// A partial's name must be written out.
    case dynamicName
    /// Something other than a block directly inside a parent tag, where it would vanish.
    case ignoredInParent
    /// `{{{ }}}` or `{{& }}` around a value that is not markup.
    case notMarkup(type: String)
    /// `{{ }}` around markup, which would show its source.
    case markupEscaped
    /// `{{ }}` around what is not a text: use a section.
    case notText(type: String)
    /// A section over texts by name: name one of them.
    case notSection(type: String)
    /// A value where no escape makes it safe.
    case unsafePlace(TemplatePlace)
    /// A section that does not end in the place of the HTML where it began.
    case unevenSection
  }
}

/// A place in a document where a template's tag is refused.
package enum TemplatePlace: Equatable, Sendable {
  /// Within `script`, `style` or another element whose text knows no character references.
  case rawText(element: String)
  case comment
  /// Within `<!…>` or `<?…>`.
  case declaration
  /// Within a tag, but in no attribute's value.
  case tag
  case unquotedAttribute(String)
  /// An attribute that holds a script or a document.
  case scriptAttribute(String)
  /// A style attribute takes integers and keywords only.
  case styleAttribute
  /// A link's attribute begins with a text that is no checked URL.
  case urlAttribute(String)
  /// A Markdown link's destination begins with a text that is no checked URL.
  case linkDestination
  /// Markup where only text can stand: an attribute, a title, a text area.
  case markupOutsideContent
}
