import Exports
import Languages
import Notifications
import Pipeline

extension InputOptions {
  /// The options that a configuration file stands for.
  init(_ configuration: Configuration, jobs: Int?) {
    self.init()
    exports = configuration.exports.map(\.name)
    profile = configuration.profile?.text
    profilesFolder = configuration.profilesFolder
    owner = configuration.owner?.text
    baseURL = configuration.baseURL
    strict = configuration.isStrict
    rejected = configuration.rejected
    state = configuration.states
    self.jobs = jobs
  }
}

extension PlaceOptions {
  /// The options that a configuration file stands for.
  init(_ configuration: Configuration, now: String?) {
    self.init()
    self.now = now
    timeZone = configuration.zone.identifier
    locale = configuration.locale
  }
}

extension JobOptions {
  /// The options that a configuration file stands for.
  init(_ configuration: Configuration, dryRun: Bool, force: Bool) {
    self.init()
    self.dryRun = dryRun
    self.force = force
    allowIncomplete = configuration.allowsIncomplete
    report = configuration.report
    metrics = configuration.metrics
  }
}
