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

  private static let topics = """
    fields: {id: "{@stream}-{id}", time: at, title: "{@topic}: {t}", recipient: "@stream"}
    file: "{stream}/{topic}.json"
    """

  private func streams(_ scratch: Scratch) throws -> [ExportInput] {
    try ["a", "b"].flatMap { stream in
      try FileManager.default.createDirectory(
        atPath: scratch.folder + "/" + stream, withIntermediateDirectories: true)
      return try ["x.y", "z"].enumerated().map { number, topic in
        try scratch.file(
          "\(stream)/\(topic).json", #"[{"id":\#(number),"at":\#(number),"t":"t"}]"#)
      }
    }
  }

  @Test(arguments: [1 << 30, 1])
  func `Parts of the file's path are values of its records`(memory: Int64) async throws {
    let found = try await titles(Self.topics, streams) { $0.memoryBudget = memory }
    #expect(found == [["a: x.y: t", "a: z: t"], ["b: x.y: t", "b: z: t"]])
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

  @Test func `Objects of other lists are found by their ids, before or behind the records`()
    async throws
  {
    let page = try await titles(
      Self.grouped.replacing(#"title: "@who.name""#, with: #"title: ["@who.name", title]"#),
      { [try $0.file("a.json", Self.page)] })
    #expect(page == [["me: Ben", "me: t"]])
  }

  @Test func `A pipe is read to its end before its records are joined`() async throws {
    let yaml = Self.grouped.replacing("title: ", with: "recipient: \"@who.name\", title: ")
    let second = Self.page.replacing(#""id":1,"#, with: #""id":3,"#)
      .replacing("Ben", with: "Cleo")
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

  @Test func `Objects of a second file are found by their ids`() async throws {
    let scratch = try Scratch()
    let people = try scratch.file(
      "people.json", #"{"data":[{"key":7,"first":"Ana","last":"B \"q\""}]}"#)
    let found = try await titles(
      Self.users, { [try $0.file("a.json", #"[{"id":1,"at":1,"user_id":"7","type":"x"}]"#)] },
      changing: {
        $0.joins["people"] = try JoinFile(path: people.name, name: "users", temporaryFolder: "/tmp")
      })
    #expect(found == [["7: Ana B \"q\""]])
  }

  @Test func `Objects of a second file are also the rows of a table`() async throws {
    let scratch = try Scratch()
    let people = try scratch.file("people.csv", "key;first;last\n7;Ana;\"B, C\"\n\n8;Ben;D\n")
    let found = try await titles(
      Self.users, { [try $0.file("a.json", #"[{"id":1,"at":1,"user_id":"7","type":"x"}]"#)] },
      changing: {
        $0.joins["people"] = try JoinFile(path: people.name, name: "users", temporaryFolder: "/tmp")
      })
    #expect(found == [["7: Ana B, C"]])
  }

  @Test func `A torn row of a second file is an error with its line`() async throws {
    let scratch = try Scratch()
    let people = try scratch.file("people.csv", "key,first,last\n7,Ana,B\n8,Ben,D\n9,Cleo\n")
    let fault = await faultSentence {
      try JoinFile(path: people.name, name: "users", temporaryFolder: "/tmp")
    }
    #expect(fault == "\(people.name), line 4: the row has 2 cells, but the header has 3")
  }

  @Test func `A second file that is not given is an error`() async throws {
    let fault = await faultSentence {
      try await titles(
        Self.users, { [try $0.file("a.json", #"[{"id":1,"at":1,"user_id":"7","type":"x"}]"#)] })
    }
    #expect(fault?.hasSuffix("profile small looks values up in a file called people") == true)
  }

  @Test func `Everyone is nobody where no recipients file is given`() async throws {
    let fault = await faultSentence {
      try await titles(
        "fields: {id: id, time: at, title: t, recipient: everyone}",
        { [try $0.file("a.json", #"[{"id":1,"at":1,"t":"t"}]"#)] },
        changing: { $0.everyone = nil })
    }
    #expect(fault?.hasSuffix("profile small has notifications for everyone") == true)
  }
}
