import Notifications
package import Profiles

/// The names of what no profile knows, by those of its files.
package enum SystemName {
  /// `app-users` of `exports/App Users.csv`.
  package static func ofJoin(_ file: String) -> String { name(words(of: file)) }

  /// The name of the system that a file is of, whose pages and days have numbers; empty for a pipe.
  package static func ofSystem(_ file: String) -> String {
    if file == "-" || file.hasPrefix("/dev/") { return "" }
    var words = words(of: file).filter { $0.contains { !$0.isNumber } }
    if let last = words.popLast() {
      words.append(String(last.reversed().drop { $0.isNumber }.reversed()))
    }
    return name(words)
  }

  /// A name that no profile of a set has, which it would replace; `generic` if there is none to begin
  /// with.
  package static func free(_ name: String, in profiles: ProfileSet) -> String {
    name.isEmpty ? "generic" : profiles[ProfileName(name)] == nil ? name : "my-\(name)"
  }

  /// The command that drafts a profile for a file.
  package static func command(for file: String) -> String {
    let name = ofSystem(file)
    let export = file == "-" ? "export.json" : ForeignFormat.quoted(file)
    return "tidings profiles draft \(export) > \(name.isEmpty ? "export" : name).yaml"
  }

  private static func words(of file: String) -> [String] {
    String(file.split(separator: "/").last ?? "").prefix { $0 != "." }.lowercased().split {
      !($0.isASCII && ($0.isLetter || $0.isNumber))
    }.map(String.init)
  }

  private static func name(_ words: [String]) -> String {
    String(words.joined(separator: "-").prefix(50))
  }
}
