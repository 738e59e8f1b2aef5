/// Why a catalogue cannot be used, and where the fault is.
package struct CatalogueError: Error, Equatable, Sendable {
  package enum Reason: Equatable, Sendable {
    /// Not YAML; the text is the YAML reader's.
    case notYAML(String)
    case notUTF8
    /// Larger than 1 MiB.
    case tooLarge
    /// Nested too deeply to be a catalogue, and a danger to read.
    case tooDeep
    /// `&name` or `*name`: aliases can blow a small file up, and no catalogue needs them.
    case anchor
    /// The file, or a group of keys, is not a map.
    case notAMap
    /// A message is neither a text nor a plural map of texts.
    case notAMessage
    case repeatedKey
    case syntax(MessageSyntaxError)
    /// The message uses a name that nothing gives a value to; the known ones, sorted.
    case unknownName(String, known: [String])
    /// The tag that the catalogue is for is no language tag.
    case badTag(String)
    /// There is no catalogue for `en`, which the others fall back to.
    case noEnglish
  }

  /// The catalogue's name as its reader gave it: a path.
  package var file: String
  /// From 1; nil where the fault is the file as a whole.
  package var line: Int?
  /// From 1, in characters.
  package var column: Int?
  /// The key with dots, as far as it is known.
  package var key: String?
  package var reason: Reason

  package init(
    file: String, line: Int? = nil, column: Int? = nil, key: String? = nil, reason: Reason
  ) {
    self.file = file
    self.line = line
    self.column = column
    self.key = key
    self.reason = reason
  }
}
