/// From which source lines are written, and with what white space before them.
struct Layout {
  var source: SourceText
  /// What stands before every line.
  var indentation: [UInt8] = []
  /// How much of each line's own white space goes: a block's, where it was defined.
  var stripped = 0

  /// A line's own white space, as it is written.
  func own(_ blanks: Range<Int>) -> ArraySlice<UInt8> {
    source.bytes[blanks].dropFirst(stripped)
  }

  /// For what a tag stands for that is alone on its line; nil for one that is not, which begins in
  /// the middle of a line and has no indentation (specification, "Partials": inline indentation).
  func indentation(from blanks: Range<Int>?) -> [UInt8] {
    guard let blanks else { return [] }
    return indentation + own(blanks)
  }
}
