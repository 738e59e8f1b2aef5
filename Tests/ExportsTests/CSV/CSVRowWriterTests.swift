import Foundation
import Testing

@testable import Exports

struct CSVRowWriterTests {
  private static func json(_ row: String, header: String = "a,b,c") throws -> String? {
    let table = try #require(CSVTable.found(in: Array((header + "\n").utf8), isWhole: true))
    let reader = CSVRowReader(ColumnUsage(named: [], nested: ["c"]))
    let bytes = Array(row.utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: 8)
    return bytes.withUnsafeBytes { bytes in
      let row = UnsafeRawBufferPointer(rebasing: bytes[..<row.utf8.count])
      return switch reader.record(of: row, in: table) {
      case .record(let json): String(decoding: json, as: UTF8.self)
      case .blank: "blank"
      case .lost(let reason, let column): "\(reason) \(column ?? "")"
      }
    }
  }

  /// RFC 4180, and what real files hold besides.
  @Test(arguments: [
    ("1,2,3", #"{"a":"1","b":"2","c":"3"}"#), ("1,,", #"{"a":"1","b":null,"c":null}"#),
    (#""1","2","3""#, #"{"a":"1","b":"2","c":"3"}"#),
    (#"1,"","3""#, #"{"a":"1","b":null,"c":"3"}"#),
    (#"1,"x, y","3""#, #"{"a":"1","b":"x, y","c":"3"}"#),
    (#"1,"say ""hi""","""""#, #"{"a":"1","b":"say \"hi\"","c":"\""}"#),
    ("1,\"x\ny\r\nz\",3", #"{"a":"1","b":"x\u000ay\u000d\u000az","c":"3"}"#),
    (#"1, "x",3"#, #"{"a":"1","b":" \"x\"","c":"3"}"#),
    (#"1,5" pipe,3"#, #"{"a":"1","b":"5\" pipe","c":"3"}"#),
    (#"1,"x" ,3"#, #"{"a":"1","b":"x ","c":"3"}"#),
    (#"1,C:\dir,3"#, #"{"a":"1","b":"C:\\dir","c":"3"}"#),
    ("1,\t\u{1}\u{1F},3", #"{"a":"1","b":"\u0009\u0001\u001f","c":"3"}"#),
    ("é,😀,\u{FEFF}", "{\"a\":\"é\",\"b\":\"😀\",\"c\":\"\u{FEFF}\"}"),
    ("12345678,123456789,1234567", #"{"a":"12345678","b":"123456789","c":"1234567"}"#),
  ])
  func `A row becomes an object`(row: String, json: String) throws {
    #expect(try Self.json(row) == json)
  }

  @Test(arguments: [
    (#"1,2,"{""x"": [1, 2]}""#, #"{"a":"1","b":"2","c":{"x": [1, 2]}}"#),
    ("1,2,[]", #"{"a":"1","b":"2","c":[]}"#),
    (#"1,"{""x"":1}",3"#, #"{"a":"1","b":"{\"x\":1}","c":"3"}"#),
    (#"1,2,"{""x"":}""#, #"{"a":"1","b":"2","c":"{\"x\":}"}"#),
    (#"1,2,"{},""b"":{}""#, #"{"a":"1","b":"2","c":"{},\"b\":{}"}"#),
  ])
  func `JSON counts as JSON only in a column that a path enters`(row: String, json: String) throws {
    #expect(try Self.json(row) == json)
  }

  @Test(arguments: [
    ("1,2", "cellCount(2, columns: 3) "), ("1,2,3,4", "cellCount(4, columns: 3) "),
    ("1,2,3,,4", "cellCount(5, columns: 3) "), ("1", "cellCount(1, columns: 3) "),
    // A comma in a text may have shifted the cells.
    ("1,2,3,,", "cellCount(5, columns: 3) "),
    ("", "blank"), (",,", "blank"), (",,,,", "blank"), ("  ", "blank"), ("a,b,c", "blank"),
    (#"1,"x,3"#, "openQuote b"), (#"1,2,""#, "openQuote c"), (#"1,2,"x"""#, "openQuote c"),
    (#"1,"x"y"z,3"#, "textAfterQuote b"), (#"1,"x"y,3"#, "textAfterQuote b"),
    ("\"never closed,x\n2,\"x\",3", "textAfterQuote a"),
  ])
  func `A row with other cells than the header is no record`(row: String, fault: String) throws {
    #expect(try Self.json(row) == fault)
  }

  @Test(arguments: ["a,b,c\n1,2,3,,", "a,b,c,"])
  func `Empty cells may follow where the first rows or the header do so`(header: String) throws {
    #expect(try Self.json("1,2,3,,", header: header) == #"{"a":"1","b":"2","c":"3"}"#)
  }

  @Test func `Columns without a name are left out, and names lose their blanks`() throws {
    #expect(try Self.json("1,2,3", header: ", b ,c") == #"{"b":"2","c":"3"}"#)
  }

  @Test func `Every byte at every offset is copied or escaped as a slow writer would`() throws {
    for byte in UInt8(0)...0x7F where byte != UInt8(ascii: ",") && byte != UInt8(ascii: "\"") {
      for offset in 0..<9 {
        let text =
          String(repeating: "x", count: offset) + String(UnicodeScalar(byte))
          + String(repeating: "y", count: 8 - offset)
        let json = try #require(try Self.json("1,\(text),3"))
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: String]
        #expect(object?["b"] == text)
      }
    }
  }
}
