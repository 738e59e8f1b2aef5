package import ByteText
package import Delivery
package import Exports
package import Languages
package import MailMessages
package import Notifications
package import Profiles
package import Recipients
package import Rendering
import YAML

/// What is to be done, in the types that the stages take.
///
/// The rows of `Settings` make it: those of `tidings.yaml` first, then the options of the command line.
package struct Plan: Sendable {
  package var inputs = Inputs()
  package var inboxURL: String?
  /// The folder of the pages that `{page}` names in `inboxURL`.
  package var pagesFolder: String?
  /// Whether those are the pages that the configuration file makes.
  package var hasPagesOfItsOwn: Bool { pagesFolder != nil && pagesFolder == filePagesFolder }
  private var filePagesFolder: String?
  package var links = MailLinks()
  package var templatesFolder: String?
  package var showsImages = true
  package var brand = Brand(name: "")
  package var streams: [StreamConfiguration] = []
  package var inbox: InboxPlan?
  package var feeds: FeedPlan?
  package var digest: DigestConfiguration?
  package var report: String?
  package var metrics: String?
  /// Whether to go on if an input is incomplete.
  package var allowsIncomplete = false
  private var profileNode: YAMLNode?

  package init() {}

  /// Throws if the file names an unknown profile.
  package func checkProfile(among profiles: ProfileSet) throws(Fault) {
    guard let profile = inputs.profile, profiles[profile] == nil, let profileNode else { return }
    throw profileNode.unknownWord(profile.text, allowed: profiles.profiles.map(\.name.text))
  }

  package var unsubscribe: SignedLinkRule? {
    links.unsubscribe.map { rule($0, links.secretVariable) }
  }
  package var manage: [SignedLinkRule] {
    links.manage.map { rule($0, links.manageSecretVariable ?? links.secretVariable) }
  }

  private func rule(_ template: String, _ variable: String?) -> SignedLinkRule {
    SignedLinkRule(template: template, secretVariable: variable ?? SignedLinkRule.defaultVariable)
  }

  /// The conditions on fields of all streams.
  package var streamFilters: [FieldFilter] {
    streams.compactMap { FieldFilter($0.options.conditions) }
  }

  /// Reads the text of a configuration file; `file` is its path.
  ///
  /// Paths in the file are relative to its folder; here they are relative to the current folder.
  ///
  /// - Parameter currentFolder: the folder to which relative paths of outputs refer. If it is
  ///   empty, a relative and an absolute path never count as the same.
  /// - Throws: a `Fault` with all faults of the text.
  package init(yaml: String, file: String, currentFolder: String = "") throws(Fault) {
    let root = try YAMLFile.root(of: yaml, file: file)
    self.init()
    inputs.configuration = file
    // A file says for whom it is run, not the terminal.
    (inputs.zone, inputs.locale) = (.utc, "en")
    var reader = SettingsReader(
      folder: ConfigurationFolder(of: file),
      locations: OutputLocations(currentFolder: currentFolder))
    let section = reader.read(root, Settings.plan, into: &self)
    profileNode = section["profile"]
    if inboxURL?.contains(InboxAddress.pageMark) == true { pagesFolder = inbox?.folder }
    filePagesFolder = pagesFolder
    if root.isMapping { checkNames(section, of: root, &reader) }
    try reader.finish()
  }

  /// Reports faults between values that are valid on their own.
  private func checkNames(
    _ section: YAMLSection, of root: YAMLNode, _ reader: inout SettingsReader
  ) {
    if let node = section["exports"], node.list().isEmpty {
      reader.report(node.malformed("an empty list", expected: "a list of files"))
    }
    if let node = section["exports"], inputs.exports.count(where: { $0 == .standardInput }) > 1 {
      reader.report(node.malformed("-", expected: "a list that names - once"))
    }
    if let node = section["mail"],
      streams.reduce(0, { $0 + $1.options.conditions.count }) > FieldFilter.mostConditions
    {
      let expected = "at most \(FieldFilter.mostConditions) conditions of all streams together"
      reader.report(node.malformed("where", expected: expected))
    }
    let isEmptyMail = section["mail"]?.isEmptyMapping ?? true
    if isEmptyMail, ["inbox", "feeds", "digest"].allSatisfy({ section[$0] == nil }) {
      reader.report(root.missing("mail, inbox, feeds or digest", example: Settings.exampleCommand))
    }
    if let node = section["inbox-url"], section["inbox"] == nil,
      inboxURL?.contains(InboxAddress.pageMark) == true
    {
      let expected = "a URL without {page}, because there is no section inbox"
      reader.report(node.malformed(InboxAddress.pageMark, expected: expected))
    }
  }
}

/// What is read, and how.
package struct Inputs: Sendable {
  /// The path of the configuration file as given.
  package var configuration: String?
  package var exports: [ExportInput] = []
  /// The folders whose files are among them.
  package var exportFolders: [String] = []
  package var profile: ProfileName?
  /// One profile of the user's own, or a folder of them.
  package var profilesPath: String?
  /// The files in which profiles look values up, by the names that the profiles give them.
  package var joins: [String: String] = [:]
  /// The recipient of records that name none.
  package var owner: RecipientID?
  package var baseURLs = BaseURLs()
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
  package var path: String

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

  package static let defaultVariable = "TIDINGS_UNSUBSCRIBE_SECRET"

  /// Whether there are two of one kind: no mail has room for both.
  package static func isAmbiguous(_ templates: [String]) -> Bool {
    Set(templates.map(SignedLink.hasType)).count < templates.count
  }
}

/// The signed links of mails, and the environment variables that hold their secrets.
package struct MailLinks: Equatable, Sendable {
  package var unsubscribe: String?
  package var secretVariable: String?
  /// At most one with `{type}` and one without.
  package var manage: [String] = []
  /// Nil if it is that of unsubscribing.
  package var manageSecretVariable: String?

  package init() {}
}

/// The folder of digests and their format.
package struct DigestConfiguration: Equatable, Sendable {
  package var folder: String
  package var format = DigestFormat.html
  /// The civil days to look at, including today.
  package var days = 7
}

/// A series of mails: who sends them, what they contain, when they are due and where they go.
package struct StreamConfiguration: Sendable {
  package var name = "digest"
  package var from: EmailAddress?
  package var replyTo: EmailAddress?
  /// The outbox folder; each stream has its own.
  package var outbox = ""
  package var options = Options()
  /// What was last said of when mail is due, in its own words.
  package var rhythmWords = RhythmWords()

  package init() {}

  package struct Options: Equatable, Sendable {
    package var form = OutboxFormat.maildir
    /// The ledger's path; nil if it is in the outbox.
    package var ledger: String?
    /// The path of a copy of the ledger; nil if none is made.
    package var backup: String?
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
