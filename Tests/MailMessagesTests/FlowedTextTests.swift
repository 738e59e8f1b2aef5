import Testing

@testable import MailMessages

struct FlowedTextTests {
  private func text(_ flowed: FlowedText) -> String {
    String(decoding: flowed.bytes, as: UTF8.self)
  }

  @Test func paragraphsFlowAndLinesStay() {
    var flowed = FlowedText()
    flowed.appendParagraph(["one", "two", "three"])
    flowed.appendLine()
    flowed.appendLine("fixed   ")
    flowed.appendSignatureSeparator()
    #expect(text(flowed) == "one \ntwo \nthree\n\nfixed\n-- \n")
  }

  @Test(
    arguments: [
      (">quote", " >quote"), (" indent", "  indent"), ("From me", " From me"), ("From", " From"),
      ("Fromage", "Fromage"),
      ("--", " --"), ("-- x", "-- x"), ("", ""), ("   ", ""), ("a\rb\u{1}\u{9D}", "a b"),
    ])
  func lineBeginningsWithAMeaningAreStuffed(_ line: String, _ written: String) {
    var flowed = FlowedText()
    flowed.appendLine(line)
    #expect(text(flowed) == written + "\n")
  }

  @Test func aWordThatBecomesASeparatorByFlowingIsStuffed() {
    var flowed = FlowedText()
    flowed.appendParagraph(["From", "--", "here"])
    #expect(text(flowed) == " From \n -- \nhere\n")
  }

  @Test func wrappedTextKeepsItsFlowAndItsSeparator() {
    let wrapped = Array("a \r\nb\n>c  \nd\n   \n-- \nfooter".utf8)
    #expect(text(FlowedText(wrapped: wrapped)) == "a \nb\n >c \nd\n\n-- \nfooter\n")
    #expect(text(FlowedText(wrapped: [])) == "")
    #expect(text(FlowedText(wrapped: [10])) == "\n")
  }

  /// A reader as RFC 3676 section 4 describes it.
  private func reflowed(_ flowed: FlowedText) -> [String] {
    var paragraphs: [String] = []
    var isOpen = false
    for line in text(flowed).split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      let unstuffed = line.first == " " ? line.dropFirst() : line
      if isOpen {
        paragraphs[paragraphs.count - 1] += unstuffed
      } else {
        paragraphs.append(String(unstuffed))
      }
      isOpen = unstuffed.last == " " && unstuffed != "-- "
    }
    return paragraphs
  }

  @Test func aReaderGetsTheParagraphsBack() {
    var flowed = FlowedText()
    flowed.appendParagraph(["> not quoted", "From", "From here", " and there", "--"])
    flowed.appendLine("--")
    flowed.appendSignatureSeparator()
    #expect(reflowed(flowed) == ["> not quoted From From here  and there --", "--", "-- "])
  }
}
