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

    /// The name of a list may say what it holds; more elements and a shorter path decide between equals.
    var score: Int {
      guard judged > 0 else { return 0 }
      let name = path.joined(separator: " ").lowercased()
      let isInbox = NameWeights.bundled["inboxes"].contains(where: name.contains)
      return likeness * 10 / judged + min(elements.count, 8) - path.count * 4
        + (name.contains("notif") ? 24 : isInbox ? 12 : 0) + 6 * DraftLikeness.ofValues(elements)
    }

    /// The names of the first elements' members.
    fileprivate var names: Set<String> {
      Set(
        elements.prefix(3).flatMap { element in
          element.withUnsafeBytes {
            JSONText($0)?.parts.map { JSONEscape.unescaped($0.name) } ?? []
          }
        })
    }
  }

  private var candidates: [String: Candidate] = [:]
  private var likeness = DraftLikeness()
  /// The element of a list that is being visited, and the length of its path.
  private var element: (value: JSONText, depth: Int)?
  /// Whether what is being visited has an id for a name.
  private var isTree = false

  private static let mostJudged = 20
  /// An object that is so much like a notification is one.
  private static let recordLikeness = 6

  /// The candidates in the order of their paths.
  private var ordered: [Candidate] {
    candidates.values.sorted { $0.path.lexicographicallyPrecedes($1.path) }
  }

  /// The best candidate; nil if no object was found.
  var best: Candidate? {
    let scored = ordered.map { (candidate: $0, score: $0.score) }
    return scored.map(\.score).max().flatMap { most in
      scored.first { $0.score == most }?.candidate
    }
  }

  /// The lists beside the best one whose elements are like its own, and what their names say; nil if
  /// there are none.
  func siblings(of best: Candidate) -> (lists: [Candidate], key: DraftRecords.OwnerKey)? {
    guard !best.isKeyed, !best.path.isEmpty, best.outer.isEmpty else { return nil }
    let names = best.names
    let lists = ordered.filter {
      !$0.isKeyed && $0.path.count == best.path.count
        && $0.path.dropLast() == best.path.dropLast()
        && $0.names.intersection(names).count * 5 >= names.count * 4
    }
    guard lists.count > 1 else { return nil }
    let (weights, keys) = (NameWeights.bundled, lists.compactMap(\.path.last))
    let read = keys.filter { weights["readWords"].contains($0.lowercased()) }
    let unread = keys.filter { weights["unreadWords"].contains($0.lowercased()) }
    let areStates = !read.isEmpty && Set(read + unread).count == keys.count
    return (lists, areStates ? .state(read) : .recipient)
  }

  /// The lists with names besides the one of the records.
  func lists(besides best: Candidate) -> [DraftList] {
    ordered.filter { !$0.path.isEmpty && !$0.path.starts(with: best.path) }
      .map { DraftList(path: $0.path, elements: $0.elements) }
  }

  // MARK: The document

  /// Visits the values of a document, which may be cut off at its end.
  mutating func visit(document: UnsafeRawBufferPointer) {
    let start = document.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let text = UnsafeRawBufferPointer(rebasing: document[start...])
    var values = JSONScanner(sequence: text)
    var end = 0
    while let piece = try? values.next() {
      end = piece.range.upperBound
      visit(UnsafeRawBufferPointer(rebasing: text[piece.range]))
    }
    // What is cut off is closed, so that its complete elements are found.
    Self.closed(UnsafeRawBufferPointer(rebasing: text[end...])).withUnsafeBytes { visit($0) }
  }

  /// Text that is cut off, with the brackets that are open after its last complete value.
  private static func closed(_ text: UnsafeRawBufferPointer) -> [UInt8] {
    var (place, end) = (0, 0)
    var (open, brackets) = ([UInt8](), [UInt8]())
    while place < text.count {
      let byte = text[place]
      place += 1
      switch byte {
      case UInt8(ascii: "\""):
        place = JSONScanner.stringEnd(in: text, from: place, to: text.count) ?? text.count
      case UInt8(ascii: "{"), UInt8(ascii: "["): open.append(byte + 2)
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        _ = open.popLast()
        (end, brackets) = (place, open)
      default: break
      }
    }
    return Array(text[..<end]) + brackets.reversed()
  }

  private mutating func visit(_ text: UnsafeRawBufferPointer) {
    if let value = JSONText(text) { visit(value, [], isKeyed: false, depth: 0) }
  }

  private mutating func visit(
    _ value: JSONText, _ path: [String], isKeyed: Bool, isElement: Bool = false, depth: Int
  ) {
    let outer = (element, isTree)
    defer { (element, isTree) = outer }
    if isElement { element = (value, path.count) }
    guard depth < ShapeReader.deepest else { return }
    switch value.kind {
    case .array:
      for (_, element) in value.parts {
        visit(element, path, isKeyed: false, isElement: true, depth: depth + 1)
      }
    case .object:
      let likeness = likeness.of(value)
      add(value, path, isKeyed: isKeyed, likeness: likeness)
      if likeness < Self.recordLikeness { visitMembers(of: value, path, isElement, depth: depth) }
    case .null, .bool, .number, .string: break
    }
  }

  private mutating func visitMembers(
    of object: JSONText, _ path: [String], _ isElement: Bool, depth: Int
  ) {
    let members = object.parts.map { (name: JSONEscape.unescaped($0.name), value: $0.value) }
    // What is inside an element of a list is a part of it, unless it is a page or wraps a record.
    let isPage = members.count <= 3 || members.contains { $0.value.holdsObjects }
    guard isPage || !isElement else { return }
    let isMap = !members.isEmpty && members.allSatisfy { $0.value.kind == .object }
    // Inside of a name, maps of records only are those of people.
    let isTreeOfRecords =
      !path.isEmpty && members.count > 1 && members.allSatisfy { isMapOfRecords($0.value) }
    let isOuterTree = isTree
    for (name, member) in members {
      // The members of a map bear ids, which have a digit or `@`; those of an envelope names.
      let isEntry = isMap && likeness.of(member) >= Self.recordLikeness
      let isID = name.utf8.contains { $0 == UInt8(ascii: "@") || 48...57 ~= $0 }
      let isNamed = isTreeOfRecords || isMap && isID
      isTree = isEntry ? isOuterTree : isNamed
      visit(member, isEntry || isNamed ? path : path + [name], isKeyed: isEntry, depth: depth + 1)
    }
  }

  private mutating func isMapOfRecords(_ value: JSONText) -> Bool {
    var members = value.kind == .object ? value.parts : .none
    return members.next().map { likeness.of($0.value) >= Self.recordLikeness } ?? false
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
      candidate.elements.append(
        FirestoreDocument(object.bytes)?.plainJSON ?? Array(object.bytes))
      if let element, path.count > element.depth + 1 {
        candidate.outer.append(Array(element.value.bytes))
        candidate.inside = Array(path[element.depth...])
      }
    }
    candidates[key] = candidate
  }
}

extension JSONText {
  /// Whether the first element of a list is an object.
  fileprivate var holdsObjects: Bool {
    var elements = kind == .array ? parts : .none
    return elements.next()?.value.kind == .object
  }
}
