import Profiles

extension Profile {
  /// Whether columns fit its records: the id, the time, and what its detection requires.
  func fits(columns: [String]) -> Bool { missing(among: columns).isEmpty }

  /// What it needs of a record and no column has: `time (created_at)`.
  func missing(among columns: [String]) -> [String] {
    func has(_ path: FieldPath) -> Bool { self.has(path, among: columns) }
    let required: [Field] = [.id, .time]
    let missing = required.filter { !(fields[$0]?.contains(where: has) ?? false) }
    if !missing.isEmpty {
      return missing.map { field in
        let paths = (fields[field] ?? []).map(\.description).joined(separator: ", ")
        return paths.isEmpty ? field.rawValue : "\(field.rawValue) (\(paths))"
      }
    }
    let lacks = detection.map { rule in
      rule.must.filter { !has($0) }.map(\.description)
        + rule.mustOne.filter { !$0.contains(where: has) }
        .map { $0.map(\.description).joined(separator: " or ") }
        + rule.mustNot.filter { $0.segments.count == 1 && has($0) }.map { "no \($0)" }
    }
    return lacks.min { $0.count < $1.count } ?? []
  }

  /// Whether columns lead to a value; to one of a joined object, whether they hold its key.
  private func has(_ path: FieldPath, among columns: [String]) -> Bool {
    if case .outside(let name, _, _)? = path.derivation {
      switch name {
      case .file: return true
      case .key: return false
      case .join(let name):
        let keys = joins.first { $0.name == name }?.key ?? []
        return keys.contains { has($0, among: columns) }
      }
    }
    if !path.parts.isEmpty { return path.parts.contains { has($0, among: columns) } }
    // What comes from around a record is no column of it.
    return path.sources.isEmpty
      || path.sources.contains { source in
        guard let first = source.segments.first else { return false }
        return columns.contains { FieldNames.match($0.utf8, first.utf8) }
      }
  }
}
