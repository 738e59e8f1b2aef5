import ByteText
import CSimdJSON
import Notifications
import Profiles

/// Reads the parts of a notification that many records lack: actor, subject, pictures, coordinates.
final class PartsReader: Sendable {
  private let profile: Profile
  private let slots: FieldSlots
  private let resolver: LinkResolver
  private let thumbnails: Slot?

  /// A longer list is truncated: no document shows as many.
  static let thumbnailLimit = 256
  /// The limit of a count, so that sums stay in range and documents stay readable.
  static let batchLimit = 1_000_000

  init(_ profile: Profile, paths: RecordPaths, slots: FieldSlots, resolver: LinkResolver) {
    self.profile = profile
    self.slots = slots
    self.resolver = resolver
    thumbnails = profile.thumbnails.map { paths.slot(for: $0.items) }
  }

  /// The record's own format, else the profile's.
  func bodyFormat(_ fields: RecordFields) -> BodyFormat {
    if slots[.bodyFormat].isEmpty { return profile.bodyFormat }
    return fields.text(slots[.bodyFormat]).flatMap(BodyFormat.init) ?? profile.bodyFormat
  }

  func wasMailed(_ fields: RecordFields) -> Bool {
    fields.isAnyTrue(slots[.mailed], epoch: profile.epoch)
  }

  func subject(_ fields: RecordFields) -> Subject? {
    let subject = Subject(
      id: fields.text(slots[.subjectId]), name: fields.text(slots[.subjectName]))
    return subject.id != nil || subject.name != nil ? subject : nil
  }

  /// The actor, shown by the name that the title contains, or else by the first.
  func actor(_ fields: RecordFields, title: String?) -> Actor? {
    var names: [String] = []
    for slot in slots[.actorName] {
      if let name = fields[slot].text.map(LinkResolver.trimmed), !name.isEmpty,
        !names.contains(where: { $0.utf8.elementsEqual(name.utf8) })
      {
        names.append(name)
      }
    }
    if names.isEmpty { return nil }
    let shown = title.flatMap { title in
      names.firstIndex { ByteSearch.offset(of: $0, in: title) != nil }
    }
    let name = names.remove(at: shown ?? 0)
    return Actor(
      id: fields.text(slots[.actorId]), name: name, otherNames: names,
      avatarURL: fields.text(slots[.actorAvatar]).flatMap(resolver.picture),
      isFollowedBack: fields.first(slots[.actorFollowedBack]).flatMap {
        $0.truth(epoch: profile.epoch)
      })
  }

  func batchCount(_ fields: RecordFields) -> Int? {
    guard let text = fields.text(slots[.batchCount]) else { return nil }
    guard let count = Double(text), count >= 1 else { return nil }
    return Int(exactly: min(count, Double(Self.batchLimit)).rounded(.down))
  }

  func thumbnails(_ fields: RecordFields) -> [Thumbnail] {
    if let rule = profile.thumbnails, let slot = thumbnails,
      fields[slot].kind == TIDINGS_JSON_ARRAY, let list = JSONText(fields[slot].bytes)
    {
      return list.parts.prefix(Self.thumbnailLimit).compactMap { thumbnail($0.value, rule) }
    }
    return fields.text(slots[.image]).flatMap(resolver.picture)
      .map { [Thumbnail(url: $0, kind: .photo)] } ?? []
  }

  private func thumbnail(_ element: JSONText, _ rule: ThumbnailRule) -> Thumbnail? {
    let address = element.kind == .object ? element.member(rule.url)?.text : element.text
    guard let url = address.flatMap(resolver.picture) else { return nil }
    let kind = rule.kind.flatMap { element.member($0)?.text }.flatMap {
      rule.kinds[$0.lowercased()]
    }
    return Thumbnail(url: url, kind: kind ?? .photo)
  }

  func coordinates(_ fields: RecordFields) -> Coordinates? {
    if slots[.latitude].isEmpty { return nil }
    guard let latitude = fields.text(slots[.latitude]).flatMap(Double.init),
      let longitude = fields.text(slots[.longitude]).flatMap(Double.init)
    else { return nil }
    return Coordinates(latitude: latitude, longitude: longitude)
  }
}
