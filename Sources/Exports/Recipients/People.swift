import ByteText
package import Languages
package import Notifications

/// The persons of a run, each once, whatever the number of systems that know them.
///
/// A person is a recipient with all their identities: the id in the recipients file, and those under
/// `also`. Nobody else's ids are joined, however alike they are.
package struct People: Sendable {
  /// Those of the recipients file in its order, then those of whom only an export's own preferences
  /// tell.
  package private(set) var recipients: [Recipient] = []
  /// Of all sources: entries that could not be read, and those that repeat an id or an address, or
  /// claim somebody's identity; the first in the order of the sources stands.
  package private(set) var rejects: [CompanionReject] = []

  private var persons: [PersonID: Claim] = [:]
  private var addresses = ByteTable()
  private var addressPlaces: [CompanionPlace] = []
  private let profile: ProfileName
  private let keys: AddressKeys
  private let defaultZone: Zone
  private let zones: Zones

  /// Who has an identity; a rejected entry has its ids as well, so that no later one stands in for
  /// what could not be understood.
  private struct Claim {
    /// Nil where the entry was rejected.
    var person: Int?
    var reject: Int?
    var place: CompanionPlace
  }

  /// - Parameters:
  ///   - file: the recipients file's entries; nil where there is no such file, so that the exports'
  ///     own people are all there are.
  ///   - own: what the exports themselves hold; the file's words win field by field, then those of
  ///     the exports' people.
  ///   - profile: whose ids those are that name no profile.
  ///   - defaultZone: for quiet hours of recipients without a zone.
  package init(
    file: RecipientReading?, own: EmbeddedRecipients, profile: ProfileName, keys: AddressKeys,
    defaultZone: Zone, zones: Zones
  ) {
    self.profile = profile
    self.keys = keys
    self.defaultZone = defaultZone
    self.zones = zones
    var people = EmbeddedDrafts(own.people)
    var preferences = EmbeddedDrafts(own.preferences)
    rejects += (file == nil ? people.repeated : []) + preferences.repeated
    for entry in file?.entries ?? [] { add(entry, over: &people, &preferences) }
    // Whoever gives a file says with it who is mailed.
    for entry in file == nil ? people.rest : [] where Self.canBeMailed(entry) {
      var nobody = EmbeddedDrafts([])
      add(entry, over: &nobody, &preferences)
    }
    for entry in preferences.rest {
      var (nobody, nothing) = (EmbeddedDrafts([]), EmbeddedDrafts([]))
      add(entry, over: &nobody, &nothing)
    }
  }

  /// The index in `recipients` of the person who has an id in a system; nil where there is none.
  package func person(_ profile: ProfileName, _ recipient: RecipientID) -> Int? {
    persons[PersonID(profile, recipient)]?.person
  }

  /// The index in `rejects` of the entry that would have told of an id, had it been read.
  package func reject(_ profile: ProfileName, _ recipient: RecipientID) -> Int? {
    persons[PersonID(profile, recipient)]?.reject
  }

  // MARK: Claims

  private mutating func add(_ reject: CompanionReject, claims: [PersonID]? = nil) {
    rejects.append(reject)
    let own = reject.recipient.map {
      PersonID(reject.profile ?? profile, $0)
    }
    for identity in claims ?? [own].compactMap(\.self) where persons[identity] == nil {
      persons[identity] = Claim(reject: rejects.count - 1, place: reject.place)
    }
    if let address = reject.address { _ = claim(address, reject.place) }
  }

  /// Adds what an entry says, over what the exports say of the same person.
  private mutating func add(
    _ entry: RecipientEntry, over people: inout EmbeddedDrafts, _ preferences: inout EmbeddedDrafts
  ) {
    switch entry {
    case .rejected(let reject):
      if let recipient = reject.recipient {
        // They are out already, and reported once.
        people.pass(reject.profile ?? profile, recipient)
        preferences.pass(reject.profile ?? profile, recipient)
      }
      add(reject)
    case .draft(var draft):
      draft.profile = draft.profile ?? profile
      guard let claims = claims(of: draft) else { return }
      let identities = claims.map { ($0.profile, $0.recipient) }
      let fromPeople = people.take(for: identities, into: &draft)
      let fromPreferences = preferences.take(for: identities, into: &draft)
      if let reject = fromPeople ?? fromPreferences { return add(reject, claims: claims) }
      if let email = draft.email, let first = claim(keys.key(email), draft.place) {
        return reject(draft, FieldFault(field: "email", reason: .repeatedAddress(first: first)))
      }
      recipients.append(draft.recipient(defaultZone: defaultZone, zones: zones))
      for identity in claims {
        persons[identity] = Claim(person: recipients.count - 1, place: draft.place)
      }
    }
  }

  /// Whether an entry of an export's people is more than a name to it; what could not be understood
  /// may be.
  private static func canBeMailed(_ entry: RecipientEntry) -> Bool {
    switch entry {
    case .draft(let draft): draft.email != nil
    case .rejected: true
    }
  }

  /// The identities of a draft; nil where it is rejected because somebody has one of them.
  private mutating func claims(of draft: RecipientDraft) -> [PersonID]? {
    let own = PersonID(draft.profile ?? profile, draft.id)
    let others = draft.also.sorted { $0.key < $1.key }
      .map { PersonID($0.key, $0.value) }
    if let claim = persons[own] {
      let reason = CompanionReject.Reason.repeatedRecipient(first: claim.place)
      reject(draft, FieldFault(field: "id", reason: reason))
      return nil
    }
    for identity in others {
      guard let claim = persons[identity] else { continue }
      let reason = CompanionReject.Reason.claimedIdentity(
        profile: identity.profile, recipient: identity.recipient, first: claim.place)
      reject(draft, FieldFault(field: "also", reason: reason))
      return nil
    }
    return [own] + others.filter { $0 != own }
  }

  private mutating func reject(_ draft: RecipientDraft, _ fault: FieldFault) {
    add(
      CompanionReject(
        file: draft.file, place: draft.place, fault: fault, recipient: draft.id,
        profile: draft.profile))
  }

  /// Takes an address; answers where it was taken already.
  private mutating func claim(_ address: [UInt8], _ place: CompanionPlace) -> CompanionPlace? {
    let (number, isNew) = address.withUnsafeBytes { addresses.add($0) }
    guard isNew else { return addressPlaces[number] }
    addressPlaces.append(place)
    return nil
  }
}

/// What exports hold of their recipients in tables of one kind, by identity.
struct EmbeddedDrafts {
  private var entries: [RecipientEntry] = []
  private var numbers: [ProfileName: [RecipientID: Int]] = [:]
  private var isTaken: [Bool] = []
  /// Second entries for one user.
  private(set) var repeated: [CompanionReject] = []

  init(_ readings: [RecipientReading]) {
    for entry in readings.flatMap(\.entries) {
      switch entry {
      case .rejected(let reject): add(entry, reject.profile, reject.recipient)
      case .draft(let draft): add(entry, draft.profile, draft.id)
      }
    }
  }

  private mutating func add(
    _ entry: RecipientEntry, _ profile: ProfileName?, _ id: RecipientID?
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
      let reason = CompanionReject.Reason.repeatedRecipient(first: entries[first].place)
      return CompanionReject(
        file: draft.file, place: draft.place, fault: FieldFault(field: "id", reason: reason),
        recipient: draft.id, profile: draft.profile)
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
