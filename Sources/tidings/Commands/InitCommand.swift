import ArgumentParser
import Delivery
import Glibc
import Pipeline

/// `tidings init`
struct InitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Writes a commented configuration file for tidings build.",
    discussion: """
      The file explains every key. It is a job as it stands, once the exports that it names are there.

      EXAMPLES
        tidings init
        tidings init jobs/morning.yaml
      """)

  @Argument(help: ArgumentHelp("The file.", valueName: "file"))
  var file = "tidings.yaml"

  @Flag(help: "Replace a file that is there already.")
  var force = false

  func run() async throws {
    try await Command.run { _ in
      if !force, access(file, F_OK) == 0 {
        throw Failure(
          status: .cannotCreate, message: "\(file) is there already",
          advice: "choose another name, or replace it with --force")
      }
      try AtomicFile.write(
        Array(ConfigurationDocument.yaml.utf8), to: file, permissions: .everyone)
      let next =
        "\(file) is written: set exports, from, and recipients, which says where addresses are; then "
        + "try tidings build \(file) --dry-run\n"
      try StandardStream.output.write(Array(next.utf8))
      return .done
    }
  }
}
