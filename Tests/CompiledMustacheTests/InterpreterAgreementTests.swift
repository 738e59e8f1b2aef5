import CompiledMustache
import TestData
import Testing

/// The compiler against the slow interpreter, on random templates and data.
struct InterpreterAgreementTests {
  struct Example {
    var template: String
    var partials: [String: String]
    var data: Datum

    init(seed: UInt64) {
      var maker = RandomTemplates(random: SeededGenerator(seed: seed))
      data = maker.data()
      let inner = maker.template(depth: 2, partials: [])
      let outer = maker.template(depth: 2, partials: ["inner"])
      partials = ["inner": inner, "outer": outer]
      template = maker.template(depth: 4, partials: ["inner", "outer"])
    }

    func compiled() throws -> String? { try Lenient.rendered(template, partials, data) }
  }

  @Test func `Random templates render as the slow interpreter renders them`() throws {
    var written = 0
    for seed in Trials.upTo(3_000).map(UInt64.init) {
      let example = Example(seed: seed)
      guard let rendered = try example.compiled() else { continue }
      let expected = SlowInterpreter(partials: example.partials)
        .render(example.template, example.data)
      #expect(Array(rendered.utf8) == Array(expected.utf8), "seed \(seed): \(example)")
      written += rendered.utf8.count
    }
    #expect(written > 7_500, "the templates hardly write anything")
  }

  @Test func `An interpreter that does not indent partials is found out`() throws {
    let disagreements = try (0..<300 as Range<UInt64>).filter { seed in
      let example = Example(seed: seed)
      let inline = example.template.replacing("{{> inner }}\n", with: "{{> inner }}{{!}}\n")
      let broken = SlowInterpreter(partials: example.partials).render(inline, example.data)
      return try example.compiled().map { $0 != broken } ?? false
    }
    #expect(!disagreements.isEmpty)
  }
}
