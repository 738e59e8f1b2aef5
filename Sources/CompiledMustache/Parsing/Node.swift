/// A part of a parsed template. Ranges are offsets in its source.
enum Node: Sendable {
  /// The spaces and tabs that a line begins with, where something of the line is left: the place for
  /// the indentation of a partial.
  case lineStart(Range<Int>)
  case text(Range<Int>)
  case value(KeyPath, escaped: Bool, at: Range<Int>)
  case section(KeyPath, inverted: Bool, [Node], at: Range<Int>)
  /// With the white space before it where the tag is alone on its line.
  case partial(String, indentation: Range<Int>?, at: Range<Int>)
  case dynamicPartial(KeyPath, indentation: Range<Int>?, at: Range<Int>)
  case parent(String, indentation: Range<Int>?, [Block], at: Range<Int>)
  case block(Block)

  /// The parts of a dotted name; the implicit iterator is the single part ".".
  typealias KeyPath = [String]
}

/// A part that a parent offers to its children, or a child's own version of it.
struct Block: Sendable {
  var name: String
  var body: [Node]
  /// Of its opening tag.
  var range: Range<Int>
  /// The white space before its opening tag, where nothing else stands before it in its line.
  var leading: Range<Int>?
  /// Whether the opening tag is alone on its line, which then is not part of the output.
  var standsAlone: Bool
  /// The white space that its first line begins with, when it begins on a line of its own.
  var intrinsic: Range<Int>?
}
