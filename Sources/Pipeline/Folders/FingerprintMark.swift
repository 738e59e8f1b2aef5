internal import ByteText

/// How a document holds its fingerprint near its beginning, so that the next run leaves an unchanged
/// one alone.
struct FingerprintMark: Sendable {
  private let beginning: [UInt8]
  private let opening: [UInt8]
  private let closing: [UInt8]

  /// The first line of a page, then a comment.
  static let page = FingerprintMark(
    after: "<!doctype html>\n", opening: "<!-- tidings.inbox/1 ", closing: " -->\n")
  /// The declaration of XML, then a comment.
  static let atom = FingerprintMark(
    after: "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n", opening: "<!-- tidings.feed/1 ",
    closing: " -->\n")
  /// A member of the JSON Feed whose name begins with an underscore, as extensions do.
  static let jsonFeed = FingerprintMark(
    after: "{\"version\":\"https://jsonfeed.org/version/1.1\",",
    opening: "\"_tidings\":{\"fingerprint\":\"",
    closing: "\"},")

  private init(after beginning: String, opening: String, closing: String) {
    self.beginning = Array(beginning.utf8)
    self.opening = Array(opening.utf8)
    self.closing = Array(closing.utf8)
  }

  /// The length of the longest beginning that contains a fingerprint.
  static let longest = [page, atom, jsonFeed].map(\.length).max() ?? 0

  private var length: Int { beginning.count + opening.count + 32 + closing.count }

  /// The document with the fingerprint. One that begins differently, by the user's template, is
  /// unchanged and will be written every night.
  func mark(_ document: consuming [UInt8], with hash: Hash128) -> [UInt8] {
    guard document.starts(with: beginning) else { return document }
    document.insert(
      contentsOf: opening + Array(hash.hexadecimal.utf8) + closing, at: beginning.count)
    return document
  }

  /// Whether a document that begins so has the fingerprint; false for nil.
  func isIn(_ document: [UInt8]?, _ hash: Hash128) -> Bool {
    document?.starts(with: beginning + opening + Array(hash.hexadecimal.utf8) + closing) ?? false
  }
}
