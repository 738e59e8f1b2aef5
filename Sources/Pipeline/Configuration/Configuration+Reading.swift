internal import Exports
internal import Languages
internal import Notifications
internal import Rendering
internal import YAML

extension Configuration {
  /// Reads the text of a configuration file; `file` is its path.
  ///
  /// - Parameter presentFolder: the folder to which relative paths of outputs refer. If it is
  ///   empty, a relative and an absolute path never count as the same.
  /// - Throws: a `ConfigurationError` with all faults of the text.
  package init(yaml: String, file: String, presentFolder: String = "") throws(ConfigurationError) {
    let root: YAMLNode
    do { root = try YAMLFile.root(of: yaml, file: file) } catch {
      throw ConfigurationError(faults: [error])
    }
    self.init(file: file)
    var reader = ConfigurationReader(places: OutputPlaces(presentFolder: presentFolder))
    let section = reader.section(root, ConfigurationKeys.root)
    let folder = ConfigurationFolder(of: file)
    readInputs(section, folder, &reader)
    readLook(section, folder, &reader)
    readOutputs(section, folder, &reader)
    if root.isMapping { checkNames(section, root, &reader) }
    try reader.finish()
  }

  private mutating func readInputs(
    _ section: YAMLSection, _ folder: ConfigurationFolder, _ reader: inout ConfigurationReader
  ) {
    exports = reader.list(section["exports"], as: YAMLNode.text).map {
      $0 == "-" ? .standardInput : .file(folder.path($0))
    }
    profile = reader.value(section["profile"], as: YAMLNode.text).map { ProfileName($0) }
    profilePlace = section["profile"]?.error(.missingKey)
    profilesFolder = reader.value(section["profiles"], folder.path)
    owner = reader.value(section["owner"], as: YAMLNode.text).map { RecipientID($0) }
    reader.replace(&zone, by: section["time-zone"], as: YAMLNode.zone)
    reader.replace(&locale, by: section["locale"], as: YAMLNode.locale)
    recipients = reader.value(section["recipients"], folder.path)
    states = reader.list(section["state"], as: YAMLNode.text).map(folder.path)
    suppress = reader.value(section["suppress"], folder.path)
    reader.replace(&isStrict, by: section["strict"], as: YAMLNode.flag)
    reader.replace(&allowsIncomplete, by: section["allow-incomplete"], as: YAMLNode.flag)
  }

  /// Reports faults between values that are valid on their own.
  private func checkNames(
    _ section: YAMLSection, _ root: YAMLNode, _ reader: inout ConfigurationReader
  ) {
    if let node = section["exports"], node.list().isEmpty {
      reader.report(node.error(.malformed("an empty list", expected: "a list of files")))
    }
    if let node = section["exports"], exports.count(where: { $0 == .standardInput }) > 1 {
      reader.report(node.error(.malformed("-", expected: "a list that names - once")))
    }
    let isEmptyMail = section["mail"]?.isEmptyMapping ?? true
    if isEmptyMail, section["inbox"] == nil, section["digest"] == nil {
      reader.report(root.missing("mail, inbox or digest"))
    }
    if let node = section["inbox-url"], section["inbox"] == nil,
      inboxURL?.contains(InboxAddress.pageMark) == true
    {
      let expected = "a URL without {page} where there is no section inbox"
      reader.report(node.error(.malformed(InboxAddress.pageMark, expected: expected)))
    }
  }

  private mutating func readLook(
    _ section: YAMLSection, _ folder: ConfigurationFolder, _ reader: inout ConfigurationReader
  ) {
    baseURL = reader.value(section["base-url"], as: YAMLNode.webPlace)
    inboxURL = reader.value(section["inbox-url"], as: YAMLNode.inboxAddress)
    templatesFolder = reader.value(section["templates"], folder.path)
    reader.replace(&showsImages, by: section["images"], as: YAMLNode.flag)
    if let node = section["brand"] { brand = reader.brand(node) }
    if let node = section["unsubscribe"] { unsubscribe = reader.unsubscribeRule(node) }
  }

  private mutating func readOutputs(
    _ section: YAMLSection, _ folder: ConfigurationFolder, _ reader: inout ConfigurationReader
  ) {
    for member in reader.members(section["mail"]) {
      guard let stream = reader.stream(member, brand: brand, folder) else { continue }
      streams.append(stream)
    }
    if let node = section["inbox"] { inbox = reader.inbox(node, folder) }
    if let node = section["digest"] { digest = reader.digest(node, folder) }
    report = reader.output(section["report"], folder)
    metrics = reader.output(section["metrics"], folder)
    rejected = reader.output(section["rejected"], folder)
  }
}
