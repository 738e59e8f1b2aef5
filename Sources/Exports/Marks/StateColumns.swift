import Notifications

/// What a system's own record has to be given so that it is read, or deleted, by its profile.
struct StateColumns {
  enum Value: Equatable {
    case time
    case bool(Bool)
    case word(String)
  }

  struct Column: Equatable {
    /// As the profile spells it.
    var name: String
    var value: Value
  }

  /// What says that a notification was read.
  let read: [Column]
  /// What says that it was deleted, where the system keeps deleted ones.
  let deleted: [Column]
  /// The time of the last change.
  let updatedAt: String?
  let id: String?

  /// Fields inside other fields are none of a table's columns, and are left out.
  init(_ profile: Profile) {
    func column(_ path: FieldPath) -> String? {
      path.segments.count == 1 ? path.segments.first : nil
    }
    func first(_ field: Field) -> String? {
      profile.fields[field]?.lazy.compactMap(column).first
    }
    read = profile.readMarks.compactMap { mark in
      column(mark.path).map { Column(name: $0, value: Value(mark.kind)) }
    }
    deleted = first(.deleted).map { [Column(name: $0, value: .bool(true))] } ?? []
    updatedAt = first(.updatedAt)
    id = first(.id)
  }
}

extension StateColumns.Value {
  fileprivate init(_ kind: ReadMark.Kind) {
    switch kind {
    case .boolean: self = .bool(true)
    case .inverse: self = .bool(false)
    case .time: self = .time
    case .equality(let word): self = .word(word)
    }
  }
}
