/// The urgency of a notification, ordered from low to high.
package enum Priority: Int, CaseIterable, Comparable, Sendable {
  case low, normal, high

  package static func < (left: Priority, right: Priority) -> Bool { left.rawValue < right.rawValue }

  /// `low`, `normal` or `high`: the name in JSON and on the command line.
  package var name: String { Self.names[rawValue] }
  private static let names = ["low", "normal", "high"]

  /// The priority that a word means, in any case; nil if the word is unknown.
  ///
  /// `medium` means normal; `critical` and `urgent` mean high.
  package init?(word: String) {
    switch word.lowercased() {
    case "low": self = .low
    case "normal", "medium": self = .normal
    case "high", "critical", "urgent": self = .high
    default: return nil
    }
  }
}

/// Whether the recipient has read a notification; unknown counts as unread.
package enum ReadState: UInt8, Sendable {
  case unread, read, unknown

  package var countsAsUnread: Bool { self != .read }
}

/// Who caused a notification.
package struct Actor: Equatable, Sendable {
  package var id: String?
  /// The name that documents show.
  package var name: String
  /// Other names that a text may use for the actor, such as the login.
  package var otherNames: [String]
  package var avatarURL: String?
  /// Whether the recipient follows the actor back; nil if the system does not say.
  package var isFollowedBack: Bool?

  package init(
    id: String? = nil, name: String, otherNames: [String] = [], avatarURL: String? = nil,
    isFollowedBack: Bool? = nil
  ) {
    self.id = id
    self.name = name
    self.otherNames = otherNames
    self.avatarURL = avatarURL
    self.isFollowedBack = isFollowedBack
  }
}

/// What a notification is about: a room, group, school, loan.
package struct Subject: Equatable, Sendable {
  package var id: String?
  package var name: String?

  package init(id: String? = nil, name: String? = nil) {
    (self.id, self.name) = (id, name)
  }
}

/// Something the recipient can do.
package struct Action: Equatable, Sendable {
  package var key: String
  package var label: String
  /// An absolute `http`, `https` or `mailto` URL.
  package var url: String

  package init(key: String, label: String, url: String) {
    self.key = key
    self.label = label
    self.url = url
  }
}

/// A small picture of an item that a notification is about.
package struct Thumbnail: Equatable, Sendable {
  package enum Kind: String, CaseIterable, Sendable { case photo, video, note }

  package var url: String
  package var kind: Kind

  package init(url: String, kind: Kind) {
    (self.url, self.kind) = (url, kind)
  }
}

/// A position on Earth in degrees, WGS 84.
package struct Coordinates: Equatable, Sendable {
  /// -90 to 90, north positive.
  package var latitude: Double
  /// -180 to 180, east positive.
  package var longitude: Double

  /// Nil if a value is outside its range or not a number.
  package init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    (self.latitude, self.longitude) = (latitude, longitude)
  }
}

/// How the text of a body is written.
package enum BodyFormat: String, CaseIterable, Sendable { case plain, markdown, html }
