import CSimdJSON

/// The slots of one profile's fields in one table of paths.
struct FieldSlots: Sendable {
  /// By the field's place in `Field.allCases`.
  private let byField: [SlotList]

  init(_ profile: Profile, paths: RecordPaths, only wanted: Set<Field>) {
    byField = Field.allCases.map {
      paths.list(for: wanted.contains($0) ? profile.fields[$0] ?? [] : [])
    }
  }

  subscript(field: Field) -> SlotList { byField[field.place] }
}

extension Field {
  /// The case's place in `allCases`, without a search: fields are looked up for every record.
  var place: Int {
    switch self {
    case .id: 0
    case .recipient: 1
    case .type: 2
    case .title: 3
    case .body: 4
    case .priority: 5
    case .time: 6
    case .updatedAt: 7
    case .deleted: 8
    case .expires: 9
    case .mailed: 10
    case .link: 11
    case .image: 12
    case .actorId: 13
    case .actorName: 14
    case .actorAvatar: 15
    case .actorFollowedBack: 16
    case .subjectId: 17
    case .subjectName: 18
    case .batchCount: 19
    case .latitude: 20
    case .longitude: 21
    case .actions: 22
    }
  }
}

extension RecordFields {
  /// The first value that is there and not null.
  func first(_ slots: some Sequence<Slot>) -> FieldValue? {
    for slot in slots where !self[slot].isMissing { return self[slot] }
    return nil
  }

  /// The first value that is a text, number or id, and not empty.
  func firstText(_ slots: some Sequence<Slot>) -> UnsafeRawBufferPointer? {
    for slot in slots {
      if let bytes = self[slot].textBytes { return bytes }
    }
    return nil
  }

  /// `firstText` as a string.
  func text(_ slots: some Sequence<Slot>) -> String? {
    firstText(slots).map { String(validated: $0) }
  }

  /// Whether any of the values is true.
  func isAnyTrue(_ slots: some Sequence<Slot>, epoch: Epoch) -> Bool {
    slots.contains { self[$0].truth(epoch: epoch) == true }
  }
}
