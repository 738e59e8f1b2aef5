import ArgumentParser

/// `tidings reference`, which the manual's reference is made with.
struct ReferenceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reference",
    abstract: "Prints a page of the manual's reference in Markdown.",
    shouldDisplay: false)

  @Argument(help: "The page.") var page: ReferencePage

  func run() async throws {
    try await Command.run { _ in
      try StandardStream.output.write(Array(page.markdown.utf8))
      return .done
    }
  }
}

/// A page of the reference that is made from declarations of the program. Those of commands and
/// schemas are made from what the binary and the schemas say of themselves.
enum ReferencePage: String, CaseIterable, ExpressibleByArgument {
  case configuration, profiles, templates, recipients, metrics, outcomes
  case exitStatuses = "exit-statuses"

  var markdown: String {
    switch self {
    case .configuration: ConfigurationPage.markdown
    case .profiles: ProfilePage.markdown
    case .templates: TemplatePage.markdown
    case .recipients: RecipientPage.markdown
    case .metrics: MetricPage.markdown
    case .outcomes: OutcomePage.markdown
    case .exitStatuses: ExitStatusPage.markdown
    }
  }
}
