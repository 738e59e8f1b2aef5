/// What stands for a person without a picture.
enum Initials {
  /// The first letters of the first and the last word, in upper case; empty for no word at all.
  static func of(_ name: String) -> String {
    let words = name.split(whereSeparator: { $0.isWhitespace })
    guard let first = words.first?.first else { return "" }
    let last = words.count > 1 ? words.last?.first : nil
    return (String(first) + (last.map { String($0) } ?? "")).uppercased()
  }
}
