import CProcess

/// Which Tidings this is.
enum Version {
  /// The only place that names it; packages and archives are called by what the binary says.
  static let number = "0.1.0"

  /// `0.1.0`, with the commit in parentheses where the build was told it.
  static var text: String {
    let commit = String(cString: tidings_commit())
    return commit.isEmpty ? number : "\(number) (\(commit))"
  }
}
