import ByteText
import Profiles

/// Looks for records in a document whose names are not known: the list or object whose elements look
/// most like notifications.
struct DraftSearch {
  struct Candidate {
    var path: [String]
    var isKeyed: Bool
    var isTree = false
    var elements: [[UInt8]] = []
    /// Where each is deep inside an element of a list: those elements, and the names that lead from
    /// them to the records.
    var outer: [[UInt8]] = []
    var inside: [String] = []
    /// How much the first elements look like notifications, in all.
    var likeness = 0
    var judged = 0

    /// More elements and a shorter path decide between equals.
    var score: Int {
      judged == 0
        ? 0 : likeness * 10 / judged + min(elements.count, 8) - path.count * 4 + bonus
    }

    /// The name of a list may say what it holds.
    private var bonus: Int {
      let name = path.joined(separator: " ").lowercased()
      if name.contains("notif") { return 24 }
      return ["inbox", "alert", "activit"].contains(where: name.contains) ? 12 : 0
    }
  }

  private var candidates: [String: Candidate] = [:]
  private static let mostJudged = 20
  /// An object that is so much like a notification is one.
  private static let recordLikeness = 6

  /// The best candidate; nil if no object was found.
  var best: Candidate? {
    let scored = candidates.values.map {
      (candidate: $0, score: $0.score + 6 * DraftLikeness.ofValues($0.elements))
    }
    return scored.max {
      if $0.score != $1.score { return $0.score < $1.score }
      return $1.candidate.path.lexicographicallyPrecedes($0.candidate.path)
    }?.candidate
  }

  /// The lists beside the best one whose elements are like its own, and what their names say; nil if
  /// there are none.
  func siblings(of best: Candidate) -> (lists: [Candidate], key: DraftRecords.OwnerKey)? {
    guard !best.isKeyed, !best.path.isEmpty, best.outer.isEmpty else { return nil }
    let names = Self.names(of: best)
    let lists = candidates.values.filter {
      !$0.isKeyed && $0.path.count == best.path.count
        && $0.path.dropLast() == best.path.dropLast()
        && Self.names(of: $0).intersection(names).count * 5 >= names.count * 4
    }.sorted { $0.path.lexicographicallyPrecedes($1.path) }
    guard lists.count > 1 else { return nil }
    let weights = NameWeights.bundled
    let keys = lists.compactMap(\.path.last)
    let read = keys.filter { weights["readWords"].contains($0.lowercased()) }
    let isOfStates = keys.allSatisfy {
      weights["readWords"].contains($0.lowercased())
        || weights["unreadWords"].contains($0.lowercased())
    }
    return (lists, isOfStates && !read.isEmpty ? .state(read) : .recipient)
  }

  /// The names of the first elements' members.
  private static func names(of candidate: Candidate) -> Set<String> {
    Set(
      candidate.elements.prefix(3).flatMap { element in
        element.withUnsafeBytes { JSONText($0)?.parts.map { JSONEscape.unescaped($0.name) } ?? [] }
      })
  }

  /// The lists with names besides the one of the records, in the order of their paths.
  func lists(besides best: Candidate) -> [DraftList] {
    candidates.values.filter { !$0.path.isEmpty && !$0.path.starts(with: best.path) }
      .sorted { $0.path.lexicographicallyPrecedes($1.path) }
      .map { DraftList(path: $0.path, elements: $0.elements) }
  }

  /// Visits the values of a document, which may be cut off at its end.
  mutating func visit(document: UnsafeRawBufferPointer) {
    let start = document.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let text = UnsafeRawBufferPointer(rebasing: document[start...])
    var values = JSONScanner(sequence: text)
    var end = 0
    while let piece = try? values.next() {
      end = piece.range.upperBound
      if let value = JSONText(UnsafeRawBufferPointer(rebasing: text[piece.range])) {
        visit(value, [], isKeyed: false, depth: 0)
      }
    }
    // What is cut off is closed, so that its complete elements are found.
    let rest = UnsafeRawBufferPointer(rebasing: text[end...])
    if rest.contains(where: { !JSONScanner.isSpace($0) }) {
      let closed = DraftSearch.closed(rest)
      closed.withUnsafeBytes {
        if let value = JSONText($0) { visit(value, [], isKeyed: false, depth: 0) }
      }
    }
  }

