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
          [
            Options.operands(
              "export",
              "Exports or a folder of them: JSON, JSON Lines, CSV or SQLite, plain or gzipped; - is "
                + "standard input."),
            Options.profileName("name", "The profile's name; else made from the file's."),
          ]),
        OptionGroup("Output", [Options.pager]),
      ]
    },
    run: { request in
      if request.operands.isEmpty {
        throw Fault.usage("there is no export", "name one, or - for standard input")
      }
      let options = Session.readingOptions(of: try ProfileSet.bundled())
      let files = try DraftFiles(request.operands, options: options)
      let best = try await DraftAttempt.best(files, name: request.profileName, options)
      try request.show(Array(best.text.utf8))
      return .done
    })
}

/// The files of a draft: the one with the notifications, and others that it refers to.
struct DraftFiles {
  let sample: DraftRecords
  /// That file, and those that go on with it.
  let pages: [DraftRecords]
  /// As the user named it.
  let shown: String
  /// As the draft calls all that it was made from.
  var title: String { shown + (pages.count > 1 ? " and \(pages.count - 1) more" : "") }
  private let others: [String]

  init(_ files: [String], options: ReadingOptions) throws {
    let paths = files.flatMap { FilePattern.contents(of: $0) ?? [$0] }
    var found: [(path: String, sample: DraftRecords, pages: [DraftRecords])] = []
    for path in paths {
      let page = try DraftRecords(file: path, options: options)
      if let place = found.firstIndex(where: { $0.sample.goesOn(in: page) }) {
        found[place].sample.add(more: page)
        found[place].pages.append(page)
      } else if !page.records.isEmpty {
        found.append((path, page, [page]))
      }
    }
    let drafts = found.map { file in
      var file = file
      for other in found where other.path != file.path {
        file.sample.add(other.sample, named: SystemName.ofJoin(other.path))
      }
      return (file: file, worth: found.count == 1 ? 0 : ProfileDraft(file.sample).worth)
    }
    // Of equal ones the first.
    guard let best = drafts.max(by: { $0.worth < $1.worth })?.file else {
      throw Fault.noDraft(
        files.first ?? "", "it contains no records",
        advice: "name an export with a few notifications in it")
    }
    (_, sample, pages) = best
    others = paths.filter { $0 != best.path }
    shown = best.path == "-" ? "standard input" : sample.isPipe ? "a pipe" : best.path
  }

  /// A text in which the file has the name that the user knows.
  func shown(in text: String) -> String { text.replacing(sample.source.name, with: shown) }

  /// The name that its system had before there was a draft: what was mailed stays mailed.
  func profileName(_ name: String?) throws -> String {
    let made = name.map(SystemName.ofJoin) ?? (sample.isPipe ? "" : SystemName.ofSystem(shown))
    return SystemName.free(made, in: try .bundled())
  }

  /// What reads the file by a profile, with the other files that it joins.
  func options(_ profile: Profile, _ options: ReadingOptions) throws -> ReadingOptions {
    var options = options
    options.profiles = ProfileSet([profile])
    options.surveys = true
    for name in profile.joins.compactMap(\.file) {
      options.joins[name] = try others.last { SystemName.ofJoin($0) == name }.map {
        try JoinFile(path: $0, name: name, temporaryFolder: options.temporaryFolder)
      }
    }
    return options
  }
}
