import Notifications
import Testing

@testable import Digests
@testable import Rendering

struct LabeledTypesTests {
  @Test func `Mentions never hide among others, and the smallest others do`() throws {
    var counts = Counts()
    let keys = (0..<9).map { "kind_\($0)" } + ["mention"]
    counts.byType = keys.enumerated().map { place, key in
      TypeTally(
        type: TypeID(ProfileName("p"), TypeKey(normalizing: key)),
        tally: Tally(total: 20 - place, unread: 0))
    }
    let types = LabeledTypes(counts, in: try Samples.context().types)
    let (rows, others) = types.largest(8)
    #expect(rows.map(\.look.label).suffix(2) == ["Kind 5", "Mention"])
    #expect(rows.count == 7 && others.total == 14 + 13 + 12)
    #expect(types.largest(10).others.total == 0 && types.largest(1).rows.isEmpty)
  }
}
