import ByteText
package import Exports
package import Languages
package import Notifications
package import Profiles

/// The people of a run, each once, in however many systems.
///
/// A person is a recipient with all their identities: the id in the recipients file, and the ids
/// under `also`. No other ids are joined, however similar.
package struct People: Sendable {
  /// Those of the recipients file in its order, then those known only from an export's own
  /// preferences.
  package private(set) var recipients: [Recipient] = []
  /// Their own zones, by their index in `recipients`; nil for those who have none.
  package private(set) var zones: [Zone?] = []
  /// Entries of all sources that could not be read, that repeat an id or an address, or that claim
  /// another person's identity; the first entry wins.
  package private(set) var rejects: [SideFileReject] = []

  private var persons: [PersonID: Claim] = [:]
  private var addresses = ByteTable()
  private var addressPlaces: [Fault.Place] = []
  private let profile: ProfileName
  private let hasFile: Bool
  private let keys: AddressKeys
  private let defaultZone: Zone
  private let defaultRadii: [ProfileName: Double]

  /// The owner of an identity. A rejected entry owns its ids too, so that no later entry replaces
  /// it.
  private struct Claim {
    /// Nil if the entry was rejected.
    var person: Int?
    var reject: Int?
    var place: Fault.Place
  }

  /// - Parameters:
  ///   - file: the recipients file's entries; nil where there is no such file, so that the exports'
  ///     own people are all there are.
  ///   - own: what the exports themselves hold; the file's words win field by field, then those of
  ///     the exports' people.
  ///   - profile: whose ids those are that name no profile.
  ///   - profiles: those of the run, which may say how far away notifications may be of users who
  ///     do not.
  ///   - defaultZone: for quiet hours of recipients without a zone.
  package init(
    file: RecipientReading?, own: EmbeddedRecipients, profile: ProfileName,
    profiles: [Profile] = [], keys: AddressKeys, defaultZone: Zone
  ) {
    self.profile = profile
    hasFile = file != nil
    (self.keys, self.defaultZone) = (keys, defaultZone)
    defaultRadii = profiles.reduce(into: [:]) { $0[$1.name] = $1.preferences?.defaultRadius }
    let further = file?.further ?? []
    let embedded = [own.people, own.preferences].map { $0.flatMap(\.entries) }
    var sources = (further + embedded).map { EmbeddedDrafts($0, home: profile) }
    let people = further.count
    for (number, source) in sources.enumerated() where number != people || file == nil {
      rejects += source.repeated
    }
    for entry in file?.people ?? [] { addPerson(entry, over: &sources, from: 0, isAsked: true) }
    for number in sources.indices {
      // A recipients file alone decides who is mailed.
      if number == people, file != nil { continue }
      for entry in sources[number].rest where number != people || canBeMailed(entry) {
        addPerson(
          entry, over: &sources, from: number + 1, isAsked: file == nil || number < people)
      }
    }
  }

  /// The index in `recipients` of the person with an id in a system; nil if there is none.
  package func person(_ profile: ProfileName, _ recipient: RecipientID) -> Int? {
    persons[PersonID(profile, recipient)]?.person
  }

  /// The index in `rejects` of the entry with an id.
  package func reject(_ profile: ProfileName, _ recipient: RecipientID) -> Int? {
    persons[PersonID(profile, recipient)]?.reject
  }

  /// The address of a recipient of whom nobody says anything: an id that is one. A recipients file
  /// alone decides who is mailed.
  package func address(of id: RecipientID) -> String? { hasFile ? nil : keys.address(in: id) }

  // MARK: Claims

  private mutating func addReject(_ reject: SideFileReject, claims: [PersonID]? = nil) {
    rejects.append(reject)
    let own = reject.recipient.map { PersonID(reject.profile ?? profile, $0) }
    for identity in claims ?? [own].compactMap(\.self) where persons[identity] == nil {
      persons[identity] = Claim(reject: rejects.count - 1, place: reject.place)
    }
    if let address = reject.address { _ = claim(address, reject.place) }
  }

  /// Adds an entry, over what further sources say of the same person.
  ///
  /// - Parameters:
  ///   - next: the first of those sources. Not a slice, which would copy them all for each person.
  ///   - isAsked: whether the person may be mailed at an id that is an address.
  private mutating func addPerson(
    _ entry: RecipientEntry, over sources: inout [EmbeddedDrafts], from next: Int, isAsked: Bool
  ) {
    let further = next..<sources.count
    switch entry {
    case .rejected(let reject):
      if let recipient = reject.recipient {
        // They are already rejected and reported.
        for number in further { sources[number].pass(reject.profile ?? profile, recipient) }
      }
      addReject(reject)
    case .draft(var draft):
      draft.profile = draft.profile ?? profile
      guard let claims = claims(of: draft) else { return }
      let identities = claims.map { ($0.profile, $0.recipient) }
      var failed: SideFileReject?
      for number in further {
        let reject = sources[number].take(for: identities, into: &draft)
        failed = failed ?? reject
      }
      if let failed { return addReject(failed, claims: claims) }
      if isAsked { draft.email = draft.email ?? keys.address(in: draft.id) }
      if let email = draft.email, let first = claim(keys.key(email), draft.place) {
        return reject(
          draft,
          Fault(
            .unusable, code: "repeated-address", field: "email",
            "the address is already at \(first.words)"))
      }
      let radii = defaultRadii
      draft.radius = draft.radius ?? claims.lazy.compactMap { radii[$0.profile] }.first
      recipients.append(draft.recipient(defaultZone: defaultZone))
      zones.append(draft.zone)
      for identity in claims {
        persons[identity] = Claim(person: recipients.count - 1, place: draft.place)
      }
    }
  }

  /// Whether an entry of an export's people may have an address; a rejected one may.
  private func canBeMailed(_ entry: RecipientEntry) -> Bool {
    switch entry {
    case .draft(let draft): draft.email != nil || keys.address(in: draft.id) != nil
    case .rejected: true
    }
  }

  /// The identities of a draft; nil if it is rejected because one of them is taken.
  private mutating func claims(of draft: RecipientDraft) -> [PersonID]? {
    let own = PersonID(draft.profile ?? profile, draft.id)
    let others = draft.also.sorted { $0.key < $1.key }.map { PersonID($0.key, $0.value) }
    if let claim = persons[own] {
      reject(draft, .repeatedRecipient(first: claim.place))
      return nil
    }
    for identity in others {
      guard let claim = persons[identity] else { continue }
      func cut(_ text: String) -> String { text.cut(toBytes: SideFileReject.longestName) }
      reject(
        draft,
        Fault(
          .unusable, code: "claimed-identity", field: "also",
          "\(cut(identity.recipient.text)) of \(cut(identity.profile.text)) belongs to the recipient at "
            + claim.place.words))
      return nil
    }
    return [own] + others.filter { $0 != own }
  }

  private mutating func reject(_ draft: RecipientDraft, _ fault: Fault) {
    addReject(
      SideFileReject(
        fault, of: draft.file, at: draft.place, recipient: draft.id,
        profile: draft.profile))
  }

  /// Claims an address; returns the location of an earlier claim.
  private mutating func claim(_ address: [UInt8], _ place: Fault.Place) -> Fault.Place? {
    let (number, isNew) = addresses.addKey(address.span.bytes)
    guard isNew else { return addressPlaces[number] }
    addressPlaces.append(place)
    return nil
  }

  /// The person of one entry, or why there is none.
  ///
  /// - Parameters:
  ///   - profile: that of the id if the entry names none.
  ///   - defaultZone: for quiet hours of a recipient without a zone.
  package init(
    _ entry: RecipientEntry, profile: ProfileName, options: RecipientOptions, defaultZone: Zone
  ) {
    self.init(
      file: RecipientReading(people: [entry]), own: EmbeddedRecipients(), profile: profile,
      profiles: options.profiles, keys: options.keys, defaultZone: defaultZone)
  }
}

