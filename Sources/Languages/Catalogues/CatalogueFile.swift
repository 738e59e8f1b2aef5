internal import Notifications

/// The bytes of a catalogue, and which language they are for.
public struct CatalogueFile: Sendable {
  /// What errors call it: its path.
  public var name: String
  /// The language tag, by custom the file's name without `.yaml`.
  public var tag: String
  public var bytes: [UInt8]

  public init(name: String, tag: String, bytes: [UInt8]) {
    self.name = name
    self.tag = tag
    self.bytes = bytes
  }
}

/// The messages of one file.
struct Catalogue: Sendable {
  struct Entry: Sendable {
    var message: Message
    var line: Int?
    var column: Int?
  }

  var name: String
  var tag: LanguageTag
  var entries: [String: Entry] = [:]
}
