/// Many values of an option as one argument: the parser takes a time that grows with the square of how
/// often an option is given, half a minute for 4,000 recipients.
enum RepeatedOptions {
  private static let names = ["--recipient", "--type"]
  /// Nothing that a process is started with contains it.
  private static let separator: Character = "\0"
  /// Fewer stay as they are.
  private static let most = 100

  /// The arguments with all values of such an option in the place of its first.
  static func joined(_ arguments: [String]) -> [String] {
    names.reduce(arguments) { joined($0, of: $1) }
  }

  private static func joined(_ arguments: [String], of option: String) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    var others: [String] = []
    var values: [String] = []
    var place: Int?
    var rest = arguments[..<end]
    while let argument = rest.popFirst() {
      if argument == option, let value = rest.first, value.first != "-" {
        values.append(value)
        rest.removeFirst()
      } else if argument.hasPrefix(option + "=") {
        values.append(String(argument.dropFirst(option.count + 1)))
      } else {
        others.append(argument)
        continue
      }
      place = place ?? others.count
    }
    guard let place, values.count > most else { return arguments }
    others.insert(option + "=" + values.joined(separator: String(separator)), at: place)
    return others + arguments[end...]
  }

  /// The single values of an option.
  static func values(_ given: [String]) -> [String] {
    given.flatMap { $0.split(separator: separator, omittingEmptySubsequences: false) }
      .map { String($0) }
  }
}
