/// The form of the addresses that unsubscribe, in `List-Unsubscribe` (RFC 2369).
package enum UnsubscribeURI {
  private static let beginnings = ["https://", "http://", "mailto:"].map { Array($0.utf8) }
  private static let mostBytes = 900

  /// Whether such a field can have the address: `https:`, `http:` or `mailto:`, at most 900 bytes of
  /// printable ASCII without angle brackets, commas, quotes and backslashes.
  package static func isWellFormed(_ uri: String) -> Bool {
    let count = uri.utf8.count
    guard count <= mostBytes,
      let beginning = beginnings.first(where: {
        $0.elementsEqual(uri.utf8.prefix($0.count).lazy.map(\.asciiLowercased))
      })
    else { return false }
    return count > beginning.count
      && uri.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"<>,\"\\".utf8.contains($0) }
  }
}
