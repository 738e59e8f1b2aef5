import ByteText
import Exports
import Notifications
import Pipeline
import Profiles

extension Command {
  /// `tidings profiles draft`
  static let profilesDraft = Command(
    name: "draft", abstract: "Drafts a profile for an export that no profile knows.",
    about: """
      Finds by names and values which column is what, tries the likeliest drafts on the whole file, and \
      prints the best one in YAML: above it, who gets how much; at each line, the reason; below, what \
      check says. Where two answers are as likely, it asks on a terminal, and else leaves the lines to \
      choose from as comments. Of several files, one has the notifications, and others what they refer \
      to.
      """,
    examples: """
      tidings profiles draft export.csv > export.yaml
      tidings profiles draft deliveries.csv notices.csv > app.yaml
      tidings summary export.csv --profiles export.yaml
      """,
    options: {
      [
        OptionGroup(
          "Input",
          Options.operands(
            "export",
            "Exports or a folder of them: JSON, JSON Lines, CSV or SQLite, plain or gzipped; - is "
              + "standard input.")
            + Options.profileName("name", "The profile's name; else made from the file's.")),
        OptionGroup("Output", Options.pager),
      ]
    },
    run: { request in
      if request.operands.isEmpty {
        throw Fault.usage("there is no export", "name one, or - for standard input")
      }
      let options = Session.readingOptions(of: try ProfileSet.bundled())
      let files = try DraftFiles(request.operands, options: options)
      let best = try await DraftAttempt.best(files, name: request.profileName, options)
      try request.show(Array((best.people + best.profile + best.comment).utf8))
      return .done
    })
}

/// The files of a draft: the one with the notifications, and others that it refers to.
struct DraftFiles {
  let input: DraftInput
  /// That file's, and those that go on with it.
  let sources: [ExportInput]
  let sample: DraftRecords
  /// As the user named it.
  let shown: String
  /// As the draft calls all that it was made from.
  var title: String { shown + (sources.count > 1 ? " and \(sources.count - 1) more" : "") }
  private let file: String
  /// The other files, by the names of joins.
  private var joined: [String: String] = [:]

  init(_ files: [String], options: ReadingOptions) throws {
    let paths = files.flatMap { FilePattern.contents(of: $0) ?? [$0] }
    let inputs = try paths.map { try DraftInput($0, temporaryFolder: options.temporaryFolder) }
    var samples = try inputs.map { try DraftRecords($0.source, options: options) }
    // The places of each file with those that go on with it.
    var parts: [[Int]] = []
    for place in samples.indices where !samples[place].records.isEmpty {
      let part = parts.firstIndex { samples[$0[0]].goesOn(in: samples[place]) }
      if let part {
        samples[parts[part][0]].add(more: samples[place])
        parts[part].append(place)
      } else {
        parts.append([place])
      }
    }
    let drafts = parts.map { part in
      var sample = samples[part[0]]
      for other in parts where other != part {
        sample.add(samples[other[0]], named: DraftName.ofJoin(paths[other[0]]))
      }
      return (part, sample, worth: parts.count == 1 ? 0 : ProfileDraft(sample).worth)
    }
    // Of equal ones the first.
    guard let (part, sample, _) = drafts.max(by: { $0.worth < $1.worth }) else {
      throw Fault.noDraft(
        files.first ?? "", "it contains no records",
        advice: "name an export with a few notifications in it")
    }
    (input, self.sample, file) = (inputs[part[0]], sample, paths[part[0]])
    sources = part.map { inputs[$0].source }
    shown = file == "-" ? "standard input" : input.isPipe ? "a pipe" : file
    for other in paths where other != file { joined[DraftName.ofJoin(other)] = other }
  }

  /// A name that no bundled profile has, which it would replace.
  func profileName(_ name: String?) throws -> String {
    let made = name.map(DraftName.ofJoin) ?? (input.isPipe ? "" : DraftName.ofSystem(file))
    if made.isEmpty { return "drafted" }
    return try ProfileSet.bundled()[ProfileName(made)] == nil ? made : "my-\(made)"
  }

  /// What reads the file by a profile, with the other files that it joins.
  func options(_ profile: Profile, _ options: ReadingOptions) throws -> ReadingOptions {
    var options = options
    options.profiles = ProfileSet([profile])
    options.surveys = true
    for name in profile.joins.compactMap(\.file) {
      options.joins[name] = try joined[name].map {
        try JoinFile(path: $0, name: name, temporaryFolder: options.temporaryFolder)
      }
    }
    return options
  }
}
