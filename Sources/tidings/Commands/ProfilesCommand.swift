import ArgumentParser
import ByteText
import Digests
import Exports
import Notifications
import Pipeline
import Profiles
import Rendering

/// `tidings profiles`
struct ProfilesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profiles",
    abstract: "Lists, shows and drafts profiles, which map records to notifications.",
    subcommands: [List.self, Show.self, Draft.self], defaultSubcommand: List.self)

  /// `tidings profiles list`
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "Lists the bundled profiles and your own.",
      discussion: """
        EXAMPLES
          tidings profiles list
          tidings profiles list --profiles my-profiles
        """)

    @OptionGroup(title: "Input") var own: ProfilesOption
    @OptionGroup(title: "Output") var pager: PagerOption

    func run() async throws {
      try await Command.run { environment in
        let profiles = try own.profiles().profiles
        let width = profiles.map { $0.name.text.count }.max() ?? 0
        let lines = profiles.map { profile in
          let name = VisibleText.line(profile.name.text)
          let padding = String(repeating: " ", count: max(0, width - name.count))
          return "\(name)\(padding)  \(VisibleText.line(profile.summary))\n"
        }
        try pager.show(Array(lines.joined().utf8), environment)
        return .done
      }
    }
  }

  /// `tidings profiles show`
  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "Prints a profile, which also shows what a profile can contain.",
      discussion: """
        The profile is YAML, which programs can read too.

        EXAMPLES
          tidings profiles show rooms
          tidings profiles show rooms > my-profiles/rooms.yaml
        """)

    @Argument(help: "The profile's name.") var name: String
    @OptionGroup(title: "Input") var own: ProfilesOption
    @OptionGroup(title: "Output") var pager: PagerOption

    func run() async throws {
      try await Command.run { environment in
        let profiles = try own.profiles()
        guard let profile = profiles[ProfileName(name)] else {
          throw Failure.noProfile(name, among: profiles)
        }
        try pager.show(Array(profile.source.utf8), environment)
        return .done
      }
    }
  }
}

/// The user's own profiles.
struct ProfilesOption: ParsableArguments {
  @Option(
    name: .customLong("profiles"),
    help: ArgumentHelp(
      "A mapping profile of your own (.yaml), or a folder of them.", valueName: "path"))
  var path: String?

  /// The bundled profiles; the user's own override those with the same name.
  func profiles() throws -> ProfileSet { try Self.profiles(at: path) }

  static func profiles(at path: String?) throws -> ProfileSet {
    let bundled = try ProfileSet.bundled()
    guard let path else { return bundled }
    return bundled.overridden(by: try ProfileSet.load(path))
  }
}

extension Failure {
  static func noProfile(_ name: String, among profiles: ProfileSet) -> Failure {
    .usage(
      "there is no profile called \(name)",
      ProfileSet.isFile(name)
        ? "a file is given with --profiles \(name)"
        : didYouMean(NearestName.of(name, among: profiles.profiles.map(\.name.text)))
          ?? "use one of " + listed(profiles.profiles.map(\.name.text)))
  }
}
