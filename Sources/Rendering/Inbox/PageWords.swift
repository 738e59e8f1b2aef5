import CompiledMustache
import Languages
import Notifications
import Synchronization

/// What all pages of a language say: a third of the work of a page with ten notifications.
struct PageWords: Sendable {
  fileprivate let language: Localization
  /// The page's values that depend on nothing else.
  let values: RecordValues
  /// The rules of the style with words; see `InboxLooks`.
  let looks: [UInt8]
  /// Words and sentences for the script, as values of JSON.
  let texts: [UInt8]
  let textsOfEmptyPage: [UInt8]
  let forms: [UInt8]
  /// The locale with its digits.
  let numbers: String

  init(_ words: Localization) {
    language = words
    values = InboxKeys.page.values { page, _ in InboxFrame.fillWords(&page, words) }
    looks = InboxLooks.states(words)
    texts = PageScript.texts(words, hasItems: true)
    textsOfEmptyPage = PageScript.texts(words, hasItems: false)
    forms = PageScript.forms(words)
    numbers = PageScript.numbers(words)
  }
}

/// The words of a run's pages, made once for each language.
final class PageLanguages: Sendable {
  private let known = Mutex<[String: PageWords]>([:])

  func words(_ language: Localization) -> PageWords {
    known.withLock { known in
      if let words = known[language.tag.text], words.language === language { return words }
      let words = PageWords(language)
      known[language.tag.text] = words
      return words
    }
  }
}
