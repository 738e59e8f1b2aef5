package import Exports
package import Languages
package import Notifications
package import Rendering

/// What a configuration file asks for: the inputs, what all documents have in common, and the outputs.
///
///     let configuration = try Configuration(yaml: text, file: "jobs/tidings.yaml")
///
/// Paths are given relative to the folder of the file, and are relative to the present folder here.
package struct Configuration: Sendable {
  /// The file's path as it was given.
  package var file: String
  package var exports: [ExportInput] = []
  package var profile: ProfileName?
  /// Where the profile is named.
  var profilePlace: YAMLFileError?
  package var profilesFolder: String?
  /// Whose the records are that name no recipient.
  package var owner: RecipientID?
  package var baseURL: String?
  package var inboxURL: String?
  /// The zone and language of recipients who name none.
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
  /// Stops before anything is written when a record is rejected.
  package var isStrict = false
  /// Goes on although an input is incomplete.
  package var allowsIncomplete = false

  init(file: String) { self.file = file }

  /// Throws where the profile that the file names is none of these.
  package func checkProfile(among profiles: ProfileSet) throws(ConfigurationError) {
    guard let profile, profiles[profile] == nil, var fault = profilePlace else { return }
    fault.reason = .unknownWord(profile.text, allowed: profiles.profiles.map(\.name.text))
    throw ConfigurationError(faults: [fault])
  }
}

/// How recipients without an unsubscribe URL of their own get one.
package struct UnsubscribeRule: Equatable, Sendable {
  /// With `{recipient}` and `{signature}`.
  package var template: String
  /// The environment variable that holds the secret of the signature.
  package var secretVariable: String

  package static let defaultVariable = "TIDINGS_UNSUBSCRIBE_SECRET"
}

/// The folder of inbox pages.
package struct InboxConfiguration: Equatable, Sendable {
  package var folder: String
  /// Names pages by their recipients, so that whoever knows an id can open the page.
  package var hasPlainNames = false
  package var hasIndex = false
  package var showsImages = false
}

/// The folder of digests.
package struct DigestConfiguration: Equatable, Sendable {
  package var folder: String
  package var format = DigestForm.html
  /// Civil days that are looked at, today included.
  package var days = 7
}
