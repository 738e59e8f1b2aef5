import ByteText
import Pipeline

/// The configuration file that `--config` or `build` names.
enum ConfigurationFile {
  /// - Throws: a `Fault` with all faults of the file.
  static func read(_ path: String) throws -> Plan {
    let bytes = try SystemError.rethrow(OpenFile.bytes(of: path)) {
      Fault.unreadable(path, $0, missing: "check the path, or write a file with tidings init")
    }
    guard let yaml = String(validating: bytes, as: UTF8.self) else {
      throw Fault(.usage, code: "not-utf8", of: path, "it is not UTF-8", advice: "save it as UTF-8")
    }
    return try Plan(yaml: yaml, file: path, currentFolder: Machine.currentFolder)
  }
}

extension Plan {
  /// The stream with the name; without a name, the only stream, or else `digest`. Nil if the plan has
  /// none.
  func stream(named name: String?) throws -> StreamConfiguration? {
    if streams.isEmpty { return nil }
    if name == nil, streams.count == 1 { return streams[0] }
    let wanted = name ?? "digest"
    if let stream = streams.first(where: { $0.name == wanted }) { return stream }
    let names = streams.map(\.name)
    let file = inputs.configuration ?? ""
    throw Fault.usage(
      name.map { "\(file) has no stream \($0)" } ?? "\(file) has several streams",
      Fault.didYouMean(name.flatMap { NearestName.of($0, among: names) })
        ?? "name one with --stream: \(names.listed())")
  }
}
