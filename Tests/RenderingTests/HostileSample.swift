import Digests
import Notifications

extension Samples {
  /// Words that strangers wrote to be more than words.
  static let hostileTexts = [
    "\u{1B}[31mred\u{1B}[0m and \u{1B}]0;title\u{7}", "\u{9B}31mC1 \u{9D}0;x\u{9C}",
    "over\rwritten", "back\u{8}\u{8}\u{8}\u{8}space", "bell\u{7} null\u{0} delete\u{7F}",
    "line one\r\nline two\u{2028}three\u{85}four\tfive", "   spaces    around   ",
    "abc\u{202E}gnp.exe", "\u{2066}isolate never closed", "\u{202B}embedded\u{202C}\u{202C}",
    "שלום עולם", "price: 5 ש״ח (five)", "مرحبا بالعالم 123", "mixed العربية and English",
    "zero\u{200B}width\u{2060}\u{FEFF}\u{AD}signs", "tag\u{E0041}\u{E007F}s", "\u{301}mark first",
    "Z\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\u{307}\u{308}algo",
    "family 👨‍👩‍👧‍👦 flag 🇩🇪 keycap 1️⃣ heart ❤️ tone 👍🏽", "a\u{200D}b joiner in ASCII", "नमस्ते क्ष हिन्दी",
    "日本語の通知がとても長いので折り返しが必要になります。改行はどこですか。", "ｆｕｌｌｗｉｄｔｈ", "한국어 알림 각각", "ไทยภาษาไทย",
    "noncharacter \u{FFFE}\u{1FFFF} private \u{E000}", "“Quotes” – dashes — and… dots",
    String(repeating: "unbreakable", count: 20), "Ñandú café naïve Straße Łódź",
    "\u{1B}P+q\u{1B}\\ \u{1B}X \u{1B}^ \u{1B}_ \u{1B}c", "$(id) `id` %s %n {{title}} <b>",
  ]

  static var hostile: [Notification] {
    hostileTexts.enumerated().map { index, text in
      var hostile = notification(
        "h-\(index)", index % 3 == 0 ? "offer" : "deadline_alert", ago: Int64(index) * 60, text,
        index % 2 == 0 ? text + "\n" + text : nil, priority: Priority.allCases[index % 3])
      hostile.content.actor = Actor(name: text)
      return hostile
    }
  }
}
