public import Notifications

/// Where a notification leads: the first rule that applies and whose values are all there.
public struct LinkRule: Sendable {
  /// Empty means every type.
  public var types: Set<TypeKey>
  public var conditions: [Condition]
  public var url: URLTemplate
}

/// A value must be one of some words, whatever the case of their ASCII letters.
public struct Condition: Equatable, Sendable {
  /// A name of `values` or `fields`.
  public var name: String
  public var words: [String]
}

/// Something the recipient can do; shown where it has an address, and where the record lists its key
/// if the profile's `fields` has a path for `actions`.
public struct ActionRule: Sendable {
  public var key: String
  public var label: LocalizedText
  public var links: [LinkRule]
}

/// Turns an address of one form into one of another: an API's into its web page.
public struct URLRewrite: Sendable {
  /// Each `{name}` stands for what is between two slashes, or up to the end.
  public var from: URLTemplate
  public var to: URLTemplate
}

/// How a record's list of thumbnails is read.
public struct ThumbnailRule: Equatable, Sendable {
  /// The list.
  public var items: FieldPath
  /// In an element that is an object, the address; an element that is a text is the address.
  public var url: String
  /// In an element that is an object, what it shows.
  public var kind: String?
  /// What the words of `kind` mean; any other is a photo.
  public var kinds: [String: Thumbnail.Kind]
}
