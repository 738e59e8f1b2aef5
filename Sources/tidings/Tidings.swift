import ArgumentParser

@main
struct Tidings: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tidings",
    abstract: "Turns exported notifications into digests, pages and mails.",
    version: "0.1.0")
}
