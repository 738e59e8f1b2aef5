package import ByteText

extension ExportIndex {
  /// The names that records have, with those inside of objects as paths: of the first thousand.
  package func fieldNames() throws(Fault) -> [String] {
    var (names, count) = (Set<String>(), 0)
    for place in 0..<recipientCount where count < 1_000 {
      try forEachRecord(of: place) { _ in
        count < 1_000
      } _: { _, bytes, _ in
        count += 1
        if let record = JSONText(bytes) { Self.collect(record, below: "", depth: 0, &names) }
      }
    }
    return names.sorted()
  }

  private static func collect(
    _ object: JSONText, below path: String, depth: Int, _ names: inout Set<String>
  ) {
    guard object.kind == .object, depth < 4, names.count < 1_000 else { return }
    for part in object.parts {
      let name = path + String(decoding: part.name, as: UTF8.self)
      names.insert(name)
      collect(part.value, below: name + ".", depth: depth + 1, &names)
    }
  }
}
