import ArgumentParser
import MailMessages
import Pipeline
import Rendering

/// The sender of mails, and how they look.
struct MailingOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The sender's address.", valueName: "address"))
  var from: String

  @Option(
    help: ArgumentHelp("The app's name, for From, the mail and its footer.", valueName: "name"))
  var brand: String = ""

  @Option(help: ArgumentHelp("The address for replies.", valueName: "address"))
  var replyTo: String?

  @Option(help: ArgumentHelp("The https URL of a square logo.", valueName: "url"))
  var logo: String?

  @Option(
    help: ArgumentHelp(
      "The color of links and buttons, such as #1d4ed8.", valueName: "color"))
  var accent: String?

  @Option(help: ArgumentHelp("The sender's postal address, for the footer.", valueName: "text"))
  var address: String?

  @Option(help: "The theme: default or lean.")
  var theme: String = "default"

  @Option(
    help: ArgumentHelp(
      "The name of the series of mails; each has its own ledger entries.", valueName: "name"))
  var stream: String = "digest"

  /// The stream that the options describe.
  func mailStream() throws -> MailStream {
    let sender = Mailbox(brand.isEmpty ? nil : brand, try Self.address(from, option: "--from"))
    let answers = try replyTo.map { Mailbox(nil, try Self.address($0, option: "--reply-to")) }
    do {
      return try MailStream(name: stream, from: sender, replyTo: answers)
    } catch {
      throw Failure.usage(
        "--stream \(stream) cannot be part of a List-Id", "use letters and hyphens")
    }
  }

  /// The brand that the options describe.
  func mailBrand() throws -> Brand {
    var look = Brand(name: brand, logoURL: logo, address: address)
    if let accent { look.accent = try AccentOption.resolved(accent) }
    return look
  }

  private static func address(_ text: String, option: String) throws -> EmailAddress {
    do {
      return try EmailAddress(text)
    } catch {
      throw Failure.usage("\(option) \(text) is not an address", "write it as digest@example.org")
    }
  }
}
