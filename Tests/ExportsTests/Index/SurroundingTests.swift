import Foundation
import InputSupport
import Languages
import Notifications
import Profiles
import Testing

@testable import Exports

/// Values that come from around a record: its file's path, the keys above it, other lists.
struct SurroundingTests {
  private func titles(
    _ yaml: String, _ inputs: (Scratch) throws -> [ExportInput],
    changing change: (inout ReadingOptions) throws -> Void = { _ in }
  ) async throws -> [[String]] {
    let profile = try Profile(yaml: "name: small\n" + yaml, file: "small.yaml")
    let scratch = try Scratch()
    var options = try scratch.options()
    options.profiles = ProfileSet([profile])
    try change(&options)
    let index = try await ExportReader.index(try inputs(scratch), options: options)
    return try index.mailboxes().map { mailbox in
      mailbox.map { "\($0.recipient.text): \($0.title ?? "")" }
    }
  }

  @Test(arguments: [Int64(1 << 30), 1], [1, 4])
  func `The name above that of a record is a value`(memory: Int64, jobs: Int) async throws {
    let people = (0..<40).map { person in
      let records = (0..<30).map { #""r\#($0)":{"at":\#($0),"title":"t\#($0)"}"# }
      return "\"u\(person)\":{\(records.joined(separator: ","))}"
    }
    let found = try await titles(
      """
      fields: {id: "{@key[1]}/{@key}", time: at, title: "{@key[1]} {title}", recipient: "@key[1]"}
      """, { [try $0.file("a.json", "{\(people.joined(separator: ","))}")] },
      changing: {
        $0.memoryBudget = memory
        $0.jobs = jobs
        $0.chunkSize = 4096
      })
    #expect(found.count == 40)
    #expect(found.allSatisfy { $0.count == 30 })
    #expect(found.flatMap(\.self).contains("u7: u7 t3"))
    #expect(
      found.flatMap(\.self).allSatisfy { line in
        let words = line.split(separator: " ")
        return words[0].dropLast() == words[1]
      })
  }

  private static let grouped = """
    fields: {id: id, time: at, title: "@who.name", body: "@post.text", actorName: "@all[*].name"}
    records: {path: groups}
    joins:
      who: {list: accounts, by: "whos[0]"}
      all: {list: accounts, by: whos}
      post: {list: extra.posts, by: post, id: uri}
    """

  private static let page = """
    {"accounts":[{"id":"1","name":"Ana"},{"id":2,"name":"Ben"}],
     "groups":[{"id":1,"at":1,"whos":["2","1"],"post":"p"},{"id":2,"at":2,"whos":[9],"title":"t"}],
     "extra":{"posts":{"p":{"text":"Hello"}}}}
    """

  @Test func `A pipe is read to its end before its records are joined`() async throws {
    let yaml = Self.grouped.replacing("title: ", with: "recipient: \"@who.name\", title: ")
    let second = Self.page.replacing(#""id":1,"#, with: #""id":3,"#).replacing("Ben", with: "Cleo")
    let found = try await titles(
      yaml.replacing(#"title: "@who.name""#, with: #"title: ["@post.text", title]"#),
      { [try $0.pipe("p", Array((Self.page + "\n" + second).utf8))] },
      changing: { $0.chunkSize = 256 })
    // Of objects with one id the last counts.
    #expect(found == [["Cleo: Hello", "Cleo: Hello"], ["me: t"]])
  }

  @Test func `A record's own lists are not those of the document`() async throws {
    let found = try await titles(
      """
      fields: {id: id, time: at, title: ["@who.name", t]}
      joins: {who: {list: accounts, by: who}}
      """,
      { [try $0.file("a", #"{"id":1,"at":1,"t":"t","who":1,"accounts":[{"id":1,"name":"E"}]}"#)] })
    #expect(found == [["me: t"]])
  }

  private static let users = """
    fields: {id: id, time: at, title: "{@user.first} {@user.last}", recipient: user_id}
    joins: {user: {file: people, by: user_id, id: key}}
    """

  @Test func `A torn row of a second file is an error with its line`() async throws {
    let scratch = try Scratch()
    let people = try scratch.file("people.csv", "key,first,last\n7,Ana,B\n8,Ben,D\n9,Cleo\n")
    let fault = await faultSentence {
      try JoinFile(path: people.name, name: "users", temporaryFolder: "/tmp")
    }
    #expect(fault == "\(people.name), line 4: the row has 2 cells, but the header has 3")
  }

  @Test func `Two unequal objects of a second file with one id are an error`() async throws {
    let export = #"[{"id":1,"at":1,"user_id":"7"}]"#
    func fault(_ people: String) async throws -> String? {
      let scratch = try Scratch()
      let people = try scratch.file("people.csv", "key,first,last\n" + people)
      let file = try JoinFile(path: people.name, name: "people", temporaryFolder: "/tmp")
      return await faultSentence {
        try await titles(
          Self.users, { [try $0.file("a.json", export)] }, changing: { $0.joins["people"] = file })
      }
    }
    #expect(try await fault("7,Ana,B\n8,Ben,D\n7,Ana,B\n") == nil)
    #expect(
      try await fault("7,Ana,B\n8,Ben,D\n7,Cleo,E\n")?.hasSuffix(
        "people.csv, line 4: key: an earlier entry has the same id and is not the same, byte for byte"
      ) == true)
  }

  @Test func `A second file that is not given is an error`() async throws {
    let fault = await faultSentence {
      try await titles(
        Self.users, { [try $0.file("a.json", #"[{"id":1,"at":1,"user_id":"7","type":"x"}]"#)] })
    }
    #expect(fault?.hasSuffix("profile small looks values up in a file called people") == true)
  }
}
