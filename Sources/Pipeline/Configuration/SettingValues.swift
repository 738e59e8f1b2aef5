internal import ByteText
internal import Delivery
package import Exports
package import Languages
internal import MailMessages
package import Notifications
internal import Profiles
internal import YAML

extension YAMLNode {
  /// A web address in which only the given names occur in braces.
  func webAddress(
    _ schemes: [String] = WebURL.schemes, names: [String] = []
  ) throws(Fault) -> String {
    let text = try text()
    guard WebURL.isWellFormed(text, schemes: schemes) else {
      let kind = schemes == WebURL.secure ? "an https URL" : "an http or https URL"
      throw malformed(text, expected: "\(kind) such as https://app.example.org, without spaces")
    }
    for name in Self.names(in: text) where !names.contains(name) {
      throw unknownName(name, allowed: names)
    }
    return text
  }

  private static func names(in text: String) -> [String] {
    text.utf8.split(separator: UInt8(ascii: "{"), omittingEmptySubsequences: false).dropFirst()
      .map { part in
        String(decoding: Array(part.prefix { $0 != UInt8(ascii: "}") }), as: UTF8.self)
      }
  }

  /// The name of an environment variable (POSIX 8.1), never the secret itself.
  func variableName() throws(Fault) -> String {
    let text = try text()
    let isName = text.utf8.allSatisfy {
      $0.isASCIIUppercase || $0.isASCIIDigit || $0 == UInt8(ascii: "_")
    }
    guard isName, let first = text.utf8.first, !first.isASCIIDigit else {
      // The text may be the secret, so the error does not repeat it.
      throw malformed("this", expected: "an environment variable's name such as UNSUBSCRIBE_SECRET")
    }
    return text
  }
}

/// Exports as they were named.
package struct ExportPaths: Sendable {
  package var files: [ExportInput] = []
  /// The folders whose files are among them.
  package var folders: [String] = []
}

extension SettingType<ExportPaths> {
  /// Files, folders of them, or patterns of their names: a night that finds none has no export.
  package static var exports: SettingType<ExportPaths> {
    var exports = Self("path") { node, reader throws(Fault) in
      var inputs = ExportPaths()
      for part in node.list() {
        let text = try part.text()
        let path = try reader.folder.path(part)
        guard FilePattern.isOne(text), (try? FileState(path: path)) == nil else {
          let contents = FilePattern.contents(of: path)
          if contents != nil { inputs.folders.append(path) }
          inputs.files += text == "-" ? [.standardInput] : (contents ?? [path]).map { .file($0) }
          continue
        }
        if text.contains("**") {
          throw part.malformed(text, expected: "a pattern of one folder, such as exports/*.json")
        }
        // A pattern that matches nothing is a file that is not there, as in a shell.
        let paths = FilePattern.paths(reader.folder.pattern(text))
        inputs.files += (paths.isEmpty ? [path] : paths).map { .file($0) }
      }
      return inputs
    }
    exports.words.isList = true
    return exports
  }
}

extension SettingType<BaseURLs> {
  /// One for all systems, or one for each profile: a mapping in a file, `rooms=https://…` as an option.
  package static var baseURLs: SettingType<BaseURLs> {
    var type = Self("URL, a URL for each profile", value: "url") { node, _ throws(Fault) in
      var urls = BaseURLs()
      if node.isMapping {
        for (name, value) in try node.members() {
          urls.byProfile[ProfileName(name)] = try value.webAddress()
        }
        return urls
      }
      for part in node.list() {
        let text = try part.text()
        if urls.add(text) { continue }
        let expected =
          "a web address such as https://app.example.org, or rooms=https://rooms.example.org"
        throw part.malformed(text, expected: expected + " for one profile")
      }
      return urls
    }
    type.words.isList = true
    return type
  }
}

extension SettingType<JoinedFile> {
  /// A file in which a profile looks values up, with its name.
  package static var join: Self {
    Self("name=path") { node, reader throws(Fault) in
      var file = try node.value("a name and a file such as users=users.json", JoinedFile.init)
      file.path = reader.folder.path(file.path)
      return file
    }
  }
}

extension SettingType<FieldCondition> {
  /// A value that a field has.
  package static var condition: SettingType<FieldCondition> {
    Self(
      "field=value", expected: "a field and a value such as data.env=production",
      read: FieldCondition.init)
  }
}

extension SettingType<Priority> {
  /// A priority by its name.
  package static var priority: SettingType<Priority> {
    let names = Priority.allCases.map(\.name)
    return offering(names) { node, _ throws(Fault) in
      let text = try node.text()
      if let priority = Priority(word: text) { return priority }
      throw node.unknownWord(text, allowed: names)
    }
  }
}

extension Instant {
  /// The instant of an RFC 3339 time; nil for other text and for a number.
  ///
  /// - Parameter zone: of a time that names none.
  package init?(rfc3339 text: String, in zone: Zone = .utc) {
    if Double(text) != nil { return nil }
    let instant = text.withRawBytes { try? Timestamp.instant(text: $0, epoch: .unix, zone: zone) }
    guard let instant else { return nil }
    self = instant
  }
}
