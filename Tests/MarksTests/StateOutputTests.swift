import InputSupport
import Notifications
import Profiles
import Testing

@testable import Marks

struct StateOutputTests {
  private func profile(_ marks: String) throws -> Profile {
    try Profile(
      yaml: "name: app\nmatch: {must: [id]}\nfields: {id: id, time: t}\nmarks: {\(marks)}\n",
      file: "app.yaml")
  }

  @Test(arguments: [
    "sql: {read: UPDATE t SET read = TRUE}", #"sql: {read: "UPDATE t WHERE id IN ({idz})"}"#,
    "sql: {seen: x}", "requests: {read: {method: POST, url: /read}}",
    #"requests: {read: {method: POST, url: "/{time}", body: {ids: "{ids}"}}}"#,
    "requests: {read: {method: POST, url: /, body: {ids: {ids}}}}",
    #"requests: {read: {method: POST, url: /, body: {ids: "{table}"}}}"#,
  ])
  func `A pattern that names no notification, or what there is not, is refused`(marks: String) {
    #expect(throws: (any Error).self) { try profile(marks) }
  }

  @Test(arguments: [
    ("read_at", "read_at"), ("order", "\"order\""), ("User", "\"User\""), ("1a", "\"1a\""),
    ("", "\"\""), ("a b", "\"a b\""), ("a\"; --", "\"a\"\"; --\""),
  ])
  func `Identifiers are quoted where they have to be`(name: String, written: String) {
    #expect(SQLText.identifier(name) == written)
  }
}
