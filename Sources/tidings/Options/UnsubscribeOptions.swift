import ArgumentParser
import Pipeline

/// How recipients without a link of their own unsubscribe.
struct UnsubscribeOptions: ParsableArguments {
  @Option(
    name: .customLong("unsubscribe-url"),
    help: ArgumentHelp(
      "The https URL to unsubscribe, with {recipient} and {signature}.",
      valueName: "url"))
  var template: String?

  @Option(
    name: .customLong("unsubscribe-secret-env"),
    help: ArgumentHelp(
      "The environment variable that holds the secret of {signature}.", valueName: "name"))
  var variable: String = UnsubscribeRule.defaultVariable

  /// The links that the options describe; nil if they describe none.
  func link(_ environment: (String) -> [UInt8]?) throws -> UnsubscribeLink? {
    guard let template else { return nil }
    return try UnsubscribeLink(
      template: template, secretFrom: variable, of: environment, named: "--unsubscribe-url",
      secretNamed: "--unsubscribe-secret-env")
  }
}
