package import Exports
package import Languages
package import Notifications
package import Rendering
import YAML

/// The contents of a configuration file: inputs, settings of all documents, and outputs.
///
///     let configuration = try Configuration(yaml: text, file: "jobs/tidings.yaml")
///
/// Paths in the file are relative to its folder; here they are relative to the current folder.
package struct Configuration: Sendable {
  /// The file's path as given.
  package var file: String
  package var exports: [ExportInput] = []
  package var profile: ProfileName?
  /// The location of the profile's name in the file.
  var profilePlace: YAMLFileError?
  package var profilesFolder: String?
  /// The recipient of records that name none.
  package var owner: RecipientID?
  package var baseURL: String?
  package var inboxURL: String?
  /// The zone and language of recipients who set none.
  package var zone = Zone.utc
  package var locale = "en"
  package var recipients: String?
  package var suppress: String?
  package var states: [String] = []
  package var unsubscribe: UnsubscribeRule?
  package var templatesFolder: String?
  package var showsImages = true
  package var brand = Brand(name: "")
  package var streams: [StreamConfiguration] = []
  package var inbox: InboxConfiguration?
  package var digest: DigestConfiguration?
  package var report: String?
  package var metrics: String?
  package var rejected: String?
  /// Whether to stop before anything is written if a record is rejected.
  package var isStrict = false
  /// Whether to go on if an input is incomplete.
  package var allowsIncomplete = false

  init(file: String) { self.file = file }

  /// Throws if the file names an unknown profile.
  package func checkProfile(among profiles: ProfileSet) throws(ConfigurationError) {
    guard let profile, profiles[profile] == nil, var fault = profilePlace else { return }
    fault.reason = .unknownWord(profile.text, allowed: profiles.profiles.map(\.name.text))
    throw ConfigurationError(faults: [fault])
  }
}

/// The unsubscribe URL of recipients without one of their own.
package struct UnsubscribeRule: Equatable, Sendable {
  /// A URL with `{recipient}` and `{signature}`.
  package var template: String
  /// The environment variable that holds the signature's secret.
  package var secretVariable: String

  package static let defaultVariable = "TIDINGS_UNSUBSCRIBE_SECRET"
}

/// The folder of inbox pages and how they look.
package struct InboxConfiguration: Equatable, Sendable {
  package var folder: String
  /// Names pages after their recipients, so that anyone who knows an id can open the page.
  package var hasPlainNames = false
  package var hasIndex = false
  package var showsImages = false
}

/// The folder of digests and their format.
package struct DigestConfiguration: Equatable, Sendable {
  package var folder: String
  package var format = DigestForm.html
  /// The civil days to look at, including today.
  package var days = 7
}
