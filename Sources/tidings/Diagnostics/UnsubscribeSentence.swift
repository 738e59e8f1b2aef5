import Pipeline

extension UnsubscribeLink {
  /// Makes the links, with the secret from an environment variable.
  ///
  /// - Parameters:
  ///   - variable: the environment variable that holds the secret.
  ///   - environment: returns a variable's bytes; a secret need not be text.
  ///   - option: the name of the template's option, for errors; `secretOption` is that of the
  ///     variable.
  init(
    template: String, secretFrom variable: String, of environment: (String) -> [UInt8]?,
    named option: String, secretNamed secretOption: String
  ) throws {
    guard let secret = environment(variable), !secret.isEmpty else {
      throw Failure.usage(
        "\(option) needs a secret, and the environment variable \(variable) is not set",
        "set it, or name another one with \(secretOption)")
    }
    do throws(Problem) {
      try self.init(template: template, secret: secret)
    } catch {
      throw Self.failure(error, "\(option) \(template)", variable)
    }
  }

  private static func failure(
    _ problem: Problem, _ template: String, _ variable: String
  ) -> Failure {
    let example = "write it as https://example.org/unsubscribe/{recipient}?s={signature}"
    return switch problem {
    case .missing(let mark): .usage("\(template) lacks \(mark)", example)
    case .notHTTPS: .usage("\(template) does not make an https link of plain ASCII", example)
    case .shortSecret(let least):
      .usage(
        "the secret in \(variable) has fewer than \(least) bytes",
        "make one with: openssl rand -base64 32")
    }
  }
}
