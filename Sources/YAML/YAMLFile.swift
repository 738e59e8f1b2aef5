/// A YAML document that a person wrote, such as a profile, before it is understood.
package enum YAMLFile {
  /// Room for anything a person writes.
  static let byteLimit = 1 << 20

  /// The root of the one document that `source` holds; `file` is the name that errors give.
  package static func root(of source: String, file: String) throws(YAMLFileError) -> YAMLNode {
    let roots = try roots(of: source, file: file)
    guard roots.count == 1 else {
      throw YAMLFileError(file: file, line: 1, column: 1, key: "", reason: .notOneDocument)
    }
    return roots[0]
  }

  /// The roots of the documents that `source` holds, two at most.
  package static func roots(of source: String, file: String) throws(YAMLFileError) -> [YAMLNode] {
    if source.utf8.count > byteLimit {
      throw YAMLFileError(
        file: file, line: 0, column: 0, key: "", reason: .tooLarge(limit: byteLimit))
    }
    return try YAMLParser.roots(of: source, file: file, limit: 2).map {
      YAMLNode(node: $0, key: "", file: file)
    }
  }
}

/// What is wrong in a YAML file that a person wrote, such as a profile, and where.
package struct YAMLFileError: Error, Equatable, Sendable {
  /// The file's name as it was given: `profiles/rooms.yaml`.
  package var file: String
  /// Counted from 1; 0 where the fault has no place, as in a file that cannot be read.
  package var line: Int
  /// Counted from 1.
  package var column: Int
  /// The key in whose value the fault lies, with the keys above it: `types.offer.label`.
  package var key: String
  package var reason: Reason

  package enum Reason: Equatable, Sendable {
    /// The file or folder does not exist.
    case noSuchFile
    /// The file or folder cannot be read; the system's words.
    case unreadable(String)
    case notUTF8
    /// Larger than `limit` bytes.
    case tooLarge(limit: Int)
    /// No YAML; the parser's words.
    case notYAML(String)
    /// An anchor or alias: a few of them can stand for gigabytes.
    case anchor
    /// Nested deeper than any such file is.
    case tooDeep
    /// More than one document, or none.
    case notOneDocument
    case unknownKey(String, allowed: [String])
    case missingKey
    /// An empty value of the command line, as an unset variable of a shell leaves it.
    case empty
    case repeatedKey
    /// A value of another kind: expected "a list", found "a text".
    case wrongType(expected: String, found: String)
    /// A value that is none of the known words.
    case unknownWord(String, allowed: [String])
    /// A text that is not what it should be: expected "a duration such as 5m, 24h or 7d"; with what was
    /// probably meant.
    case malformed(String, expected: String, nearest: String? = nil)
    /// A key that another one excludes.
    case contradiction(with: String)
    case badMessage(MessageSyntaxError)
    /// A pattern's `{name}` that no value of the profile bears.
    case unknownName(String, allowed: [String])
    /// Two files of a folder, or a file and a key, use one name.
    case repeatedProfile(String)
  }

  package init(file: String, line: Int, column: Int, key: String, reason: Reason) {
    self.file = file
    self.line = line
    self.column = column
    self.key = key
    self.reason = reason
  }
}

/// Why a text with names in braces is not a message, which catalogues and profiles hold.
package struct MessageSyntaxError: Error, Equatable, Sendable {
  package enum Reason: Equatable, Sendable {
    /// A `{` is never closed; a brace of the text must be doubled.
    case unclosedBrace
    /// A `}` closes nothing; a brace of the text must be doubled.
    case strayBrace
    /// A name has characters other than letters, digits and `_-.[]*@`.
    case badName(String)
    /// A plural map's key is not a CLDR category, `=` with a number, or `plural`.
    case unknownForm(String)
    /// A plural map has the same form twice.
    case repeatedForm(String)
    /// A plural map lacks the form `other`, which every language needs.
    case missingOther
  }

  package var reason: Reason
  /// The form of the plural map; nil for a plain pattern.
  package var form: String?
  /// The start of the fault, in UTF-8 bytes from the start of the pattern.
  package var offset: Int

  package init(reason: Reason, form: String? = nil, offset: Int = 0) {
    self.reason = reason
    self.form = form
    self.offset = offset
  }
}
