import ArgumentParser
import Pipeline

/// How recipients unsubscribe who have no link of their own.
struct UnsubscribeOptions: ParsableArguments {
  @Option(
    name: .customLong("unsubscribe-url"),
    help: ArgumentHelp(
      "The link by which a recipient unsubscribes, by https, with {recipient} and {signature}.",
      valueName: "url"))
  var template: String?

  @Option(
    name: .customLong("unsubscribe-secret-env"),
    help: ArgumentHelp(
      "The environment variable that holds the secret of {signature}.", valueName: "name"))
  var variable: String = "TIDINGS_UNSUBSCRIBE_SECRET"

  /// The links that the options describe; nil where they describe none.
  func link(_ environment: [String: String]) throws -> UnsubscribeLink? {
    guard let template else { return nil }
    guard let secret = environment[variable], !secret.isEmpty else {
      throw Failure.usage(
        "--unsubscribe-url needs a secret, and the environment variable \(variable) is not set",
        "set it, or name another one with --unsubscribe-secret-env")
    }
    do throws(UnsubscribeLink.Problem) {
      return try UnsubscribeLink(template: template, secret: Array(secret.utf8))
    } catch {
      throw failure(error, template)
    }
  }

  private func failure(_ problem: UnsubscribeLink.Problem, _ template: String) -> Failure {
    let example = "write it as https://example.org/unsubscribe/{recipient}?s={signature}"
    switch problem {
    case .missing(let mark):
      return .usage("--unsubscribe-url \(template) lacks \(mark)", example)
    case .notHTTPS:
      return .usage("--unsubscribe-url \(template) makes no https link of plain ASCII", example)
    case .shortSecret(let least):
      return .usage(
        "the secret in \(variable) has fewer than \(least) bytes",
        "make one with: openssl rand -base64 32")
    }
  }
}
