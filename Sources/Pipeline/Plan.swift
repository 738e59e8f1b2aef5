package import Delivery
package import Exports
package import Languages
package import Notifications
package import Profiles
package import Rendering
import YAML

/// What is to be done, in the types that the stages take.
///
/// Two readers make it: this module reads `tidings.yaml`, and the command line lets flags override
/// what the file says.
package struct Plan: Sendable {
  package var inputs = Inputs()
  package var inboxURL: String?
  /// The folder of the pages that `{page}` names in `inboxURL`.
  package var pagesFolder: String?
  package var unsubscribe: SignedLinkRule?
  /// At most one with `{type}` and one without.
  package var manage: [SignedLinkRule] = []
  package var templatesFolder: String?
  package var showsImages = true
  package var brand = Brand(name: "")
  package var streams: [StreamConfiguration] = []
  package var inbox: InboxConfiguration?
  package var feeds: FeedsConfiguration?
  package var digest: DigestConfiguration?
  package var report: String?
  package var metrics: String?
  /// Whether to go on if an input is incomplete.
  package var allowsIncomplete = false
  /// The location of the profile's name in the file.
  var profileLocation: YAMLFileError?

  package init() {}

  /// Throws if the file names an unknown profile.
  package func checkProfile(among profiles: ProfileSet) throws(ConfigurationError) {
    guard let profile = inputs.profile, profiles[profile] == nil, var fault = profileLocation else {
      return
    }
    fault.reason = .unknownWord(profile.text, allowed: profiles.profiles.map(\.name.text))
    throw ConfigurationError(faults: [fault])
  }
}

/// What is read, and how.
package struct Inputs: Sendable {
  /// The path of the configuration file as given.
  package var configuration: String?
  package var exports: [ExportInput] = []
  package var profile: ProfileName?
  /// One profile of the user's own, or a folder of them.
  package var profilesPath: String?
  /// The files in which profiles look values up, by the names that the profiles give them.
  package var joins: [String: String] = [:]
  /// The recipient of records that name none.
  package var owner: RecipientID?
  package var baseURL: String?
  package var states: [String] = []
  /// What the first says of a person counts; the others say more.
  package var recipients: [String] = []
  package var suppress: String?
  /// The zone of readers who set none; nil for UTC, or what a terminal says.
  package var zone: Zone?
  /// The language of readers who set none; nil for English, or what a terminal says.
  package var locale: String?
  /// Where to write the rejected records.
  package var rejected: String?
  /// Whether to stop before anything is written if a record is rejected.
  package var isStrict = false
  /// The number of workers; nil for one for each core.
  package var jobs: Int?

  package init() {}
}

/// A file in which profiles look values up: `users=users.json`.
package struct JoinedFile: Equatable, Sendable {
  package let name: String
  package let path: String

  /// Nil if the text has no name or no path.
  package init?(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
    (name, path) = (String(parts[0]), String(parts[1]))
  }
}

/// A signed link: to unsubscribe, for recipients without a URL of their own, to change how often mails
/// come, or to mute a type.
package struct SignedLinkRule: Equatable, Sendable {
  /// A URL with `{recipient}` and `{signature}`; with `{type}`, it mutes one.
  package var template: String
  /// The environment variable that holds the signature's secret.
  package var secretVariable: String

  package init(template: String, secretVariable: String) {
    self.template = template
    self.secretVariable = secretVariable
  }

  package static let defaultVariable = "TIDINGS_UNSUBSCRIBE_SECRET"

  /// Whether there are two of one kind: no mail has room for both.
  package static func isAmbiguous(_ templates: [String]) -> Bool {
    Set(templates.map(SignedLink.hasType)).count < templates.count
  }
}

/// The folder of inbox pages and how they look.
package struct InboxConfiguration: Equatable, Sendable {
  package var folder: String
  package var pages = InboxPlan()
}

/// The folder of feeds.
package struct FeedsConfiguration: Equatable, Sendable {
  package var folder: String
  package var feeds = FeedPlan()
}

/// The folder of digests and their format.
package struct DigestConfiguration: Equatable, Sendable {
  package var folder: String
  package var format = DigestFormat.html
  /// The civil days to look at, including today.
  package var days = 7
}

extension Plan {
  /// The conditions on fields of all streams.
  package var streamFilters: [FieldFilter] {
    streams.compactMap { FieldFilter($0.options.conditions) }
  }
}

/// A series of mails: who sends them, what they contain, when they are due and where they go.
package struct StreamConfiguration: Sendable {
  package var stream: MailStream
  /// The outbox folder; each stream has its own.
  package var outbox: String
  package var options: Options

  package init(stream: MailStream, outbox: String, options: Options) {
    self.stream = stream
    self.outbox = outbox
    self.options = options
  }

  package struct Options: Equatable, Sendable {
    package var form = OutboxFormat.maildir
    /// The ledger's path; nil if it is in the outbox.
    package var ledger: String?
    package var theme = "default"
    /// When mail is due for recipients who do not say.
    package var rhythm = Rhythm()
    /// The days that a recipient's first mail looks back; nil for one period of their frequency.
    package var firstDays: Int?
    /// The most lines of a mail.
    package var limit = MailOptions.standardLimit
    /// Keys or labels of the only types to mail; empty for all.
    package var types: [String] = []
    /// Conditions on fields of the records to mail.
    package var conditions: [FieldCondition] = []
    /// The only priorities to mail; empty for all.
    package var priorities: Set<Priority> = []
    package var sendsEmpty = false
    /// Whether to sync to the disk, so that a power failure loses nothing.
    package var syncs = true
    package var limits = SendLimits()

    package init() {}
  }
}

