import ByteText
import Foundation
import Notifications
import Testing

@testable import Languages

struct BundledCatalogueTests {
  @Test func `Every catalogue of the folder has its language's name`() throws {
    let files = try FileManager.default.contentsOfDirectory(
      atPath: Repository.root.appending(path: "Templates/catalogues").path)
    #expect(files.sorted() == BundledCatalogues.tags.map { $0 + ".yaml" })
  }

  @Test func `Every catalogue can be read and uses no name that English has not`() throws {
    try BundledCatalogues.load().check()
  }

  @Test func `A bundled catalogue with a fault is found, and English stands in for it`() throws {
    let english = try BundledCatalogues.files().filter { $0.tag == "en" }
    let faulty = [BundledCatalogues.own("de", "section: {today: \"{x}\"}")]
    let catalogues = try Catalogues(bundled: english + faulty)
    #expect(throws: Fault.self) { try catalogues.check() }
    let broken = try Catalogues(bundled: english + [BundledCatalogues.own("de", "- a")])
    #expect(throws: Fault.self) { try broken.check() }
    #expect(broken.localization(for: "de")(.sectionToday) == "Today")
  }

  @Test func `Every key has words in every catalogue`() throws {
    for file in try BundledCatalogues.files() {
      #expect(try file.missingKeys() == [], "\(file.tag)")
    }
  }

  @Test func `Every message of a catalogue is used`() throws {
    for file in try BundledCatalogues.files() {
      #expect(try file.unknownKeys() == [], "\(file.tag)")
    }
  }

  @Test func `A catalogue that lacks a key, or has one too many, is found`() throws {
    let own = BundledCatalogues.own("it", "section: {today: Oggi, tody: Oggi}")
    #expect(try own.missingKeys().count == MessageKey.allCases.count - 1)
    #expect(try own.unknownKeys() == ["section.tody"])
  }

  @Test(arguments: BundledCatalogues.tags)
  func `No line ends between a kind and its number`(tag: String) throws {
    let kind = try BundledCatalogues.load().localization(for: tag).kind("Runs", count: 7)
    #expect(kind.contains("\u{A0}") && !kind.contains(" "))
  }

  @Test(arguments: BundledCatalogues.tags)
  func `Every plural map has the forms of its language`(tag: String) throws {
    let words = try BundledCatalogues.load().localization(for: tag)
    // Russian has a form of fractions, which no number here takes.
    let numbers = Array(0...1000) + [1_000_000]
    let needed = Set(numbers.map { words.language.plurals.category(of: $0).rawValue } + ["other"])
    for key in MessageKey.allCases {
      guard case .plural(let plural) = words[key] else { continue }
      let given = Set(plural.forms.keys.filter { !$0.hasPrefix("=") })
      #expect(given == needed, "\(tag) \(key.path)")
    }
  }

  @Test(arguments: BundledCatalogues.tags, Address.allCases)
  func `A message uses the same values in every language`(tag: String, address: Address) throws {
    let catalogues = try BundledCatalogues.load().addressing(address)
    let english = catalogues.localization(for: "en")
    let words = catalogues.localization(for: tag)
    for key in MessageKey.allCases {
      #expect(words[key].names == english[key].names, "\(tag) \(key.rawValue)")
    }
  }

  @Test func `No message has outer spaces, three dots for an ellipsis, or controls`() throws {
    let catalogues = try BundledCatalogues.load()
    for tag in BundledCatalogues.tags {
      let words = catalogues.localization(for: tag)
      for key in MessageKey.allCases {
        for source in words[key].sources.values {
          #expect(source == source.trimmingCharacters(in: .whitespacesAndNewlines))
          #expect(!source.contains("...") && !source.isEmpty, "\(tag) \(key.path)")
          #expect(source.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
        }
      }
    }
  }

  @Test(arguments: [
    ("ar", [UInt32(0x600)...0x6FF]), ("de", [0x41...0x17F]), ("en", [0x41...0x7A]),
    ("es", [0x41...0x17F]), ("fr", [0x41...0x17F]), ("he", [0x590...0x5FF]),
    ("ja", [0x3040...0x30FF, 0x4E00...0x9FFF]), ("pt-BR", [0x41...0x17F]),
    ("ru", [0x400...0x45F]), ("zh-Hans", [0x4E00...0x9FFF]),
  ])
  func `A language's words are in its script`(tag: String, letters: [ClosedRange<UInt32>]) throws {
    let words = try BundledCatalogues.load().localization(for: tag)
    for key in MessageKey.allCases {
      for source in words[key].sources.values {
        let text = source.replacing(/\{[^}]*\}/, with: "").replacing(/JavaScript|UTC/, with: "")
        let foreign = text.unicodeScalars.filter { letter in
          letter.properties.isAlphabetic && !letters.contains { $0.contains(letter.value) }
        }
        #expect(foreign.isEmpty, "\(tag) \(key.path)")
      }
    }
  }

  @Test func `The pseudo-locale accents every letter and keeps every value`() throws {
    let catalogues = try BundledCatalogues.load()
    let pseudo = catalogues.localization(for: "en-XA")
    let english = catalogues.localization(for: "en")
    #expect(pseudo(.inboxMarkRead) == "[Ṁáŕķ áš ŕéáđ]")
    #expect(pseudo(.countNotifications, count: 1200) == "[1,200 ñóţíƒíçáţíóñš]")
    #expect(pseudo.fellBackFrom == nil)
    #expect(pseudo.tag == .pseudo)
    for key in MessageKey.allCases {
      #expect(pseudo[key].names == english[key].names)
      for source in pseudo[key].sources.values {
        #expect(source.first == "[" && source.last == "]")
        let text = source.replacing(/\{[^}]*\}/, with: "")
        let plain = text.unicodeScalars.contains { $0.isASCII && $0.properties.isAlphabetic }
        #expect(!plain, "\(source)")
      }
    }
  }
}
