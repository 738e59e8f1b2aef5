import ByteText
import Languages
import Notifications
import Profiles
import Testing

@testable import Exports

/// Values that say yes or no, and times that stand for "never".
struct FlagTests {
  private func truth(_ json: String, _ epoch: Epoch = .unix) -> Bool? {
    let arena = ByteArena()
    return json.withRawBytes { bytes in
      JSONText(bytes).flatMap { FieldValue(raw: arena.value($0)).truth(epoch: epoch) }
    }
  }

  @Test(arguments: ["0", "-0", "0.0", "-0.0", "00", "0.000000", "0e0"])
  func `A number equal to 0 is no, however it is written`(number: String) throws {
    for epoch in [Epoch.unix, .apple] {
      #expect(truth("\"\(number)\"", epoch) == false)
      if number != "00" { #expect(truth(number, epoch) == false) }
    }
  }

  @Test(arguments: [
    "0001-01-01T00:00:00Z", "0001-01-01", "0001-01-01T00:00:00+01:00", "0001-01-01 00:00:00-05:00",
    "1970-01-01 00:00:00", "1970-01-01T00:00:00.000Z", "1970-01-01", "0000-00-00",
    "0000-00-00 00:00:00", "0000-01-01T00:00:00Z", "-62135596800", "1900-01-01",
    "1900-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "9999-12-31 23:59:59.9999999",
    "9999-12-31T23:59:59-05:00", "9999-01-01",
  ])
  func `A zero time means never`(time: String) throws {
    #expect(truth("\"\(time)\"") == false)
  }

  @Test(arguments: ["1", "1.0", "01", "1.000000", "2026-02-03", "1770112800.5"])
  func `1 and times are yes`(value: String) throws { #expect(truth("\"\(value)\"") == true) }

  @Test(arguments: ["-1", "2", "0.5", "37", "-0.5", "86400"])
  func `A number that is no time, 0 or 1 is neither yes nor no`(number: String) throws {
    for epoch in [Epoch.unix, .apple] {
      #expect(truth(number, epoch) == nil)
      #expect(truth("\"\(number)\"", epoch) == nil)
    }
  }

  @Test(
    arguments: [
      (#""b'1'""#, true), (#""b'0'""#, false), ("\"\\u0001\"", true), ("\"\\u0000\"", false),
      (#"{"type":"Buffer","data":[1]}"#, true), (#"{"type":"Buffer","data":[0]}"#, false),
      (#"{"type":"Buffer","data":[1,0]}"#, nil), (#"{"type":"Buffer","data":[5]}"#, nil),
      (#"{"type":"Other","data":[1]}"#, nil),
      // It may be who read it.
      ("[1]", nil), ("[]", nil),
    ] as [(String, Bool?)])
  func `A bit of MySQL is yes or no`(value: String, isTrue: Bool?) throws {
    #expect(truth(value) == isTrue)
  }

  @Test func `Seconds since 2001 are times`() throws {
    #expect(truth("700000000.5", .apple) == true)
  }

  @Test(arguments: [
    "0", "-1", #""""#, #""0""#, #""0001-01-01T00:00:00Z""#, #""1970-01-01 00:00:00""#,
    #""0000-00-00 00:00:00""#, #"{"seconds":0}"#,
  ])
  func `An expiry that stands for never is none`(expiry: String) throws {
    for (more, found) in [("", nil), ("expires: 1d", 1_770_199_200)] as [(String, Int64?)] {
      for zone in ["UTC", "America/New_York"] {
        let profile = try Profile(
          yaml: """
            name: small
            fields: {id: id, time: at, title: t, expires: x}
            timeZone: \(zone)
            \(more)
            """, file: "small.yaml")
        let record = #"{"id":1,"at":"2026-02-03T10:00:00Z","t":"T","x":\#(expiry)}"#
        let read = try RecordBench(profiles: [profile], home: "small").notifications([record])
        #expect(read.map { $0.expiry?.seconds } == [found])
      }
    }
  }
}
