import ByteText
import Notifications
import Profiles

/// The systems of inputs that no profile knows: each is drafted from the first records of its files,
/// and named after them.
struct UnknownSystems {
  /// How the inputs are read with the profiles that were drafted.
  private(set) var options: ReadingOptions

  private struct System {
    var name: String
    var sample: DraftRecords
    var draft: ProfileDraft
    var files: [String]
    /// The records of its sample, to tell whether those of another file are the same.
    var records: Set<[UInt8]>
  }

  private var systems: [System] = []

  /// - Throws: a fault if a draft of one would have to ask.
  init(_ inputs: [ExportInput], pipes: OpenedPipes, _ options: ReadingOptions) throws(Fault) {
    self.options = options
    let plan = ReadingPlan(options)
    for input in inputs where !systems.contains(where: { $0.files.contains(input.name) }) {
      guard let fault = try pipes.unknown(input, plan) else { continue }
      let sample = try pipes.sample(of: input, options)
      let draft = ProfileDraft(sample)
      if sample.records.isEmpty || !draft.tellsRecordsApart {
        if options.profile == nil { throw fault.drafting(input.name) }
        continue
      }
      if let question = draft.question(isOwned: plan.isOwned(input.name)) {
        if options.profile == nil { throw fault.drafting(input.name, question) }
        continue
      }
      addFile(of: sample, draft, named: input.name)
    }
    for system in systems { try settle(system) }
  }

  /// Adds a file to its system: one with the same columns whose files have the same name but for
  /// numbers, or some of the same records.
  private mutating func addFile(of sample: DraftRecords, _ draft: ProfileDraft, named file: String)
  {
    let stem = options.profile?.text ?? systemName(of: file)
    let records = Set(sample.records)
    let known = systems.firstIndex { system in
      options.profile != nil
        || system.draft.fits(draft)
          && (system.name == stem || !system.records.isDisjoint(with: records))
    }
    if let known {
      systems[known].files.append(file)
      systems[known].sample.add(more: sample)
      systems[known].records.formUnion(records)
      return
    }
    var (name, number) = (stem, 2)
    while systems.contains(where: { $0.name == name }) {
      name = "\(stem)-\(number)"
      number += 1
    }
    systems.append(
      System(name: name, sample: sample, draft: draft, files: [file], records: records))
  }

  private func systemName(of file: String) -> String {
    // Each of a system's inboxes has the name of a person.
    let isOfPerson = options.fileNamePattern?.recipient(in: file) != nil
    let name = isOfPerson ? "inbox" : SystemName.ofSystem(file)
    return SystemName.free(name, in: options.profiles)
  }

  private mutating func settle(_ system: System) throws(Fault) {
    let draft = system.files.count == 1 ? system.draft : ProfileDraft(system.sample)
    let text = DraftText(draft.sure, name: system.name, file: system.files[0]).yaml
    guard var profile = try? Profile(yaml: text, file: system.name) else { return }
    profile.isFallback = true
    profile.detection = []
    options.drafted.append(profile)
    options.profiles = options.profiles.overridden(by: ProfileSet([profile]))
    for file in system.files { options.homes[file] = profile.name }
  }
}

extension ProfileDraft {
  /// Whether no field is another column in another draft.
  fileprivate func fits(_ other: ProfileDraft) -> Bool {
    choices.allSatisfy { choice in
      other[choice.field].map { $0.paths[0].path == choice.paths[0].path } ?? true
    }
  }
}

extension Fault {
  /// The fault of an input that no profile knows, with the one command that helps.
  fileprivate func drafting(_ file: String, _ question: String? = nil) -> Fault {
    var fault = self
    if let question { fault.what += "; a draft would have to ask: \(question)" }
    fault.advice = "copy this line: " + SystemName.command(for: file)
    return fault
  }

  /// No profile is made for the records of an input, but their names are usual ones.
  static func unknownSystem(_ file: String) -> Fault {
    Fault(
      .unusable, code: "no-profile", of: file, "no profile fits its records",
      advice: "copy this line: " + SystemName.command(for: file))
  }
}

/// The inputs of a run that can be opened only once.
final class OpenedPipes {
  private var opened: [String: OpenedInput] = [:]

  /// Opens an input, or begins a pipe that is open again.
  func open(_ input: ExportInput, _ options: ReadingOptions) throws(Fault) -> OpenedInput {
    if let known = opened[input.name] {
      try known.stream.rewind()
      return known
    }
    let new = try OpenedInput(input, options: options)
    if new.file.path == nil { opened[input.name] = new }
    return new
  }

  /// Why no profile knows an input; nil if one does.
  fileprivate func unknown(_ input: ExportInput, _ plan: ReadingPlan) throws(Fault) -> Fault? {
    var options = plan.options
    options.counter = nil
    var reader = InputReader(plan: plan, input: try open(input, options), offset: 0)
    if let unknown = try reader.detect() { return unknown }
    let profile = reader.profile.flatMap { plan.options.profiles[$0] }
    return profile?.isForAnySystem == true ? .unknownSystem(input.name) : nil
  }

  fileprivate func sample(
    of input: ExportInput, _ options: ReadingOptions
  ) throws(Fault) -> DraftRecords {
    guard opened[input.name] != nil else { return try DraftRecords(input, options: options) }
    return try DraftRecords(try open(input, options))
  }
}

extension Profile {
  /// Whether it reads what no other fits, and nobody said that it should.
  var isForAnySystem: Bool { isFallback && !isOwn }
}
