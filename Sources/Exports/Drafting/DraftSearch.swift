import ByteText
import Profiles

/// Looks for what may be records in a document whose names are not known: lists, and objects by their keys.
struct DraftSearch {
  private var found: [String: DraftList] = [:]
  private var likeness = DraftLikeness()
  /// The element of a list that is being visited, and the length of its path.
  private var element: (value: JSONText, depth: Int)?
  /// Whether what is being visited has an id for a name.
  private var isTree = false

  /// An object that is so much like a notification is one.
  private static let recordLikeness = 6

  /// What was found, in the order of the paths.
  var lists: [DraftList] { found.values.sorted { $0.path.lexicographicallyPrecedes($1.path) } }

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
      add(value, path, isKeyed: isKeyed)
      if likeness.of(value) < Self.recordLikeness {
        visitMembers(of: value, path, isElement: isElement, depth: depth)
      }
    case .null, .bool, .number, .string: break
    }
  }

  private mutating func visitMembers(
    of object: JSONText, _ path: [String], isElement: Bool, depth: Int
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

  private mutating func add(_ object: JSONText, _ path: [String], isKeyed: Bool) {
    let key = path.joined(separator: "\0") + (isKeyed ? "\0\0" : "")
    var list = found.removeValue(forKey: key) ?? DraftList(path: path, isKeyed: isKeyed)
    list.isTree = isKeyed && isTree
    if list.elements.count < DraftRecords.limit {
      list.elements.append(FirestoreDocument(object.bytes)?.plainJSON ?? Array(object.bytes))
      if let element, path.count > element.depth + 1 {
        list.outer.append(Array(element.value.bytes))
        list.inside = Array(path[element.depth...])
      }
    }
    found[key] = list
  }
}

extension JSONText {
  /// Whether the first element of a list is an object.
  fileprivate var holdsObjects: Bool {
    var elements = kind == .array ? parts : .none
    return elements.next()?.value.kind == .object
  }
}
