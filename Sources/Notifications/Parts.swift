/// Who caused a notification.
public struct Actor: Equatable, Sendable {
  public var id: String?
  /// The name as it is shown.
  public var name: String
  /// Further names under which the actor may stand in the text, such as the login.
  public var otherNames: [String]
  public var avatarURL: String?
  /// Whether the recipient follows the actor back, where the system says so.
  public var isFollowedBack: Bool?

  public init(
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
public struct Subject: Equatable, Sendable {
  public var id: String?
  public var name: String?

  public init(id: String? = nil, name: String? = nil) {
    self.id = id
    self.name = name
  }
}

/// Something the recipient can do, shown where it has an address.
public struct Action: Equatable, Sendable {
  public var key: String
  public var label: String
  /// An absolute `http`, `https` or `mailto` URL.
  public var url: String

  public init(key: String, label: String, url: String) {
    self.key = key
    self.label = label
    self.url = url
  }
}

/// A small picture of an item that a notification is about.
public struct Thumbnail: Equatable, Sendable {
  public enum Kind: String, Sendable {
    case photo, video, note
  }

  public var url: String
  public var kind: Kind

  public init(url: String, kind: Kind) {
    self.url = url
    self.kind = kind
  }
}

/// A place on Earth in degrees, WGS 84.
public struct Coordinates: Equatable, Sendable {
  /// -90 to 90, north positive.
  public var latitude: Double
  /// -180 to 180, east positive.
  public var longitude: Double

  /// Nil where a value is outside its range or not a number.
  public init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// How the text of a body is written.
public enum BodyFormat: String, Sendable {
  case plain, markdown, html
}
