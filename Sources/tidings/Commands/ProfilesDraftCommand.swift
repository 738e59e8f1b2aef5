import ByteText
import Delivery
import Exports
import Notifications
import Pipeline
import Profiles
import YAML

extension Command {
  /// `tidings profiles draft`
  static let profilesDraft = Command(
    name: "draft",
    abstract: "Drafts a profile for an export that no profile knows.",
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
      let found = try DraftFiles(request.operands, options: options)
      let best = try await DraftAttempt.best(found, name: request.profileName, options)
      try request.show(Array((best.verdict.people + best.text + best.verdict.comment).utf8))
      return .done
    })
}

/// The files of a draft: the one with the notifications, and others that it refers to.
struct DraftFiles {
  let input: DraftInput
  let sample: DraftRecords
  /// As the user named it.
  let shown: String
  private let file: String
  /// The other files, by the names of joins.
  private var joined: [String: String] = [:]

  init(_ files: [String], options: ReadingOptions) throws {
    let paths = files.flatMap(Self.contents)
    let inputs = try paths.map { try DraftInput($0, temporaryFolder: options.temporaryFolder) }
    let samples = try inputs.map { try DraftRecords($0.source, options: options) }
    guard samples.contains(where: { !$0.records.isEmpty }), let first = paths.first else {
      throw Fault.noDraft(files.first ?? "")
    }
    var best = (place: 0, worth: -1)
    for place in samples.indices where !samples[place].records.isEmpty {
      let worth =
        paths.count == 1 ? 0 : ProfileDraft(Self.joined(place, of: samples, in: paths)).worth
      if worth > best.worth { best = (place, worth) }
    }
    input = inputs[best.place]
    sample = Self.joined(best.place, of: samples, in: paths)
    file = paths.count == 1 ? first : paths[best.place]
    shown = file == "-" ? "standard input" : input.isPipe ? "a pipe" : file
    for place in paths.indices where place != best.place {
      joined[DraftName.ofJoin(paths[place])] = paths[place]
    }
  }

  private static func joined(
    _ place: Int, of samples: [DraftRecords], in paths: [String]
  ) -> DraftRecords {
    var sample = samples[place]
    for other in samples.indices where other != place && !samples[other].records.isEmpty {
      sample.add(samples[other], named: DraftName.ofJoin(paths[other]))
    }
    return sample
  }

  /// The files of a folder, in the order of their names; else the file itself.
  private static func contents(_ path: String) -> [String] {
    guard path != "-", (try? FileState(path: path))?.kind == .folder,
      let names = try? OutputFolder.names(in: path)
    else { return [path] }
    return names.filter { !$0.hasPrefix(".") }.sorted().map { "\(path)/\($0)" }
  }

  /// A name that no bundled profile has, which it would replace.
  func profileName(_ name: String?) throws -> String {
    let isNameless = input.isPipe || file.hasPrefix("/dev/")
    let made = name.map(DraftName.ofJoin) ?? (isNameless ? "" : DraftName.ofSystem(file))
    let known = try ProfileSet.bundled()[ProfileName(made)] != nil
    return made.isEmpty ? "drafted" : known ? "my-\(made)" : made
  }

  /// What reads the file by a profile, with the other files that it joins.
  func options(_ profile: Profile, _ options: ReadingOptions) throws -> ReadingOptions {
    var options = options
    options.profiles = ProfileSet([profile])
    options.surveys = true
    for join in profile.joins {
      guard let name = join.file, let path = joined[name] else { continue }
      options.joins[name] = try JoinFile(
        path: path, name: name, temporaryFolder: options.temporaryFolder)
    }
    return options
  }
}

/// A draft that was tried on the whole file.
struct DraftAttempt {
  let text: String
  let verdict: DraftVerdict

  private init(
    _ draft: ProfileDraft, of files: DraftFiles, name: String, zone: String?,
    options: ReadingOptions
  ) async throws {
    text = DraftText(draft, name: name, file: files.shown, zone: zone).yaml
    verdict = try await DraftVerdict(text, of: draft, in: files, options: options)
  }

  /// The best of the first three drafts: none that rejects everything, fewest rejects and unequal
  /// copies, people told apart.
  ///
  /// - Throws: a `Fault` if none reads a record.
  static func best(
    _ files: DraftFiles, name: String?, _ options: ReadingOptions
  ) async throws -> DraftAttempt {
    let name = try files.profileName(name)
    var draft = ProfileDraft(files.sample)
    if let missing = draft.missing.first { throw Fault.noDraft(files.shown, missing) }
    var answers = DraftAnswers()
    let isWatched = StandardStream.input.isTerminal && StandardStream.error.isTerminal
    if isWatched, !files.input.isPipe, files.shown != "standard input" {
      answers = DraftAnswers(asking: draft)
      if !answers.fields.isEmpty { draft = ProfileDraft(files.sample, answers: answers.fields) }
    }
    var best = try await DraftAttempt(
      draft, of: files, name: name, zone: answers.zone, options: options)
    if !best.verdict.isClean {
      for rival in draft.rivals {
        let other = try await DraftAttempt(
          ProfileDraft(files.sample, answers: answers.fields, without: rival), of: files,
          name: name, zone: answers.zone, options: options)
        if other.verdict.isBetter(than: best.verdict) { best = other }
      }
    }
    guard best.verdict.isUsable else { throw Fault.noDraft(files.shown, best.verdict) }
    return best
  }
}
