import Testing

@testable import Rendering

struct GalleryPageTests {
  private func html(_ terminal: String) -> String {
    String(decoding: TerminalMarkup.html(of: Array(terminal.utf8)), as: UTF8.self)
  }

  @Test func `Colors of a terminal become classes, and its text is escaped`() {
    #expect(html("a\u{1B}[1;34m●\u{1B}[0m <b>\n") == "a<span class=\"s1 s34\">●</span> &lt;b&gt;\n")
    #expect(html("\u{1B}[2mnever ended") == "<span class=\"s2\">never ended</span>")
    #expect(html("plain") == "plain")
  }

  @Test func `A page shows each view by a rule of its own, and what it says of it is escaped`()
    throws
  {
    let theme = try GalleryTheme(TemplateCatalogue())
    let shot = GalleryShot(kind: "mail", title: "Mail", note: "<b>", file: "a.html")
    let views = ["en", "pt-BR"].map { GalleryView(language: $0, caseNumber: 0, shots: [shot]) }
    let page = String(decoding: theme.page(of: views, cases: ["<i>"]), as: UTF8.self)
    #expect(
      page.contains("has(#language-pt-BR:checked):has(#case-0:checked) .language-pt-BR.case-0"))
    #expect(page.contains("&lt;b&gt;") && page.contains("&lt;i&gt;"))
    #expect(!page.contains("<b>") && page.ranges(of: "<script").count == 1)
    #expect(page.contains("português"))
  }
}
