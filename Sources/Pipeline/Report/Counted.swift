extension Int {
  /// `1 mail`, `3 mails`
  package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
