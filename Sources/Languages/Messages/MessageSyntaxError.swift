/// Why the source of a message is not a message.
package struct MessageSyntaxError: Error, Equatable, Sendable {
  /// What is wrong with it.
  package enum Reason: Equatable, Sendable {
    /// A `{` that no `}` closes; a brace of the text is written twice.
    case unclosedBrace
    /// A `}` that closes nothing; a brace of the text is written twice.
    case strayBrace
    /// What stands between the braces is not a name of letters, digits, `_`, `-` and `.`.
    case badName(String)
    /// A key of a plural map that is no CLDR category, `=` with a number, or `plural`.
    case unknownForm(String)
    /// A plural map gives the same form twice.
    case repeatedForm(String)
    /// A plural map without the form `other`, which every language needs.
    case missingOther
  }

  package var reason: Reason
  /// The form of a plural map in which the fault is, nil in a plain pattern.
  package var form: String?
  /// Where the fault begins, in UTF-8 bytes from the pattern's beginning.
  package var offset: Int

  package init(reason: Reason, form: String? = nil, offset: Int = 0) {
    self.reason = reason
    self.form = form
    self.offset = offset
  }
}
