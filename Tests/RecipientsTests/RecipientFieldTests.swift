import ByteText
import Exports
import Foundation
import InputSupport
import Notifications
import Testing

@testable import Recipients

struct RecipientFieldTests {
  private static let monday = "\(Frequency.weekly(.monday))"
  private static let twice = "\(Frequency.weekly([.monday, .thursday]))"
  private static let ten = "\(Pause.instant(Instant(seconds: 1_772_359_200)))"

  @Test(arguments: [
    (#""name":"Ana","email":"ana@example.org""#, ["name": "Ana", "email": "ana@example.org"]),
    (#""mail":" a@b.c ","timeZone":"Asia/Dili ""#, ["email": "a@b.c", "timeZone": "Asia/Dili"]),
    (#""E-Mail":"a@b.c""#, ["email": "a@b.c"]),
    (#""full_name":"Ana","email_address":"a@b.c""#, ["name": "Ana", "email": "a@b.c"]),
    (#""locale":"pt_br","time_zone":"Asia/Dili""#, ["locale": "pt-BR", "timeZone": "Asia/Dili"]),
    (#""timezone":"UTC""#, ["timeZone": "UTC"]),
    (#""timeZone":"Asia/Kolkata""#, ["timeZone": "Asia/Kolkata"]),
    (#""frequency":"Daily""#, ["frequency": "daily"]),
    (#""frequency":"weekdays""#, ["frequency": "\(Frequency.weekly(.workdays))"]),
    (#""frequency":"weekly","days":["mon","Thursday"]"#, ["frequency": twice]),
    (#""days":"1, 4""#, ["frequency": twice]),
    (#""frequency":"monthly""#, ["frequency": "\(Frequency.monthly(day: 1))"]),
    (#""frequency":"monthly:15","day":15"#, ["frequency": "\(Frequency.monthly(day: 15))"]),
    (#""day":31"#, ["frequency": "\(Frequency.monthly(day: 31))"]),
    (#""frequency":"never","days":["mon"],"day":2"#, ["frequency": "never"]),
    (#""frequency":"daily","days":[]"#, ["frequency": "daily"]),
    (#""frequency":"weekly:friday","days":[]"#, ["frequency": "\(Frequency.weekly(.friday))"]),
    (#""days":"","hours":"""#, [:]),
    (#""hours":[8,"17:30"]"#, ["hour": "480,1050"]),
    (#""hours":"17:30, 8, 8""#, ["hour": "480,1050"]),
    (#""hour":8,"hours":["8:00"]"#, ["hour": "480"]), (#""hour":8,"hours":[]"#, ["hour": "480"]),
    (#""frequency":"weekly","day":3"#, ["frequency": "\(Frequency.weekly(.monday))"]),
    (#""hours":9"#, ["hour": "540"]), (#""hour":"07:15:00""#, ["hour": "435"]),
    (#""urgent":"Immediately""#, ["urgent": "immediately"]),
    (#""paused_until":"2026-03-01""#, ["paused": "day(2026-03-01)"]),
    (#""paused_until":"2026-03-01T10:00:00Z""#, ["paused": ten]),
    (#""frequency":"never""#, ["frequency": "never"]),
    (#""frequency":"weekly""#, ["frequency": "\(Frequency.weekly(.monday))"]),
    (#""frequency":"weekly:Fri""#, ["frequency": "\(Frequency.weekly(.friday))"]),
    (#""frequency":"weekly","weekday":7"#, ["frequency": "\(Frequency.weekly(.sunday))"]),
    (#""frequency":"weekly:monday","weekday":"mon""#, ["frequency": monday]),
    (#""frequency":"daily","weekday":"tuesday""#, ["frequency": "daily"]),
    (#""weekday":"sunday""#, ["frequency": "\(Frequency.weekly(.sunday))"]),
    (#""hour":0"#, ["hour": "0"]), (#""hour":"07""#, ["hour": "420"]),
    (#""hour":23.0"#, ["hour": "1380"]),
    (#""types_off":["newMessage","offer"]"#, ["typesOff": "new_message,offer"]),
    (#""typesOff":"new_message, offer,""#, ["typesOff": "new_message,offer"]),
    (#""muted_types":[]"#, ["typesOff": ""]),
    (#""minimum_priority":"medium""#, ["minimumPriority": "normal"]),
    (#""quietHours":{"start":"22:30","end":"07:15"}"#, ["quiet": "1350-435"]),
    (#""quiet_hours":{"from":"22:30:00","to":"7:15"}"#, ["quiet": "1350-435"]),
    (#""quiet_hours":"22:30 - 07:15""#, ["quiet": "1350-435"]),
    (#""quiet_hours_start":"22:30","quiet_hours_end":"07:15""#, ["quiet": "1350-435"]),
    (#""quiet_hours_start":"06:00","quiet_hours_end":"06:00""#, ["quiet": "off"]),
    (#""quiet_hours_start":22,"quiet_hours_end":"7""#, ["quiet": "1320-420"]),
    (#""quiet_hours":"22-7:15""#, ["quiet": "1320-435"]),
    (#""quiet_hours":{"enabled":false,"start":"22:30","end":"07:15"}"#, ["quiet": "off"]),
    (#""quiet_hours":false"#, ["quiet": "off"]),
    (
      #""latitude":"-8.05","longitude":-34.9,"radius":5"#,
      ["centre": "-8.05,-34.9", "radius": "5.0"]
    ),
    (#""location":{"lat":1,"lng":2,"radius":0}"#, ["centre": "1.0,2.0", "radius": "0.0"]),
    (#""unsubscribed":true"#, ["unsubscribed": "true"]),
    (#""unsubscribed":0"#, ["unsubscribed": "false"]),
    (#""subscribed":false"#, ["unsubscribed": "true"]), (#""is_subscribed":1"#, [:]),
    (#""email_notifications":"no""#, ["unsubscribed": "true"]),
    (#""emailNotifications":{"likes":false},"is_active":"soon""#, [:]),
    (#""email_opt_out":1,"is_active":true"#, ["unsubscribed": "true"]),
    (#""unsubscribed":"no","deleted_at":"2026-02-08T10:00:00Z""#, ["unsubscribed": "true"]),
    (#""unsubscribed":false,"isActive":0"#, ["unsubscribed": "true"]),
    (#""unsubscribed":"no""#, ["unsubscribed": "false"]),
    (#""unsubscribed":"2026-02-08 10:00:00+00""#, ["unsubscribed": "true"]),
    (#""unsubscribed_at":"2026-02-08T10:00:00Z","unsubscribed":false"#, ["unsubscribed": "true"]),
    (#""unsubscribed_at":{"_seconds":1770559200,"_nanoseconds":0}"#, ["unsubscribed": "true"]),
    (#""unsubscribe_url":"https://x.org/u?i=7""#, ["unsubscribeURL": "https://x.org/u?i=7"]),
    (#""unsubscribeURL":"mailto:off@x.example""#, ["unsubscribeURL": "mailto:off@x.example"]),
    (#""also":{"gitlab":42,"rooms":"u\u00e9"}"#, ["also": "gitlab=42,rooms=ué"]),
    (#""profile":"rooms""#, ["profile": "rooms"]),
    (#""preferences":{"frequency":"never","hour":9}"#, ["frequency": "never", "hour": "540"]),
    (#""name":null,"email":"","hour":null,"also":null,"quiet_hours":null"#, [:]),
  ])
  func `A field is read however it is spelled`(members: String, given: [String: String]) throws {
    let reading = try RecipientSupport.read(#"{"id":"7",\#(members)}"#)
    #expect(reading.rejects == [])
    #expect(reading.drafts.first?.id == RecipientID("7"))
    #expect(reading.drafts.first?.given == given)
  }

  @Test(arguments: [
    (#""quiet_hours":{"start":600,"end":840}"#, "!quietHoursStart malformed"),
    (#""quiet_hours":{"start":"24","end":"10.00"}"#, "!quietHoursStart malformed"),
    (#""hour":24"#, "!hour malformed"), (#""hour":-1"#, "!hour malformed"),
    (#""hour":7.5"#, "!hour malformed"), (#""hour":"seven""#, "!hour malformed"),
    (#""hour":1e999"#, "!hour malformed"), (#""hour":"0x7""#, "!hour malformed"),
    (#""hour":[7]"#, "!hour wrong-type"), (#""hour":true"#, "!hour malformed"),
    (#""time_zone":"Mars/Olympus""#, "!timeZone unknown-zone"),
    (#""time_zone":"PST""#, "!timeZone unknown-zone"),
    (#""time_zone":"UTC\u0000""#, "!timeZone unknown-zone"),
    (#""time_zone":{}"#, "!timeZone wrong-type"),
    (#""locale":"English""#, "!locale malformed"),
    (#""locale":"de_DE.UTF-8""#, "!locale malformed"),
    (#""locale":"e""#, "!locale malformed"), (#""locale":"en-""#, "!locale malformed"),
    (#""frequency":"hourly""#, "!frequency unknown-word"),
    (#""frequency":"weekly:someday""#, "!frequency unknown-word"),
    (#""frequency":false"#, "!frequency unknown-word"),
    (#""frequency":"weekly","weekday":0"#, "!weekday unknown-word"),
    (#""days":"mon,someday""#, "!days unknown-word"), (#""days":{}"#, "!days wrong-type"),
    (#""frequency":"daily","days":["mon"]"#, "!frequency contradiction"),
    (#""frequency":"weekly:mon","days":["tue"]"#, "!frequency contradiction"),
    (#""frequency":"monthly","days":["mon"]"#, "!frequency contradiction"),
    (#""days":[]"#, "!days malformed"), (#""hours":[]"#, "!hours malformed"),
    (#""frequency":"weekly","days":[]"#, "!days malformed"),
    (#""days":["mon"],"day":3"#, "!day contradiction"), (#""day":32"#, "!day malformed"),
    (#""frequency":"monthly:0""#, "!frequency malformed"),
    (#""hours":[8,24]"#, "!hours malformed"), (#""hours":"8;9""#, "!hours malformed"),
    (#""hours":[8,true]"#, "!hours wrong-type"),
    (#""hour":7,"hours":[8]"#, "!hours contradiction"),
    (#""hour":8,"hours":[8,17]"#, "!hours contradiction"),
    (#""hour":7,"preferences":{"hours":[8]}"#, "!hours contradiction"),
    (#""paused_until":"2026-+1-01""#, "!pausedUntil malformed"),
    (#""urgent":"now""#, "!urgent unknown-word"),
    (#""typesOff":"[\"general\"]""#, "!typesOff wrong-type"),
    (#""typesOff":"{\"general\":true}""#, "!typesOff wrong-type"),
    (#""preferences":5"#, "!preferences wrong-type"),
    (#""preferences":"unsubscribed""#, "!preferences wrong-type"),
    (#""preferences":[{"unsubscribed":true}]"#, "!preferences wrong-type"),
    (#""paused_until":"2026-02-30""#, "!pausedUntil malformed"),
    (#""paused_until":"soon""#, "!pausedUntil malformed"),
    (#""frequency":"weekly:monday","weekday":"friday""#, "!frequency contradiction"),
    (#""types_off":{"a":true}"#, "!typesOff wrong-type"),
    (#""types_off":[1]"#, "!typesOff wrong-type"),
    (#""minimum_priority":"shouting""#, "!minimumPriority malformed"),
    (#""quiet_hours":{"start":"22:30"}"#, "!quietHoursEnd missing"),
    (#""quiet_hours_end":"22:30""#, "!quietHoursStart missing"),
    (#""quiet_hours_start":"25:00","quiet_hours_end":"01:00""#, "!quietHoursStart malformed"),
    (#""quiet_hours_start":"22:3","quiet_hours_end":"01:00""#, "!quietHoursStart malformed"),
    (#""quiet_hours":"22:30""#, "!quietHours malformed"),
    (#""quiet_hours":[1,2]"#, "!quietHours wrong-type"),
    (#""latitude":1"#, "!longitude missing"), (#""longitude":1"#, "!latitude missing"),
    (#""latitude":91,"longitude":0"#, "!latitude malformed"),
    (#""latitude":0,"longitude":181"#, "!longitude malformed"),
    (#""latitude":"nan","longitude":0"#, "!latitude malformed"),
    (#""radius":-1"#, "!radius malformed"), (#""radius":1e999"#, "!radius malformed"),
    (#""unsubscribed":"perhaps""#, "!unsubscribed wrong-type"),
    (#""unsubscribed":[]"#, "!unsubscribed wrong-type"),
    (#""unsubscribe_url":"javascript:alert(1)""#, "!unsubscribeURL malformed"),
    (#""unsubscribe_url":"https://a\r\nBcc: x""#, "!unsubscribeURL malformed"),
    (#""unsubscribe_url":"https://""#, "!unsubscribeURL malformed"),
    (#""also":"gitlab=42""#, "!also wrong-type"),
    (#""also":{"gitlab":null}"#, "!also.gitlab wrong-type"),
    (#""also":{"gitlab":1,"gitlab":2}"#, "!also.gitlab repeated-key"),
    (#""email":["a@b.c"]"#, "!email wrong-type"), (#""name":{}"#, "!name wrong-type"),
    (#""unsubscribed":true,"unsubscribed":false"#, "!unsubscribed repeated-key"),
    (#""hour":07"#, "!- damaged"), (#""hour":tru"#, "!- damaged"),
  ])
  func `A field that nobody understands rejects by name`(members: String, verdict: String) throws {
    let reading = try RecipientSupport.read(#"{"id":"7",\#(members)}"#)
    #expect(reading.entries.map(\.verdict) == [verdict])
  }

  @Test func `What is rejected still tells whose entry it was`() throws {
    let reading = try RecipientSupport.read(#"{"id":7,"email":"A@b.c","hour":99}"#)
    #expect(reading.rejects.first?.recipient == RecipientID("7"))
    #expect(
      reading.rejects.first?.words
        == "hour: 99 is not an hour from 0 to 23, or a time such as 17:30")
  }

  @Test func `Names and ids are kept as they are, control characters and all`() throws {
    let reading = try RecipientSupport.read(
      #"{"id":"../\u0000\u202e","name":"A\r\nBcc: b@c\u001b[2J","email":"a@b.c\r\nX: y"}"#)
    #expect(reading.drafts.first?.id == RecipientID("../\0\u{202E}"))
    #expect(reading.drafts.first?.name == "A\r\nBcc: b@c\u{1B}[2J")
    #expect(reading.drafts.first?.email == "a@b.c\r\nX: y")
  }

  @Test func `A number of 26 digits is an id as it stands`() throws {
    let reading = try RecipientSupport.read(#"{"id":12345678901234567890123456}"#)
    #expect(reading.entries.map(\.verdict) == ["12345678901234567890123456"])
  }

  @Test(arguments: RecipientField.all.filter { $0.name != "id" })
  func `What a file does not say of a person, the exports may`(field: RecipientField) throws {
    let partners = [
      "quietHoursEnabled": #""quietHoursStart":"22:00","quietHoursEnd":"07:00""#,
      "quietHoursStart": #""quietHoursEnd":"07:00""#,
      "quietHoursEnd": #""quietHoursStart":"22:00""#,
      "latitude": #""longitude":1"#, "longitude": #""latitude":1"#,
      "day": #""frequency":"monthly""#,
      "weekday": #""frequency":"weekly""#,
    ]
    let members = [#""id":1"#, "\"\(field.name)\":\(field.example)", partners[field.name]]
    let text = "{" + members.compactMap(\.self).joined(separator: ",") + "}"
    let said = try #require(try RecipientSupport.read(text).drafts.first, "\(text)")
    var silent = RecipientDraft(id: said.id, file: said.file, place: said.place)
    // Whose the id is only the file says.
    (silent.profile, silent.also) = (said.profile, said.also)
    #expect(silent.over(said) == said)
    #expect(said != silent || ["profile", "also"].contains(field.name))
  }

  @Test func `Members that nobody reads are named`() throws {
    let reading = try RecipientSupport.read(
      #"[{"id":1,"unsubscribd":true,"Time_Zone":"UTC"},{"id":2,"created_at":0}]"#)
    #expect(reading.unknownFields == ["unsubscribd", "created_at"])
  }

  @Test(arguments: [
    (String(repeating: "k", count: 10_000), "also." + String(repeating: "k", count: 195)),
    ("kk" + String(repeating: "é", count: 5_000), "also.kk" + String(repeating: "é", count: 96)),
  ])
  func `A long name is told cut at a whole character`(name: String, told: String) throws {
    let reading = try RecipientSupport.read("[{\"id\": 1, \"also\": {\"\(name)\": null}}]")
    let reject = try #require(reading.rejects.first)
    #expect(reject.words == told + ": it must be a text or number")
  }
}

struct RecipientContainerTests {
  @Test(arguments: [
    ("", []), (" \n", []), ("[]", []), ("{}", []), (#"[{"id":1},{"id":2}]"#, ["1", "2"]),
    (#"{"recipients":[{"id":1}],"total":1}"#, ["1"]),
    (#"{"meta":{"page":1},"users":[{"id":1}]}"#, ["1"]),
    (#"{"data":{"u1":{"name":"A"},"u2":{}}}"#, ["u1", "u2"]),
    (#"{"u\u00e9":{"hour":7},"u2":{"id":"x"}}"#, ["ué", "x"]), (#"{"id":1,"data":[]}"#, ["1"]),
    (#"{"user_id":"u"}"#, ["u"]), ("{\"id\":1}\n{\"id\":2}\n", ["1", "2"]),
    ("\u{FEFF}{\"id\":1}\r\n{\"id\":2}", ["1", "2"]),
    (#"[{"id":1}][{"id":2}]{"id":3}"#, ["1", "2", "3"]), (#"{"email":"a@b.c"}"#, ["!id missing"]),
    (#"[{"id":""}]"#, ["!id missing"]), (#"[{"id":null}]"#, ["!id missing"]),
    (#"[1,"x",null,[],{"id":2}]"#, ["!- damaged", "!- damaged", "!- damaged", "!- damaged", "2"]),
    ("{\"id\":1}\n{\"id\":tru}\n{\"id\":3}", ["1", "!- damaged", "3"]),
  ])
  func `Recipients are found in every container`(text: String, verdicts: [String]) throws {
    #expect(try RecipientSupport.read(text).entries.map(\.verdict) == verdicts)
  }

  @Test func `Every entry has the line on which it begins`() throws {
    let reading = try RecipientSupport.read(
      "[\n{\"id\":1},\n\n{\"id\":2,\n\"hour\":99}\n,{\"id\":3}]")
    let places = reading.entries.map {
      switch $0 {
      case .draft(let draft): draft.place
      case .rejected(let reject): reject.place
      }
    }
    #expect(places == [Fault.Place(line: 2), Fault.Place(line: 4), Fault.Place(line: 6)])
  }

  @Test(arguments: [
    ("{\"id\":1}\n{\"id\":", 2), ("[{\"id\":1},\n{\"id\":2}", 1), ("hello", 1),
    ("{\"id\":1}\n7", 2), ("[{\"id\":1}\n{\"id\":2}]", 2), ("[{\"id\":1},\n]", 2),
    ("{\"a\" {}}", 1), ("{{}}", 1), ("]", 1), ("\"never closed", 1),
  ])
  func `A file that cannot be cut into entries names its line`(text: String, line: Int) throws {
    let fault = try #require(throws: Fault.self) { try RecipientSupport.read(text) }
    #expect(fault.sentence == "r.json, line \(line): the JSON is damaged from this point on")
  }

  @Test func `A file cut anywhere is an error or has fewer entries, and never traps`() throws {
    let whole = #"{"users":[{"id":"a\"b","also":{"x":[1]}},{"id":2}],"n":1}"#
    for length in 0...whole.utf8.count {
      let cut = String(decoding: whole.utf8.prefix(length), as: UTF8.self)
      let entries = (try? RecipientSupport.read(cut).entries) ?? []
      #expect(entries.isEmpty || length == whole.utf8.count)
    }
  }
}
