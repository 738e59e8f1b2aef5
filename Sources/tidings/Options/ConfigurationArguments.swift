import ByteText
import Delivery
import Foundation
import Languages
import MailMessages
import Notifications
import Pipeline
import Rendering

/// Replaces `--config FILE` by the options that the file holds. They come before those of the
/// command line, which therefore win; repeatable options add up.
///
///     tidings mail --config tidings.yaml --preview user-17
struct ConfigurationArguments {
  private let configuration: Configuration
  private var arguments: [String] = []

  /// The arguments with those of the configuration file that they name, and that file; without a
  /// file, the arguments unchanged.
  ///
  /// - Throws: the errors of reading the file.
  static func expanded(
    _ arguments: [String]
  ) throws -> (arguments: [String], configuration: Configuration?) {
    let length = commandLength(arguments)
    guard length > 0, let path = last("--config", in: arguments) else { return (arguments, nil) }
    var file = ConfigurationArguments(configuration: try ConfigurationFile.read(path))
    try file.add(for: arguments[0], given: arguments)
    return (arguments[..<length] + file.arguments + arguments[length...], file.configuration)
  }

  private init(configuration: Configuration) { self.configuration = configuration }

  /// The number of words that name the command; 0 if it takes no configuration.
  private static func commandLength(_ arguments: [String]) -> Int {
    switch arguments.first {
    case "summary", "digest", "inbox", "mail", "check": 1
    case "state" where arguments.count > 1 && arguments[1] != "show": 2
    default: 0
    }
  }

  /// The value of an option, given as the next argument or with `=`.
  private static func last(_ option: String, in arguments: [String]) -> String? {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    for index in arguments[..<end].indices.reversed() {
      if arguments[index].hasPrefix(option + "=") {
        return String(arguments[index].dropFirst(option.count + 1))
      }
      if arguments[index] == option, index + 1 < end { return arguments[index + 1] }
    }
    return nil
  }

  // MARK: What the commands take

  private mutating func add(for command: String, given: [String]) throws {
    addInput()
    switch command {
    case "digest":
      addLook()
      add("--recipients", configuration.recipients)
    case "inbox": addPages()
    case "mail": try addMail(given)
    default: break
    }
  }

  private mutating func addInput() {
    add("--profile", configuration.profile?.text)
    add("--profiles", configuration.profilesFolder)
    add("--owner", configuration.owner?.text)
    add("--base-url", configuration.baseURL)
    for state in configuration.states { add("--state", state) }
    add("--rejected", configuration.rejected)
    if configuration.isStrict { arguments.append("--strict") }
    add("--time-zone", configuration.zone.identifier)
    add("--locale", configuration.locale)
  }

  private mutating func addLook() {
    add("--templates", configuration.templatesFolder)
    add("--inbox-url", configuration.inboxURL)
    if configuration.inboxURL?.contains(InboxAddress.pageMark) == true {
      add("--inbox-folder", configuration.inbox?.folder)
    }
    if !configuration.showsImages { arguments.append("--no-images") }
  }

  private mutating func addPages() {
    add("--templates", configuration.templatesFolder)
    add("--recipients", configuration.recipients)
    if configuration.inbox?.showsImages ?? false { arguments.append("--images") }
    add("--max-ahead", configuration.streams.map(\.options.limits.maxAhead).max().map { "\($0)s" })
    addAccent()
  }

  private mutating func addAccent() {
    let accent = configuration.brand.accent
    if accent != .standard { add("--accent", "\(accent.replaced ?? accent.light)") }
  }

  private mutating func addMail(_ given: [String]) throws {
    addLook()
    addAccent()
    add("--recipients", configuration.recipients)
    add("--suppress", configuration.suppress)
    add("--brand", configuration.brand.name)
    add("--logo", configuration.brand.logoURL)
    add("--address", configuration.brand.address)
    add("--unsubscribe-url", configuration.unsubscribe?.template)
    add("--unsubscribe-secret-env", configuration.unsubscribe?.secretVariable)
    if configuration.allowsIncomplete { arguments.append("--allow-incomplete") }
    if let stream = try configuration.stream(named: Self.last("--stream", in: given)) {
      add(stream, isPreview: Self.last("--preview", in: given) != nil)
    }
  }

  private mutating func add(_ stream: StreamConfiguration, isPreview: Bool) {
    let options = stream.options
    add("--stream", stream.stream.name)
    add("--from", stream.stream.from.address.description)
    add("--reply-to", stream.stream.replyTo?.address.description)
    add("--as", options.form.rawValue)
    add("--theme", options.theme)
    add("--hour", "\(options.hour)")
    add("--first-days", options.firstDays.map { "\($0)" })
    if options.sendsEmpty { arguments.append("--send-empty") }
    if isPreview { return }
    add("--output", stream.outbox)
    add("--ledger", options.ledger)
    add("--max-messages", options.limits.maxMessages.map { "\($0)" })
    add("--max-age", options.limits.maxAge.map { "\($0)s" })
    add("--max-ahead", "\(options.limits.maxAhead)s")
    if !options.syncs { arguments.append("--no-sync") }
  }

  private mutating func add(_ option: String, _ value: String?) {
    if let value, !value.isEmpty { arguments.append("\(option)=\(value)") }
  }
}

extension Configuration {
  /// The stream with the name; without a name, the only stream, or else `digest`.
  func stream(named name: String?) throws -> StreamConfiguration? {
    if streams.isEmpty { return nil }
    if name == nil, streams.count == 1 { return streams[0] }
    let wanted = name ?? "digest"
    if let stream = streams.first(where: { $0.stream.name == wanted }) { return stream }
    let names = streams.map(\.stream.name).joined(separator: ", ")
    throw Failure.usage(
      name.map { "\(file) has no stream \($0)" } ?? "\(file) has several streams",
      "name one with --stream: \(names)")
  }
}

/// Reads the configuration file.
enum ConfigurationFile {
  /// The file that the command line names, which was read before the arguments were parsed.
  @TaskLocal static var known: Configuration?

  /// Throws a `ConfigurationError` with all faults of the file, or a `Failure` if it cannot be
  /// read.
  static func read(_ path: String) throws -> Configuration {
    if let known, known.file == path { return known }
    let bytes: [UInt8]
    do throws(SystemError) { bytes = try OpenFile.bytes(of: path) } catch {
      if error.isMissingFile {
        throw Failure(
          status: .noInput, message: "\(path): there is no such file",
          advice: "check the path, or write a file with tidings init")
      }
      throw Failure(
        status: .noInput, message: "\(path): it cannot be read", advice: "check its permissions")
    }
    guard let yaml = String(validating: bytes, as: UTF8.self) else {
      throw Failure(status: .usage, message: "\(path): it is not UTF-8", advice: "save it as UTF-8")
    }
    return try Configuration(
      yaml: yaml, file: path, currentFolder: FileManager.default.currentDirectoryPath)
  }
}
