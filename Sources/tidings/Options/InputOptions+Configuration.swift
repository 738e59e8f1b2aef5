import ArgumentParser
import Exports
import Languages
import Notifications
import Pipeline

extension InputOptions {
  /// The options that a configuration file stands for.
  init(_ configuration: Configuration, jobs: Int?) throws {
    // Parsed, so that every option that the file does not set has its default.
    self = try InputOptions.parse(["-"])
    exports = configuration.exports.map(\.name)
    profile = configuration.profile?.text
    profilesFolder = configuration.profilesFolder
    owner = configuration.owner?.text
    baseURL = configuration.baseURL
    state = configuration.states
    strict = configuration.isStrict
    rejected = configuration.rejected
    self.jobs = jobs
  }
}

extension PlaceOptions {
  /// The options that a configuration file stands for.
  init(_ configuration: Configuration, now: String?) throws {
    self = try PlaceOptions.parse([])
    self.now = now
    timeZone = configuration.zone.identifier
    locale = configuration.locale
  }
}

extension JobOptions {
  /// These options, with what the configuration file says for those not given.
  func completed(by configuration: Configuration) -> JobOptions {
    var options = self
    options.allowIncomplete = allowIncomplete || configuration.allowsIncomplete
    options.report = report ?? configuration.report
    options.metrics = metrics ?? configuration.metrics
    return options
  }
}
