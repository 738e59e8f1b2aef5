import ByteText
import CYAML

/// A node of a YAML document, as it is written: tags and styles other than plain words say nothing.
struct YAMLTree: Sendable {
  enum Content: Sendable {
    /// `isPlain` tells words without quotes, which alone can stand for null.
    case scalar(String, isPlain: Bool)
    case sequence([YAMLTree])
    case mapping([(key: YAMLTree, value: YAMLTree)])
  }

  /// From 1.
  let line: Int
  /// From 1, in characters.
  let column: Int
  let content: Content
}

/// Builds the nodes of a text from libyaml's events.
///
/// An anchor, an alias and the 33rd level end the reading where they stand, before anything is made of
/// them: a few aliases can stand for gigabytes, and deep nesting takes time by its square.
final class YAMLParser {
  /// No file of ours needs more than a few.
  private static let deepest = 32

  private let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
  private let file: String

  private init(file: String) throws(Fault) {
    self.file = file
    guard yaml_parser_initialize(parser) == 1 else {
      throw YAMLFile.notYAML("out of memory", of: file)
    }
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
  }

  /// The roots of the first `limit` documents. `file` is the name that errors give.
  static func roots(of text: String, file: String, limit: Int) throws(Fault) -> [YAMLTree] {
    var text = text
    let roots = text.withUTF8 { bytes -> Result<[YAMLTree], Fault> in
      do throws(Fault) {
        // The parser points into `bytes` and is freed before them.
        return .success(try YAMLParser(file: file).roots(of: bytes, limit: limit))
      } catch { return .failure(error) }
    }
    return try roots.get()
  }

  private func roots(of bytes: UnsafeBufferPointer<UInt8>, limit: Int) throws(Fault) -> [YAMLTree] {
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
    var roots: [YAMLTree] = []
    while true {
      let event = try next()
      switch event.type {
      case YAML_STREAM_END_EVENT: return roots
      case YAML_STREAM_START_EVENT, YAML_DOCUMENT_START_EVENT, YAML_DOCUMENT_END_EVENT: continue
      default:
        roots.append(try node(event, depth: 0))
        if roots.count == limit { return roots }
      }
    }
  }

  // MARK: Nodes

  private func node(_ event: Event, depth: Int) throws(Fault) -> YAMLTree {
    if event.isReference {
      throw event.fault(
        "anchor", "it uses an anchor or alias", of: file, advice: "write the value out in full")
    }
    if depth == Self.deepest, event.type != YAML_SCALAR_EVENT {
      throw event.fault(
        "too-deep", "it nests too deeply", of: file, advice: "no key needs more than a few levels")
    }
    let content: YAMLTree.Content
    switch event.type {
    case YAML_SEQUENCE_START_EVENT:
      content = .sequence(try nodes(until: YAML_SEQUENCE_END_EVENT, depth: depth + 1))
    case YAML_MAPPING_START_EVENT:
      // Keys and values, in turn.
      let nodes = try nodes(until: YAML_MAPPING_END_EVENT, depth: depth + 1)
      let keys = stride(from: 0, to: nodes.count - 1, by: 2)
      content = .mapping(keys.map { (key: nodes[$0], value: nodes[$0 + 1]) })
    default: content = .scalar(event.text, isPlain: event.isPlain)
    }
    return YAMLTree(line: event.line, column: event.column, content: content)
  }

  private func nodes(until end: yaml_event_type_t, depth: Int) throws(Fault) -> [YAMLTree] {
    var nodes: [YAMLTree] = []
    while true {
      let event = try next()
      if event.type == end { return nodes }
      nodes.append(try node(event, depth: depth))
    }
  }

  // MARK: Events

  /// What is needed of an event; libyaml's own is freed when the next one is asked for.
  private struct Event {
    let type: yaml_event_type_t
    let line: Int
    let column: Int
    /// Of a scalar.
    var text = ""
    var isPlain = false
    /// An alias, or a node with an anchor.
    var isReference = false

    init(_ event: yaml_event_t) {
      type = event.type
      line = Int(event.start_mark.line) + 1
      column = Int(event.start_mark.column) + 1
      switch type {
      case YAML_SCALAR_EVENT:
        let scalar = event.data.scalar
        text = String(
          decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
        isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE
        isReference = scalar.anchor != nil
      case YAML_SEQUENCE_START_EVENT: isReference = event.data.sequence_start.anchor != nil
      case YAML_MAPPING_START_EVENT: isReference = event.data.mapping_start.anchor != nil
      case YAML_ALIAS_EVENT: isReference = true
      default: break
      }
    }

    func fault(_ code: String, _ what: String, of file: String, advice: String) -> Fault {
      YAMLFile.fault(
        code, what, of: file, at: Fault.Place(line: line, column: column), advice: advice)
    }
  }

  private func next() throws(Fault) -> Event {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) == 1 else { throw parserError }
    defer { yaml_event_delete(&event) }
    return Event(event)
  }

  private var parserError: Fault {
    let failed = parser.pointee
    let problem = failed.problem.map { String(cString: $0) } ?? "unreadable"
    switch failed.error {
    case YAML_MEMORY_ERROR: return YAMLFile.notYAML("out of memory", of: file)
    // Invalid UTF-8: libyaml gives no line for it.
    case YAML_READER_ERROR: return YAMLFile.notYAML(problem, of: file)
    default:
      let mark = failed.problem_mark
      return YAMLFile.notYAML(
        problem, of: file,
        at: Fault.Place(line: Int(mark.line) + 1, column: Int(mark.column) + 1))
    }
  }
}
