import ArgumentParser
import MailMessages
import Pipeline
import Rendering

/// The sender of mails, and how they look.
struct MailingOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The address that mails are from.", valueName: "address"))
  var from: String

  @Option(
    help: ArgumentHelp("The app's name: in From, in the mail, in the footer.", valueName: "name"))
  var brand: String = ""

  @Option(help: ArgumentHelp("Where answers go.", valueName: "address"))
  var replyTo: String?

  @Option(help: ArgumentHelp("A square picture beside the name, by https.", valueName: "url"))
  var logo: String?

  @Option(
    help: ArgumentHelp(
      "The color of links and of the button, such as #1d4ed8.", valueName: "color"))
  var accent: String?

  @Option(help: ArgumentHelp("The sender's postal address, for the footer.", valueName: "text"))
  var address: String?

  @Option(help: "The look: default or lean.")
  var theme: String = "default"

  @Option(
    help: ArgumentHelp("The series of mails, with ledger entries of its own.", valueName: "name"))
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
      throw Failure.usage("\(option) \(text) is no address", "write it as digest@example.org")
    }
  }
}
