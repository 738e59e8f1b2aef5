import ByteText
import Exports
import Notifications
import Pipeline
import Profiles
import YAML

/// What `check` says of an export with a drafted profile.
struct DraftVerdict {
  /// The lines as YAML comments.
  private(set) var comment = ""
  /// Who gets how much, as a comment.
  private(set) var people = ""
  /// Whether any record can be read with it.
  private(set) var isUsable = false
  /// The first record that cannot be read.
  private(set) var reject: String?
  private var rejected = 0
  private var shared = 0
  /// Whether all are one's, although a column of people is there.
  private var isMerged = false
  private var unused = 0

  var isClean: Bool { isUsable && rejected == 0 && shared == 0 && !isMerged }

  func isBetter(than other: DraftVerdict) -> Bool {
    func rank(_ verdict: DraftVerdict) -> (Int, Int, Int, Int, Int) {
      (
        verdict.isUsable ? 0 : 1, verdict.rejected, verdict.shared, verdict.isMerged ? 1 : 0,
        verdict.unused
      )
    }
    return rank(self) < rank(other)
  }

  init(
    _ text: String, of draft: ProfileDraft, in files: DraftFiles, options: ReadingOptions
  ) async throws {
    func words(_ error: some Error) -> String {
      Fault(anyError: error).sentence.replacing(files.input.source.name, with: files.shown)
    }
    var profile: Profile
    do throws(Fault) {
      profile = try Profile(yaml: text, file: "the draft")
    } catch {
      reject = error.sentence
      return
    }
    profile.isOwn = true
    unused = draft.unused.count
    do {
      let read = try files.options(profile, options)
      let index = try await ExportReader.index([files.input.source], options: read)
      let report = CheckReport(index, profiles: read.profiles, isForced: true)
      isUsable = index.count > 0
      rejected = index.sources.reduce(0) { $0 + $1.rejected }
      shared = index.guesses.reduce(0) { sum, guess in
        if case .sharedID = guess.subject { sum + guess.count } else { sum }
      }
      isMerged = index.recipientCount == 1 && draft.hasManyPeople
      people = Self.people(of: index)
      comment = Self.comment(
        String(decoding: report.text, as: UTF8.self)
          .replacing(files.input.source.name, with: files.shown))
    } catch { reject = words(error) }
  }

  /// `3 people get 15 notifications: a…@example.org 7, …`
  private static func people(of index: ExportIndex) -> String {
    let shown = (0..<min(index.recipientCount, 5)).map { place in
      "\(hidden(index.recipient(at: place).text)) \(index.count(of: place))"
    }
    let more = index.recipientCount > shown.count ? ", …" : ""
    let count = index.recipientCount
    let who = count == 1 ? "1 person gets" : "\(count) people get"
    return DraftText.printable(
      "# \(who) \(index.count.counted("notification")): "
        + DraftText.comment(shown.joined(separator: ", ")) + more + "\n")
  }

  /// An address without the name in it.
  private static func hidden(_ name: String) -> String {
    guard let at = name.firstIndex(of: "@"), let first = name.first, first != "@" else {
      return name
    }
    return "\(first)…\(name[at...])"
  }

  private static func comment(_ text: String) -> String {
    let lines = DraftText.printable(text).split(separator: "\n").map {
      $0.isEmpty ? "#" : "#   \($0)"
    }
    return (["# What tidings check says with this profile:"] + lines).joined(separator: "\n") + "\n"
  }
}

extension Fault {
  /// The message about an export without anything to draft a profile from.
  static func noDraft(_ file: String) -> Fault {
    Fault(
      .unusable, code: "no-draft", "\(Fault.Place.words(of: file, nil)): it contains no records",
      advice: "name an export with a few notifications in it")
  }

  /// The message about records that lack what every notification has.
  static func noDraft(_ file: String, _ missing: Field) -> Fault {
    Fault(
      .unusable, code: "no-draft",
      "\(Fault.Place.words(of: file, nil)): no column or columns tell one record from another, so no draft has the field \(missing.rawValue)",
      advice: "export the table or list that has the texts too, and name both files")
  }

  /// The message about a draft that reads no record.
  static func noDraft(_ file: String, _ verdict: DraftVerdict) -> Fault {
    Fault(
      .unusable, code: "no-draft",
      "\(Fault.Place.words(of: file, nil)): no draft reads a record of it"
        + (verdict.reject.map { ": \($0)" } ?? ""),
      advice:
        "export the table or list that has the texts too, and name both files; or write a profile of your own"
    )
  }
}
