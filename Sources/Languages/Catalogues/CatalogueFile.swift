internal import Notifications

/// The bytes of a catalogue, and which language they are for.
package struct CatalogueFile: Sendable {
  /// What errors call it: its path.
  package var name: String
  /// The language tag, by custom the file's name without `.yaml`.
  package var tag: String
  package var bytes: [UInt8]

  package init(name: String, tag: String, bytes: [UInt8]) {
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
