/// What children put in place of their parents' blocks, while a parent is compiled.
struct BlockOverrides {
  /// A block of a child, with the source that it is from.
  struct Override {
    var block: Block
    var source: SourceText
  }

  private var overrides: [String: Override] = [:]

  subscript(name: String) -> Override? {
    get { overrides[name] }
    set { overrides[name] = newValue }
  }

  /// Adds a parent tag's blocks; those from farther outside win.
  func adding(_ blocks: [Block], from source: SourceText) -> BlockOverrides {
    var result = self
    for block in blocks where result.overrides[block.name] == nil {
      result.overrides[block.name] = Override(block: block, source: source)
    }
    return result
  }

  /// Tells apart what a partial compiles to: the same partial with the same overrides is the same.
  var identity: [String] {
    overrides.map { "\($0.key) \($0.value.source.file) \($0.value.block.range)" }.sorted()
  }
}
