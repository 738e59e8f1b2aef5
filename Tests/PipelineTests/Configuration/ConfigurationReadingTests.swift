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
  /// The smallest file, with `extra` behind it.
  private func configuration(_ extra: String = "") throws(Fault) -> Plan {
    try Plan(
      yaml: """
        exports: a.json
        mail:
          digest: {from: d@example.org, outbox: out}

        """ + extra, file: "jobs/tidings.yaml")
  }

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

  @Test(arguments: [
    ("timezone: UTC", 4, 1, "timezone"),
    ("time-zone: Mars/Olympus", 4, 12, "time-zone"),
    ("locale: 12", 4, 9, "locale"),
    ("images: yes", 4, 9, "images"),
    ("profile: [rooms]", 4, 10, "profile"),
    ("owner: a\nowner: b", 5, 1, "owner"),
    ("base-url: app.example.org", 4, 11, "base-url"),
    ("inbox-url: https://a.example/{user}", 4, 12, "inbox-url"),
    ("brand: red", 4, 8, "brand"),
    ("brand: {accent: red}", 4, 17, "brand.accent"),
    ("brand:\n  accent: #ffdd00", 5, 3, "brand.accent"),
    ("inbox: {folder: x/..//./out/}", 4, 17, "inbox.folder"),
    ("report: ../jobs/../jobs/out", 4, 9, "report"),
    ("brand: {logo: http://a.example/l.png}", 4, 15, "brand.logo"),
    ("unsubscribe: {url: 'https://a/{signature}'}", 4, 14, "unsubscribe.secret-from"),
    ("unsubscribe: {url: 'https://a/', secret-from: hunter2}", 4, 47, "unsubscribe.secret-from"),
    ("unsubscribe: {secret-from: SECRET}", 4, 14, "unsubscribe.url"),
    ("unsubscribe: {url: 'https://a/{type}', secret-from: S}", 4, 20, "unsubscribe.url"),
    ("manage: {url: 'https://a/{tpye}', secret-from: SECRET}", 4, 15, "manage.url"),
    ("manage: {url: 'http://a/', secret-from: SECRET}", 4, 15, "manage.url"),
    ("manage: {url: ['https://a/', 'https://b/'], secret-from: S}", 4, 15, "manage.url"),
    ("manage: {url: 'https://a/{type}'}", 4, 9, "manage.secret-from"),
    ("digest: {folder: d, format: terminal}", 4, 29, "digest.format"),
    ("digest: {folder: d, days: 0}", 4, 27, "digest.days"),
    ("inbox: {index: true}", 4, 8, "inbox.folder"),
    ("report: ''", 4, 9, "report"),
    ("  b: {from: b@example.org}", 4, 6, "mail.b.outbox"),
    ("  b: {from: b, outbox: b}", 4, 13, "mail.b.from"),
    ("  b c: {from: b@example.org, outbox: b}", 4, 3, "mail.b c"),
    ("  b: {from: b@example.org, outbox: out}", 4, 36, "mail.b.outbox"),
    ("  b: {from: b@example.org, outbox: b, hour: 24}", 4, 45, "mail.b.hour"),
    ("  b: {from: b@example.org, outbox: b, first-days: 7d}", 4, 51, "mail.b.first-days"),
    ("  b: {from: b@example.org, outbox: b, as: mdir}", 4, 43, "mail.b.as"),
    ("  b: {from: b@example.org, outbox: b, theme: pink}", 4, 46, "mail.b.theme"),
    ("  b: {from: b@example.org, outbox: b, max-age: 36}", 4, 48, "mail.b.max-age"),
    ("  b: {from: b@example.org, outbox: b, priorities: [high, top]}", 4, 58, "mail.b.priorities"),
    ("a: &x b", 4, 4, ""),
  ])
  func `A fault names its line, column and key`(extra: String, line: Int, column: Int, key: String)
    throws
  {
    let fault = try #require(throws: Fault.self) { try configuration(extra) }
    #expect(fault.earlier.isEmpty, "\(fault.earlier)")
    #expect(fault.file == "jobs/tidings.yaml")
    #expect(fault.place == Fault.Place(line: line, column: column), "\(fault)")
    #expect(fault.field ?? "" == key, "\(fault)")
  }

  @Test(arguments: ["", "- a", "a: [", "exports: a", "exports: []\ninbox: {folder: b}", "mail: {}"])
  func `A file that asks for nothing, names nothing, or is none, is an error`(yaml: String) {
    #expect(throws: Fault.self) { try Plan(yaml: yaml, file: "f") }
  }

  @Test func `A secret that was written into the file is not repeated`() throws {
    let error = try #require(throws: Fault.self) {
      try configuration("unsubscribe: {url: 'https://a/', secret-from: hunter2-secret}")
    }
    #expect(!String(describing: error).contains("hunter2"))
  }
}
