package import Notifications

/// Where a notification leads: the first rule that applies and whose values are all there.
package struct LinkRule: Sendable {
  /// Empty means every type.
  package var types: Set<TypeKey>
  package var conditions: [Condition]
  package var url: URLTemplate
}

/// A value must be one of some words, whatever the case of their ASCII letters.
package struct Condition: Equatable, Sendable {
  /// A name of `values` or `fields`.
  package var name: String
  package var words: [String]
}

/// Something the recipient can do; shown where it has an address, and where the record lists its key
/// if the profile's `fields` has a path for `actions`.
package struct ActionRule: Sendable {
  package var key: String
  package var label: LocalizedText
  package var links: [LinkRule]
}

/// Turns an address of one form into one of another: an API's into its web page.
package struct URLRewrite: Sendable {
  /// Each `{name}` stands for what is between two slashes, or up to the end.
  package var from: URLTemplate
  package var to: URLTemplate
}

/// How a record's list of thumbnails is read.
package struct ThumbnailRule: Equatable, Sendable {
  /// The list.
  package var items: FieldPath
  /// In an element that is an object, the address; an element that is a text is the address.
  package var url: String
  /// In an element that is an object, what it shows.
  package var kind: String?
  /// What the words of `kind` mean; any other is a photo.
  package var kinds: [String: Thumbnail.Kind]
}
