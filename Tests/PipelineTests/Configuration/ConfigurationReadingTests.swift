import ByteText
import Delivery
import Exports
import Languages
import MailMessages
import Notifications
import Rendering
import Testing
import YAML

@testable import Pipeline

struct ConfigurationReadingTests {
  @Test func `Every value has its type, and paths are relative to the file`() throws {
    let file = try Plan(
      yaml: """
        exports: [a.json, /var/b.jsonl, -]
        profile: rooms
        time-zone: Europe/Berlin
        recipients: people.json
        state: [marks.json, /var/marks.json]
        unsubscribe: {url: "https://a.example/u?{recipient}&{signature}", secret-from: SECRET}
        brand: {name: Rooms, accent: "#14d", address: 1 Main Street}
        images: false
        mail:
          digest: {from: d@example.org, outbox: out, reply-to: help@example.org}
          urgent:
            from: u@example.org
            outbox: ../urgent
            as: jsonl
            hour: 0
            types: offer
            priorities: [high, urgent, low]
            max-age: 36h
            max-messages: 5
            sync: false
        digest: {folder: d, format: text, days: 3}
        inbox: {folder: /srv/pages, index: true}
        """, file: "jobs/tidings.yaml")
    #expect(file.inputs.exports == [.file("jobs/a.json"), .file("/var/b.jsonl"), .standardInput])
    #expect(
      file.inputs.profile == ProfileName("rooms") && file.inputs.zone?.identifier == "Europe/Berlin"
    )
    #expect(file.inputs.recipients == ["jobs/people.json"] && !file.showsImages)
    #expect(file.inputs.states == ["jobs/marks.json", "/var/marks.json"])
    #expect(file.unsubscribe?.secretVariable == "SECRET")
    #expect(file.streams.map(\.name) == ["digest", "urgent"])
    #expect(file.streams.map(\.outbox) == ["jobs/out", "jobs/../urgent"])
    #expect(file.streams.first?.replyTo?.description == "help@example.org")
    let urgent = try #require(file.streams.last?.options)
    #expect(
      urgent.form == .jsonl && urgent.rhythm.times?.minutes == [0] && urgent.types == ["offer"])
    #expect(urgent.priorities == [.high, .low] && urgent.limits.maxAge == 36 * 3600)
    #expect(urgent.limits.maxMessages == 5 && !urgent.syncs)
    #expect(file.digest == DigestConfiguration(folder: "jobs/d", format: .text, days: 3))
    #expect(file.inbox?.folder == "/srv/pages" && file.inbox?.hasIndex == true)
  }

  @Test(arguments: ["", "- a", "a: [", "exports: a", "exports: []\ninbox: {folder: b}", "mail: {}"])
  func `A file that asks for nothing, names nothing, or is none, is an error`(yaml: String) {
    #expect(throws: Fault.self) { try Plan(yaml: yaml, file: "f") }
  }
}
