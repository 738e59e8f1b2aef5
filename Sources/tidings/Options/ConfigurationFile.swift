import ArgumentParser
import ByteText
import Foundation
import Pipeline
import Rendering

/// The configuration file that `--config` names. It is read before the arguments are parsed: flags
/// override what it says, and repeatable options add to it.
///
///     tidings mail --config tidings.yaml --preview user-17
enum ConfigurationFile {
  /// The plan of the file that the command line names; nil without one.
  ///
  /// For `mail`, it has no stream but the one that is mailed.
  @TaskLocal static var known: Plan?

  /// What flags override.
  static var plan: Plan { known ?? Plan() }

  /// The plan of the file that the arguments name, if their command takes one.
  ///
  /// - Throws: the errors of reading the file.
  static func plan(namedBy arguments: [String]) throws -> Plan? {
    guard takesConfiguration(arguments), let path = last("--config", in: arguments) else {
      return nil
    }
    var plan = try read(path)
    if arguments[0] == "mail" {
      plan.streams = [try plan.stream(named: last("--stream", in: arguments))].compactMap(\.self)
    }
    return plan
  }

  private static func takesConfiguration(_ arguments: [String]) -> Bool {
    switch arguments.first {
    case "summary", "digest", "inbox", "feed", "mail", "check": true
    case "templates": arguments.starts(with: GalleryCommand.path)
    case "state": arguments.count > 1 && arguments[1] != "show"
    default: false
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

  /// Throws a `ConfigurationError` with all faults of the file, or a `Failure` if it cannot be
  /// read.
  static func read(_ path: String) throws -> Plan {
    if let known, known.inputs.configuration == path { return known }
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
    return try Plan(
      yaml: yaml, file: path, currentFolder: Machine.currentFolder)
  }
}

extension Plan {
  /// The stream with the name; without a name, the only stream, or else `digest`.
  fileprivate func stream(named name: String?) throws -> StreamConfiguration? {
    if streams.isEmpty { return nil }
    if name == nil, streams.count == 1 { return streams[0] }
    let wanted = name ?? "digest"
    if let stream = streams.first(where: { $0.name == wanted }) { return stream }
    let names = streams.map(\.name)
    let file = inputs.configuration ?? ""
    throw Failure.usage(
      name.map { "\(file) has no stream \($0)" } ?? "\(file) has several streams",
      Failure.didYouMean(name.flatMap { NearestName.of($0, among: names) })
        ?? "name one with --stream: \(Failure.listed(names))")
  }
}

/// An option's value. What the command line does not give, a configuration file may say.
struct OptionValue<Value: ExpressibleByArgument>: ExpressibleByArgument {
  let value: Value
  let isGiven: Bool

  init(_ standard: Value) {
    value = standard
    isGiven = false
  }

  init?(argument: String) {
    guard let value = Value(argument: argument) else { return nil }
    self.value = value
    isGiven = true
  }

  /// The value given, else the configured one, else the option's default.
  func or(_ configured: Value?) -> Value { isGiven ? value : configured ?? value }

  var defaultValueDescription: String { value.defaultValueDescription }
  static var allValueStrings: [String] { Value.allValueStrings }
  static var allValueDescriptions: [String: String] { Value.allValueDescriptions }
  static var defaultCompletionKind: CompletionKind { Value.defaultCompletionKind }
}
