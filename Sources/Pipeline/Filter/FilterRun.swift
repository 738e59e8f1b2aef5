import ByteText
import Delivery
import Exports
import Notifications
package import Rendering

/// Answers every group of a stream in its order: the form of `tidings mail` for engines that keep
/// books of their own.
///
/// A pure function of its input and plan. What is read and not yet answered is at most some groups
/// or one large one, and nothing is read while the answers cannot be written.
package final class FilterRun {
  private let workers: [FilterWorker]
  private var input: FilterInput
  /// The hashes of the people who had a group: a stream may name millions.
  private var seen: Set<UInt64> = []
  private var answers = 0
  private var messages = 0
  private var records = 0
  private var rejected = 0
  private var outcomes: [String: Int] = [:]
  private var guesses: [Guess] = []
  private let baseURLs: BaseURLs

  /// The bytes and groups that are read ahead at most, but for the last group's.
  private static let mostBytes = 16 << 20
  private static let mostGroups = 64

  /// - Throws: a fault of the theme's templates.
  package init(_ plan: FilterPlan, templates: TemplateCatalogue, jobs: Int) throws {
    let composing = MailComposer.Tools(
      plan.vocabulary, present: plan.vocabulary, renderer: try plan.mail.renderer(templates),
      plan: plan.mail)
    baseURLs = plan.reading.baseURLs
    workers = try (0..<max(1, jobs)).map { _ in try FilterWorker(plan, composing) }
    input = FilterInput(
      profiles: plan.vocabulary.profiles, recordLimit: plan.reading.recordLimit)
  }

  /// - Parameters:
  ///   - read: passes the next bytes to the closure, as soon as there are any; false at the end.
  ///   - usage: the processor's time so far in milliseconds, and the most memory that was held, in
  ///     bytes.
  ///   - fingerprint: differs if the plan does.
  /// - Throws: a `Fault`, and what the closures throw.
  package func run(
    read: ((UnsafeRawBufferPointer) -> Void) throws -> Bool, write: ([UInt8]) throws -> Void,
    usage: () -> (milliseconds: Int, peak: Int), version: String, fingerprint: String
  ) async throws {
    try write(begin(version, fingerprint))
    var isAtEnd = false
    while !isAtEnd {
      var groups: [FilterGroup] = []
      var failure: Fault?
      do throws(Fault) {
        while let group = try input.next() {
          groups.append(group)
          if isEnough(groups) { break }
        }
      } catch { failure = error }
      if failure == nil, groups.isEmpty {
        isAtEnd = try !read { input.append($0) }
        if isAtEnd {
          do throws(Fault) { groups += [try input.finish()].compactMap(\.self) } catch {
            failure = error
          }
        }
      }
      try await answer(groups, write)
      if let failure { throw failure }
    }
    let sharing = Set(workers.flatMap(\.onCommonBase)).sorted { $0.text < $1.text }
    guesses += [Guess(of: sharing, sharing: baseURLs)].compactMap(\.self)
    try write(end(usage()))
  }

  private func isEnough(_ groups: [FilterGroup]) -> Bool {
    groups.count == Self.mostGroups || groups.reduce(0) { $0 + $1.size } >= Self.mostBytes
  }

  /// Answers groups in their order, as many at once as there are workers; those before a group that
  /// cannot be answered are answered.
  private func answer(_ groups: [FilterGroup], _ write: ([UInt8]) throws -> Void) async throws {
    if workers.count == 1 || groups.count == 1 {
      for group in groups { try write(outputBytes(of: try workers[0].answer(group))) }
      return
    }
    let share = (groups.count + workers.count - 1) / workers.count
    let results = await zip(workers, groups.parts(of: share)).map(jobs: workers.count) {
      worker, part in
      part.map { group in Result { try worker.answer(group) } }
    }
    var bytes: [UInt8] = []
    defer { try? write(bytes) }
    for result in results.joined() { bytes += try outputBytes(of: result.get()) }
    try write(bytes)
    bytes = []
  }

  private func outputBytes(of answer: FilterAnswer) throws(Fault) -> [UInt8] {
    guard seen.insert(MD5.hash64(answer.person.bytes)).inserted else {
      throw .filter(
        "regrouped", line: answer.groupLine,
        "\(answer.person.recipient.text.cut(toBytes: 200)) already had a group",
        advice: "sort the input by recipient, so that all lines about one person are together")
    }
    answers += 1
    messages += answer.message == nil ? 0 : 1
    for source in answer.sources {
      records += source.records
      rejected += source.rejected
    }
    outcomes[answer.decision.outcome.kind.rawValue, default: 0] += 1
    guesses.add(answer.guesses)
    return answer.bytes
  }

  private func begin(_ version: String, _ fingerprint: String) -> [UInt8] {
    JSONWriter.line { json in
      json.member("tidings", "begin")
      json.member("protocol", 1)
      json.member("version", version)
      json.member("fingerprint", fingerprint)
    }
  }

  private func end(_ usage: (milliseconds: Int, peak: Int)) -> [UInt8] {
    JSONWriter.line { json in
      json.member("tidings", "end")
      json.member("answers", answers)
      json.member("messages", messages)
      json.member("records", records)
      json.member("rejected", rejected)
      json.object("outcomes") { json in
        for name in MailOutcome.Kind.allCases.map(\.rawValue) {
          if let count = outcomes[name] { json.member(named: name, count) }
        }
      }
      if !guesses.isEmpty {
        json.array("warnings", guesses) { $0.write($1.sentence) }
      }
      json.member("cpu") { $0.write(thousandths: usage.milliseconds) }
      json.member("peak", usage.peak)
    }
  }
}