/// The entries of one source that completes others, by identity.
struct EmbeddedDrafts {
  private var entries: [RecipientEntry] = []
  private var numbers: [ProfileName: [RecipientID: Int]] = [:]
  private var isTaken: [Bool] = []
  /// Second entries for one user.
  private(set) var repeated: [SideFileReject] = []

  /// - Parameter home: whose ids those are that name no profile.
  init(_ entries: [RecipientEntry], home: ProfileName) {
    for entry in entries {
      switch entry {
      case .rejected(let reject): addEntry(entry, reject.profile ?? home, id: reject.recipient)
      case .draft(let draft): addEntry(entry, draft.profile ?? home, id: draft.id)
      }
    }
  }

  private mutating func addEntry(_ entry: RecipientEntry, _ profile: ProfileName, id: RecipientID?)
  {
    if let id {
      if let first = numbers[profile]?[id] {
        if let reject = repetition(of: entry, first: first) { repeated.append(reject) }
        return
      }
      numbers[profile, default: [:]][id] = entries.count
    }
    entries.append(entry)
    isTaken.append(false)
  }

  private func repetition(of entry: RecipientEntry, first: Int) -> SideFileReject? {
    switch entry {
    case .rejected(let reject): return reject
    case .draft(let draft):
      return SideFileReject(
        .repeatedRecipient(first: entries[first].place), of: draft.file, at: draft.place,
        recipient: draft.id, profile: draft.profile)
    }
  }

  /// Merges what the exports say of these identities into a draft; returns the first rejected
  /// entry.
  mutating func take(
    for identities: [(ProfileName, RecipientID)], into draft: inout RecipientDraft
  ) -> SideFileReject? {
    let saysTypes = draft.typesOff != nil
    var failed: SideFileReject?
    for (profile, id) in identities {
      guard let number = numbers[profile]?[id] else { continue }
      isTaken[number] = true
      switch entries[number] {
      case .rejected(let reject): failed = failed ?? reject
      case .draft(let own):
        let earlier = draft.typesOff?.byProfile ?? [:]
        draft = draft.over(own)
        // The switches of several systems are for different types, so all of them count.
        if !saysTypes, let added = own.typesOff?.byProfile {
          draft.typesOff?.byProfile = earlier.merging(added) { $0.union($1) }
        }
      }
    }
    return failed
  }

  mutating func pass(_ profile: ProfileName, _ id: RecipientID) {
    if let number = numbers[profile]?[id] { isTaken[number] = true }
  }

  /// The entries that no file has used.
  var rest: [RecipientEntry] {
    zip(entries, isTaken).compactMap { entry, isTaken in isTaken ? nil : entry }
  }
}

extension Fault {
  fileprivate static func repeatedRecipient(first: Place) -> Fault {
    Fault(
      .unusable, code: "repeated-recipient", field: "id",
      "the recipient is already at \(first.words)")
  }
}
