/// Who caused a notification.
package struct Actor: Equatable, Sendable {
  package var id: String?
  /// The name as it is shown.
  package var name: String
  /// Further names under which the actor may stand in the text, such as the login.
  package var otherNames: [String]
  package var avatarURL: String?
  /// Whether the recipient follows the actor back, where the system says so.
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
    self.id = id
    self.name = name
  }
}

/// Something the recipient can do, shown where it has an address.
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
  package enum Kind: String, Sendable {
    case photo, video, note
  }

  package var url: String
  package var kind: Kind

  package init(url: String, kind: Kind) {
    self.url = url
    self.kind = kind
  }
}

/// A place on Earth in degrees, WGS 84.
package struct Coordinates: Equatable, Sendable {
  /// -90 to 90, north positive.
  package var latitude: Double
  /// -180 to 180, east positive.
  package var longitude: Double

  /// Nil where a value is outside its range or not a number.
  package init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// How the text of a body is written.
package enum BodyFormat: String, Sendable {
  case plain, markdown, html
}
