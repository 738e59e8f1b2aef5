import ArgumentParser
import Delivery
import Glibc
import Pipeline
import Rendering

/// `tidings init`
struct InitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Writes a commented configuration file for tidings build.",
    discussion: """
      The file explains every key. It works as written once the exports that it names exist.

      EXAMPLES
        tidings init
        tidings init morning.yaml
      """)

  @Argument(help: ArgumentHelp("The file to write.", valueName: "file"))
  var file = "tidings.yaml"

  @Flag(help: "Replace an existing file.")
  var force = false

  @OptionGroup var output: FormatOption

  func run() async throws {
    try await Command.run { _ in
      if !force, access(file, F_OK) == 0 {
        throw Failure(
          status: .cannotCreate, message: "\(file) already exists",
          advice: "choose another name, or replace it with --force")
      }
      try AtomicFile.write(
        Array(ConfigurationDocument.yaml.utf8), to: file, permissions: .everyone)
      try output.format.print(
        "\(file) is written: set exports, from and recipients (the file with the addresses), then "
          + "try tidings build \(file) --dry-run", as: "tidings.init/1"
      ) { $0.member("file", file) }
      return .done
    }
  }
}
