/// A field of a notification, as a profile's `fields` names it.
package enum Field: String, CaseIterable, Sendable {
  case id
  case recipient
  case type
  case title
  case body
  case priority
  /// The sort key: when the notification was due.
  case time
  case updatedAt
  /// A boolean or a time; any of the paths that is true counts.
  case deleted
  case expires
  /// A boolean or a time: the app has mailed this one itself; any of the paths counts.
  case mailed
  case link
  /// The one thumbnail of a record that has no list of them.
  case image
  case actorId
  /// The first that is there is the actor's name, further ones are other names.
  case actorName
  case actorAvatar
  case actorFollowedBack
  case subjectId
  case subjectName
  case batchCount
  case latitude
  case longitude
  /// A list of keys of the profile's `actions`.
  case actions
}

/// Where in a record a value is: `payload.title`.
///
/// Names match whatever their case and underscores: `userId` is `user_id`.
package struct FieldPath: Hashable, Sendable, CustomStringConvertible {
  package let segments: [String]

  /// Nil where a segment is empty.
  package init?(_ text: String) {
    let segments = text.utf8.split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard !segments.contains(where: \.isEmpty) else { return nil }
    self.segments = segments.map { String(decoding: $0, as: UTF8.self) }
  }

  package var description: String { segments.joined(separator: ".") }
}

/// How a column tells whether a notification was read.
package struct ReadMark: Equatable, Sendable {
  package var path: FieldPath
  package var kind: Kind

  package enum Kind: Equatable, Sendable {
    /// True, or a time, is read; false, or null, is unread.
    case boolean
    /// True is unread, false is read.
    case inverse
    /// A time is read, null is unread.
    case time
    /// This word is read, any other is unread: `state = done`.
    case equality(String)
  }
}
