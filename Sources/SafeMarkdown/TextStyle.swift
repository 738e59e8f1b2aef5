/// How a document is set as plain text.
///
/// Headings of the first level are underlined with `=`, others with `-`; list items hang behind
/// their marker; quotes have `> ` before each line; code is indented by four; links have numbers
/// in brackets that a list at the end resolves, but for those whose text is their address.
package struct TextStyle {
  /// The number of columns a terminal needs for a text.
  package typealias ColumnCount = (String) -> Int

  /// The longest line, in columns; only an address that is longer exceeds it.
  package var width: Int
  /// Lines that were broken end in a space (RFC 3676, `format=flowed`), so that a reader can join
  /// them; indented and quoted lines are not flowed, and lines that begin with a space, `>` or
  /// `From ` are stuffed with a space (sections 4.4 and 4.5).
  package var isFlowed: Bool
  package var columns: ColumnCount

  package init(
    width: Int = 72, isFlowed: Bool = false, columns: @escaping ColumnCount
  ) {
    self.width = width
    self.isFlowed = isFlowed
    self.columns = columns
  }
}