  /// The element of a list that is being visited, and the length of its path.
  private var element: (value: JSONText, depth: Int)?
  /// Whether what is being visited has an id for a name.
  private var isTree = false

  private mutating func visit(
    _ value: JSONText, _ path: [String], isKeyed: Bool, isElement: Bool = false, depth: Int
  ) {
    let outer = (element, isTree: isTree)
    defer { (element, isTree) = outer }
    if isElement { element = (value, path.count) }
    guard depth < ShapeReader.deepest else { return }
    switch value.kind {
    case .array:
      for (_, element) in value.parts {
        visit(element, path, isKeyed: false, isElement: true, depth: depth + 1)
      }
    case .object:
      let likeness = DraftLikeness.of(value)
      add(value, path, isKeyed: isKeyed, likeness: likeness)
      guard likeness < Self.recordLikeness else { return }
      let members = value.parts.map { ($0.name, $0.value) }
      let isMap = !members.isEmpty && members.allSatisfy { $0.1.kind == .object }
      // Inside of a name, maps of records only are those of people.
      let isTreeOfRecords =
        !path.isEmpty && members.count > 1 && members.allSatisfy { Self.isMapOfRecords($0.1) }
      // What is inside an element of a list is a part of it, unless it is a page or wraps a record.
      let isPage =
        members.count <= 3 || members.contains { $0.1.kind == .array && $0.1.holdsObjects }
      guard isPage || !isElement else { return }
      for (name, member) in members {
        let name = JSONEscape.unescaped(name)
        // The members of a map bear ids; those of an envelope names.
        let isEntry = isMap && DraftLikeness.of(member) >= Self.recordLikeness
        let isNamed = isTreeOfRecords || isMap && DraftLikeness.isId(name)
        let inner = isEntry || isNamed ? path : path + [name]
        isTree = isEntry ? outer.isTree : isNamed
        visit(member, inner, isKeyed: isEntry, depth: depth + 1)
      }
    case .null, .bool, .number, .string: break
    }
  }

  private static func isMapOfRecords(_ value: JSONText) -> Bool {
    var members = value.kind == .object ? value.parts : .none
    return members.next().map { DraftLikeness.of($0.value) >= recordLikeness } ?? false
  }

  private mutating func add(
    _ object: JSONText, _ path: [String], isKeyed: Bool, likeness: Int
  ) {
    let key = path.joined(separator: "\0") + (isKeyed ? "\0\0" : "")
    var candidate = candidates.removeValue(forKey: key) ?? Candidate(path: path, isKeyed: isKeyed)
    candidate.isTree = isTree
    if candidate.judged < Self.mostJudged {
      candidate.likeness += likeness
      candidate.judged += 1
    }
    if candidate.elements.count < DraftRecords.limit {
      let plain = FirestoreDocument(object.bytes)?.plainJSON
      candidate.elements.append(plain ?? Array(object.bytes))
      if let element, path.count > element.depth + 1 {
        candidate.outer.append(Array(element.value.bytes))
        candidate.inside = Array(path[element.depth...])
      }
    }
    candidates[key] = candidate
  }

  /// Text that is cut off, with the brackets that are open after its last complete value.
  static func closed(_ text: UnsafeRawBufferPointer) -> [UInt8] {
    var (open, isQuoted, isEscaped) = ([UInt8](), false, false)
    var (end, brackets) = (0, [UInt8]())
    for (index, byte) in text.enumerated() {
      if isQuoted {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isQuoted = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isQuoted = true
      case UInt8(ascii: "{"): open.append(UInt8(ascii: "}"))
      case UInt8(ascii: "["): open.append(UInt8(ascii: "]"))
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        _ = open.popLast()
        (end, brackets) = (index + 1, open)
      default: break
      }
    }
    return Array(text[..<end]) + brackets.reversed()
  }
}

extension JSONText {
  /// Whether the first element of a list is an object.
  fileprivate var holdsObjects: Bool {
    var elements = parts
    return elements.next()?.value.kind == .object
  }
}
