import ByteText

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

  var lists: [DraftList] { found.values.sorted { $0.path.lexicographicallyPrecedes($1.path) } }

  /// Visits the values of a document.
  mutating func visit(document: UnsafeRawBufferPointer) {
    let start = document.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let text = UnsafeRawBufferPointer(rebasing: document[start...])
    var values = JSONScanner(sequence: text)
    while true {
      do throws(Fault) {
        guard let piece = try values.next() else { return }
        if let value = JSONText(UnsafeRawBufferPointer(rebasing: text[piece.range])) {
          visit(value, [], isKeyed: false, depth: 0)
        }
      } catch {
        // A program's warnings may stand above what it wrote; the records are read without them.
        guard found.isEmpty, values.skipLine() else { return }
      }
    }
  }

  private mutating func visit(
    _ value: JSONText, _ path: [String], isKeyed: Bool, isElement: Bool = false, depth: Int
  ) {
    let outer = (element, isTree)
    defer { (element, isTree) = outer }
    if isElement { element = (value, path.count) }
    guard depth < ShapeReader.deepest else { return }
    if value.kind == .array {
      for (_, element) in value.parts {
        visit(element, path, isKeyed: false, isElement: true, depth: depth + 1)
      }
    } else if value.kind == .object {
      addElement(value, path, isKeyed: isKeyed)
      if !isRecord(value) { visitMembers(of: value, path, isElement: isElement, depth: depth) }
    }
  }

  private mutating func visitMembers(
    of object: JSONText, _ path: [String], isElement: Bool, depth: Int
  ) {
    let members = object.parts.map { (name: JSONEscape.unescaped($0.name), value: $0.value) }
    // What is inside an element of a list is a part of it, unless it is a page or wraps a record.
    let isPage =
      members.count <= 3
      || members.contains { $0.value.kind == .array && $0.value.first?.kind == .object }
    guard isPage || !isElement else { return }
    let isMap = members.allSatisfy { $0.value.kind == .object }
    // Inside of a name, maps of records only are those of people.
    let isTreeOfRecords =
      !path.isEmpty && members.count > 1 && isMap
      && members.allSatisfy { $0.value.first.map { isRecord($0) } ?? false }
    let isOuterTree = isTree
    for (name, member) in members {
      // The members of a map bear ids, which have a digit or `@`; those of an envelope names.
      let isEntry = isMap && isRecord(member)
      let isID = name.utf8.contains { $0 == UInt8(ascii: "@") || 48...57 ~= $0 }
      let isNamed = isTreeOfRecords || isMap && isID
      isTree = isEntry ? isOuterTree : isNamed
      visit(member, isEntry || isNamed ? path : path + [name], isKeyed: isEntry, depth: depth + 1)
    }
  }

  private mutating func isRecord(_ value: JSONText) -> Bool {
    likeness.of(value) >= Self.recordLikeness
  }

  private mutating func addElement(_ object: JSONText, _ path: [String], isKeyed: Bool) {
    let key = path.joined(separator: "\0") + (isKeyed ? "\0\0" : "")
    var list = found.removeValue(forKey: key) ?? DraftList(path: path, isKeyed: isKeyed)
    list.isTree = isKeyed && isTree
    if list.elements.count < DraftRecords.limit {
      list.elements.append(FirestoreDocument.plainJSON(of: object.bytes) ?? Array(object.bytes))
      if let element, path.count > element.depth + 1 {
        list.outer.append(Array(element.value.bytes))
        list.inside = Array(path[element.depth...])
      }
    }
    found[key] = list
  }
}
