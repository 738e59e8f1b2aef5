import Notifications

/// What exports hold of their recipients in tables of one kind, by identity.
struct OwnDrafts {
  private var entries: [RecipientEntry] = []
  private var numbers: [ProfileName: [RecipientID: Int]] = [:]
  private var isTaken: [Bool] = []
  /// Second entries for one user.
  private(set) var repeated: [CompanionReject] = []

  init(_ readings: [RecipientReading]) {
    for entry in readings.flatMap(\.entries) {
      switch entry {
      case .rejected(let reject): add(entry, reject.profile, reject.recipient, reject.place)
      case .draft(let draft): add(entry, draft.profile, draft.id, draft.place)
      }
    }
  }

  private mutating func add(
    _ entry: RecipientEntry, _ profile: ProfileName?, _ id: RecipientID?, _ place: CompanionPlace
  ) {
    if let profile, let id {
      if let first = numbers[profile]?[id] {
        if let reject = repetition(of: entry, first: first) { repeated.append(reject) }
        return
      }
      numbers[profile, default: [:]][id] = entries.count
    }
    entries.append(entry)
    isTaken.append(false)
  }

  private func repetition(of entry: RecipientEntry, first: Int) -> CompanionReject? {
    switch entry {
    case .rejected(let reject): return reject
    case .draft(let draft):
      let reason = CompanionReject.Reason.repeatedRecipient(first: place(first))
      return CompanionReject(
        file: draft.file, place: draft.place, fault: FieldFault(field: "id", reason: reason),
        recipient: draft.id, profile: draft.profile)
    }
  }

  private func place(_ number: Int) -> CompanionPlace {
    switch entries[number] {
    case .rejected(let reject): reject.place
    case .draft(let draft): draft.place
    }
  }

  /// Lays a draft over what the exports say of these identities; answers the entry that could not be
  /// understood, if one is.
  mutating func take(
    for identities: [(ProfileName, RecipientID)], into draft: inout RecipientDraft
  ) -> CompanionReject? {
    let saysTypes = draft.typesOff != nil
    var failed: CompanionReject?
    for (profile, id) in identities {
      guard let number = numbers[profile]?[id] else { continue }
      isTaken[number] = true
      switch entries[number] {
      case .rejected(let reject): failed = failed ?? reject
      case .draft(let own):
        let earlier = draft.typesOff?.byProfile ?? [:]
        draft = draft.over(own)
        // Several systems' switches are of different types, so all of them count.
        if !saysTypes, let added = own.typesOff?.byProfile {
          draft.typesOff?.byProfile = earlier.merging(added) { $0.union($1) }
        }
      }
    }
    return failed
  }

  /// Leaves out what is said of an identity.
  mutating func pass(_ profile: ProfileName, _ id: RecipientID) {
    if let number = numbers[profile]?[id] { isTaken[number] = true }
  }

  /// Those of whom no file told.
  var rest: [RecipientEntry] {
    zip(entries, isTaken).compactMap { entry, isTaken in isTaken ? nil : entry }
  }
}