extension Plan {
  /// Reads the text of a configuration file; `file` is its path.
  ///
  /// Paths in the file are relative to its folder; here they are relative to the current folder.
  ///
  /// - Parameter currentFolder: the folder to which relative paths of outputs refer. If it is
  ///   empty, a relative and an absolute path never count as the same.
  /// - Throws: a `ConfigurationError` with all faults of the text.
  package init(yaml: String, file: String, currentFolder: String = "") throws(ConfigurationError) {
    let root: YAMLNode
    do { root = try YAMLFile.root(of: yaml, file: file) } catch {
      throw ConfigurationError(faults: [error])
    }
    self.init()
    inputs.configuration = file
    var reader = ConfigurationReader(locations: OutputLocations(currentFolder: currentFolder))
    let section = reader.section(root, ConfigurationKeys.root)
    let folder = ConfigurationFolder(of: file)
    readInputs(section, in: folder, &reader)
    readLook(section, in: folder, &reader)
    readOutputs(section, in: folder, &reader)
    if root.isMapping { checkNames(section, of: root, &reader) }
    try reader.finish()
  }

  private mutating func readInputs(
    _ section: YAMLSection, in folder: ConfigurationFolder, _ reader: inout ConfigurationReader
  ) {
    inputs.exports = reader.list(section["exports"], as: YAMLNode.text).map {
      $0 == "-" ? .standardInput : .file(folder.path($0))
    }
    inputs.profile = reader.value(section["profile"], as: YAMLNode.text).map { ProfileName($0) }
    profileLocation = section["profile"]?.error(.missingKey)
    inputs.profilesPath = reader.value(section["profiles"], folder.path)
    inputs.owner = reader.value(section["owner"], as: YAMLNode.text).map { RecipientID($0) }
    inputs.zone = reader.value(section["time-zone"], as: YAMLNode.zone) ?? .utc
    inputs.locale = reader.value(section["locale"], as: YAMLNode.locale) ?? "en"
    inputs.recipients = reader.list(section["recipients"], as: YAMLNode.text).map(folder.path)
    inputs.states = reader.list(section["state"], as: YAMLNode.text).map(folder.path)
    for join in reader.list(section["join"], as: YAMLNode.join) {
      inputs.joins[join.name] = folder.path(join.path)
    }
    inputs.suppress = reader.value(section["suppress"], folder.path)
    reader.replace(&inputs.isStrict, by: section["strict"], as: YAMLNode.flag)
    reader.replace(&allowsIncomplete, by: section["allow-incomplete"], as: YAMLNode.flag)
  }

  /// Reports faults between values that are valid on their own.
  private func checkNames(
    _ section: YAMLSection, of root: YAMLNode, _ reader: inout ConfigurationReader
  ) {
    if let node = section["exports"], node.list().isEmpty {
      reader.report(node.error(.malformed("an empty list", expected: "a list of files")))
    }
    if let node = section["exports"], inputs.exports.count(where: { $0 == .standardInput }) > 1 {
      reader.report(node.error(.malformed("-", expected: "a list that names - once")))
    }
    if let node = section["mail"],
      streams.reduce(0, { $0 + $1.options.conditions.count }) > FieldFilter.mostConditions
    {
      let expected = "at most \(FieldFilter.mostConditions) conditions of all streams together"
      reader.report(node.error(.malformed("where", expected: expected)))
    }
    let isEmptyMail = section["mail"]?.isEmptyMapping ?? true
    if isEmptyMail, ["inbox", "feeds", "digest"].allSatisfy({ section[$0] == nil }) {
      reader.report(root.missing("mail, inbox, feeds or digest"))
    }
    if let node = section["inbox-url"], section["inbox"] == nil,
      inboxURL?.contains(InboxAddress.pageMark) == true
    {
      let expected = "a URL without {page}, because there is no section inbox"
      reader.report(node.error(.malformed(InboxAddress.pageMark, expected: expected)))
    }
  }

  private mutating func readLook(
    _ section: YAMLSection, in folder: ConfigurationFolder, _ reader: inout ConfigurationReader
  ) {
    inputs.baseURL = reader.value(section["base-url"], as: YAMLNode.webPlace)
    inboxURL = reader.value(section["inbox-url"], as: YAMLNode.inboxAddress)
    templatesFolder = reader.value(section["templates"], folder.path)
    reader.replace(&showsImages, by: section["images"], as: YAMLNode.flag)
    if let node = section["brand"] { brand = reader.brand(node) }
    if let node = section["unsubscribe"] { unsubscribe = reader.unsubscribeRule(node) }
    if let node = section["manage"] { manage = reader.manageRules(node) }
  }

  private mutating func readOutputs(
    _ section: YAMLSection, in folder: ConfigurationFolder, _ reader: inout ConfigurationReader
  ) {
    for member in reader.members(section["mail"]) {
      guard let stream = reader.stream(member, brand: brand, folder) else { continue }
      streams.append(stream)
    }
    if let node = section["inbox"] { inbox = reader.inbox(node, folder) }
    if inboxURL?.contains(InboxAddress.pageMark) == true { pagesFolder = inbox?.folder }
    if let node = section["feeds"] { feeds = reader.feeds(node, folder) }
    if let node = section["digest"] { digest = reader.digest(node, folder) }
    report = reader.output(section["report"], folder)
    metrics = reader.output(section["metrics"], folder)
    inputs.rejected = reader.output(section["rejected"], folder)
  }
}
