import Languages

/// What is wrong with a message of a catalogue or profile.
enum MessageSentence {
  static func of(_ error: MessageSyntaxError) -> String {
    let form = error.form.map { " (form \($0))" } ?? ""
    return "\(error.reason) at byte \(error.offset)\(form)"
  }
}
