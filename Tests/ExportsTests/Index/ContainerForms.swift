import Foundation

/// The same 300 records in every form that they may come in.
enum ContainerForms {
  static let records = Sample.records(300)

  /// The forms, by name; the first one is the plainest.
  static let all: [(name: String, text: String)] = lines + arrays + envelopes + mixtures

  private static let lines: [(name: String, text: String)] = [
    ("JSON Lines", records.joined(separator: "\n") + "\n"),
    ("JSON Lines without an end", records.joined(separator: "\n")),
    ("JSON Lines with CRLF", records.joined(separator: "\r\n") + "\r\n"),
    ("JSON Lines with empty lines", "\n\n" + records.joined(separator: "\n\n  \n")),
    ("records behind each other", records.joined()),
    ("printed records", records.map(printed).joined(separator: "\n")),
  ]

  private static let arrays: [(name: String, text: String)] = [
    ("array", "[" + records.joined(separator: ",") + "]"),
    ("array in lines", "[\n  " + records.joined(separator: ",\n  ") + "\n]\n"),
    ("array behind a byte order mark", "\u{FEFF}[" + records.joined(separator: " ,") + "]"),
    ("printed array", printed("[" + records.joined(separator: ",") + "]")),
    ("arrays behind each other", pieces(9).joined()),
    ("arrays in an array", "[" + pieces(9).joined(separator: ",") + "]"),
  ]

  private static let envelopes: [(name: String, text: String)] = [
    ("envelope", #"{"data":["# + records.joined(separator: ",") + #"],"meta":{"total":300}}"#),
    (
      "printed envelope",
      printed(#"{"x":{"y":[{}]},"items":["# + records.joined(separator: ",") + "]}")
    ),
    ("pages behind each other", pages(20).joined()),
    ("pages in lines", pages(7).joined(separator: "\n")),
    ("printed pages", pages(7).map(printed).joined(separator: "\n")),
    ("large pages", pages(2).joined()),
    ("pages in an array", "[" + pages(9).joined(separator: ",") + "]"),
    ("nested envelope", #"{"data":{"notifications":["# + records.joined(separator: ",") + "]}}"),
  ]

  private static let mixtures: [(name: String, text: String)] = [
    (
      "a page, then lines",
      #"{"data":["# + records[0] + "]}\n" + records.dropFirst().joined(separator: "\n")
    ),
    ("lines, then an array", records[0] + "\n[" + records.dropFirst().joined(separator: ",") + "]"),
    (
      "lines, then a printed envelope",
      records[0] + "\n" + printed(#"{"data":["# + records.dropFirst().joined(separator: ",") + "]}")
    ),
  ]

  /// The records in so many arrays.
  static func pieces(_ count: Int) -> [String] {
    let size = (records.count + count - 1) / count
    return (0..<count).map { piece in
      let part = min(piece * size, records.count)..<min((piece + 1) * size, records.count)
      return "[" + records[part].joined(separator: ",") + "]"
    }
  }

  /// The records in so many pages of an API.
  static func pages(_ count: Int) -> [String] {
    pieces(count).enumerated().map { page, array in
      let meta = #"{"page":\#(page + 1),"totalPages":\#(count)}"#
      return #"{"meta":\#(meta),"data":\#(array),"links":[{"a":"}"}]}"#
    }
  }

  /// The same JSON with line breaks and indentation.
  static func printed(_ json: String) -> String {
    guard let value = try? JSONSerialization.jsonObject(with: Data(json.utf8)),
      let data = try? JSONSerialization.data(withJSONObject: value, options: [.prettyPrinted])
    else { return json }
    return String(decoding: data, as: UTF8.self)
  }
}
