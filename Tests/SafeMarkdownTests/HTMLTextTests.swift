import Testing

@testable import SafeMarkdown

struct HTMLTextTests {
  @Test(arguments: [
    ("a <b>c</b> d", "a c d"), ("<p>a</p><p>b</p>", "a\n\nb"), ("a<br>b<br/>c", "a\nb\nc"),
    ("a<pre>\nb\n  c\n\nd\n</pre>e", "a\n\nb\n  c\n\nd\n\ne"),
    ("<pre>a\r\nb\rc</pre>", "a\nb\nc"), ("<pre>  a  b </pre> c  d", "  a  b\n\nc d"),
    ("<PRE><code>a <i>b</i>\n c</code></PRE></pre>d\ne", "a b\n c\n\nd e"),
    ("a<pre> \n </pre>b", "a\n\nb"), ("<pre>a<br>b\n<br> c", "a\nb\n c"),
    ("<div>a</div><div>b</div><ol><li>c<li>d</ol>", "a\nb\n\nc\nd"),
    ("<ul><li>a</li><li>b</li></ul>c", "a\nb\n\nc"), ("  a \n\t b  ", "a b"),
    ("a&amp;b&lt;c&gt;&quot;&#39;", "a&b<c>\"'"), ("&hellip;&eacute;&nbsp;x", "…é\u{A0}x"),
    ("&#x1F389;&#8230;&#146;&#0;&#xD800;&#99999999;", "🎉…’\u{FFFD}\u{FFFD}\u{FFFD}"),
    ("&unknown; & &; &# &#x; AT&T", "&unknown; & &; &# &#x; AT&T"), ("&ampx &lt", "&x <"),
    ("a<script>alert('</b>')</script>b", "ab"), ("<style>p{}</style>a", "a"),
    ("a<!-- <b> -->b", "ab"), ("a<!doctype html><?php x ?>b", "ab"),
    ("<a title=\"a>b\" href='x'>c</a>", "c"), ("a < b > c", "a < b > c"), ("1<2", "1<2"),
    ("<SCRIPT>x</ScRiPt >y", "y"), ("a<script>b", "a"), ("a<!-- b", "a"), ("a<b", "a"),
    ("<td>a</td><td>b</td>", "a b"), ("</p>a</ b>c", "ac"), ("", ""), ("<", "<"), ("a<", "a<"),
    ("<script>x</scripty>y</script>z", "z"),
  ])
  func `An HTML fragment leaves its text`(_ html: String, _ expected: String) {
    #expect(HTMLText.plain(html) == expected)
  }
}
