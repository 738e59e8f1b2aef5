import ByteText
import Notifications
import Pipeline
import Profiles

extension Command {
  /// `tidings profiles`
  static let profiles = Command(
    name: "profiles",
    abstract: "Lists, shows and drafts profiles, which map records to notifications.",
    commands: [profilesList, profilesShow, profilesDraft], standard: "list")

  /// `tidings profiles list`
  private static let profilesList = Command(
    name: "list", abstract: "Lists the bundled profiles and your own.",
    examples: """
      tidings profiles list
      tidings profiles list --profiles my-profiles
      """,
    options: { [OptionGroup("Input", Options.profiles), OptionGroup("Output", [Options.pager])] },
    run: { request in
      let profiles = try ProfileSet(own: request.plan.inputs.profilesPath).profiles
      let width = profiles.map { $0.name.text.count }.max() ?? 0
      let lines = profiles.map { profile in
        VisibleText.line(profile.name.text).padded(to: width) + "  "
          + VisibleText.line(profile.summary) + "\n"
      }
      try request.show(Array(lines.joined().utf8))
      return .done
    })

  /// `tidings profiles show`
  private static let profilesShow = Command(
    name: "show", abstract: "Prints a profile, which also shows what a profile can contain.",
    about: "The profile is YAML, which programs can read too.",
    examples: """
      tidings profiles show rooms
      tidings profiles show rooms > my-profiles/rooms.yaml
      """,
    options: {
      [
        OptionGroup("Input", [Options.operand("name", "The profile's name.")] + Options.profiles),
        OptionGroup("Output", [Options.pager]),
      ]
    },
    run: { request in
      let profiles = try ProfileSet(own: request.plan.inputs.profilesPath)
      guard let name = request.operands.first else {
        throw Fault.usage("there is no name", "name a profile; tidings profiles lists them")
      }
      guard let profile = profiles[ProfileName(name)] else {
        throw Fault.noProfile(name, among: profiles)
      }
      try request.show(Array(profile.source.utf8))
      return .done
    })
}

extension ProfileSet {
  /// The bundled profiles, and those of one's own at a path, which replace those of the same name.
  init(own path: String?) throws {
    let bundled = try ProfileSet.bundled()
    self = try path.map { bundled.overridden(by: try ProfileSet.load($0)) } ?? bundled
  }
}

extension Fault {
  static func noProfile(_ name: String, among profiles: ProfileSet) -> Fault {
    .usage(
      "there is no profile called \(name)",
      ProfileSet.isFile(name)
        ? "a file is given with --profiles \(name)"
        : didYouMean(NearestName.of(name, among: profiles.profiles.map(\.name.text)))
          ?? "use one of " + profiles.profiles.map(\.name.text).listed())
  }
}
