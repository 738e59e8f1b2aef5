import SafeMarkdown

/// Which pictures a document loads.
enum PictureURL {
  /// The URL where it is an absolute `https` one, percent-encoded; nil otherwise.
  static func checked(_ url: String) -> String? {
    guard let url = SafeURL.normalized(url), url.utf8.starts(with: "https://".utf8) else {
      return nil
    }
    return url
  }
}
