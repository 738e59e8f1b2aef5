import ByteText

/// Text folded for searching: case and diacritics do not matter.
///
///     SearchText("cafe").isFound(in: "Café REOPENS")   // true
///
/// Each scalar is folded to lower case (Unicode's default mapping) and to its base letter. Combining
/// marks, vowel points and tatweel are dropped, so that composed and decomposed text are equal. Signs
/// that make a different letter (kana voicing, Indic vowels) stay.
package struct SearchText: Hashable, Sendable {
  let bytes: [UInt8]

  package init(_ text: String) {
    var bytes: [UInt8] = []
    SearchText.fold(text, into: &bytes)
    self.bytes = bytes
  }

  package var isEmpty: Bool { bytes.isEmpty }

  /// Whether `text` contains this one; every text contains the empty one.
  package func isFound(in text: String) -> Bool {
    var folded: [UInt8] = []
    SearchText.fold(text, into: &folded)
    return isFound(inFolded: folded)
  }

  /// `isFound(in:)` for text that is already folded.
  func isFound(inFolded text: [UInt8]) -> Bool {
    bytes.isEmpty || ByteSearch.isFound(bytes, in: text[...])
  }

  /// Appends `text` folded, as UTF-8.
  static func fold(_ text: String, into bytes: inout [UInt8]) {
    bytes.reserveCapacity(bytes.count + text.utf8.count)
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        bytes.append(UInt8(truncatingIfNeeded: scalar.value).asciiLowercased)
      } else {
        fold(scalar, into: &bytes)
      }
    }
  }

  private static func fold(_ scalar: Unicode.Scalar, into bytes: inout [UInt8]) {
    // A mapping is a text of its own, which most scalars need not make.
    guard scalar.properties.changesWhenLowercased else { return fold(lower: scalar, into: &bytes) }
    for lower in scalar.properties.lowercaseMapping.unicodeScalars {
      fold(lower: lower, into: &bytes)
    }
  }

  private static func fold(lower scalar: Unicode.Scalar, into bytes: inout [UInt8]) {
    if scalar == "ß" {
      // Full case folding (CaseFolding.txt, status F): "strasse" finds "Straße".
      bytes.append(contentsOf: [UInt8(ascii: "s"), UInt8(ascii: "s")])
    } else if !Diacritics.isMark(scalar), let utf8 = UTF8.encode(Diacritics.base(of: scalar)) {
      bytes.append(contentsOf: utf8)
    }
  }
}

/// The base letters of letters with a mark, and the scalars that are such marks.
///
/// Swift has no decomposition without Foundation, and a table is faster. It holds the canonical
/// decompositions of UnicodeData.txt for Latin, Greek, Cyrillic and Arabic, and the barred and slashed
/// Latin letters (ø, ł, đ …), which people type without the bar.
enum Diacritics {
  /// The letter without its mark: `e` for `é`; any other scalar unchanged.
  static func base(of scalar: Unicode.Scalar) -> Unicode.Scalar {
    let index = Int(scalar.value)
    guard index < bases.count, bases[index] != 0 else { return scalar }
    return Unicode.Scalar(bases[index]) ?? scalar
  }

  /// Whether the scalar only marks the letter before it, so that a search ignores it.
  static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x300: false
    // Combining diacritical marks and their later blocks.
    case 0x300...0x36F, 0x483...0x487, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF: true
    // Hebrew points and accents, without the punctuation among them.
    case 0x591...0x5BD, 0x5BF, 0x5C1, 0x5C2, 0x5C4, 0x5C5, 0x5C7: true
    // Arabic vowel signs and tatweel.
    case 0x610...0x61A, 0x640, 0x64B...0x65F, 0x670, 0x6D6...0x6DC, 0x6DF...0x6E4: true
    // Variation selectors (text or emoji style) and half marks.
    case 0xFE00...0xFE0F, 0xFE20...0xFE2F: true
    default: false
    }
  }

  /// By scalar value; 0 for a letter that is its own base.
  private static let bases: [UInt16] = {
    var bases = [UInt16](repeating: 0, count: 0x2000)
    for word in letters.split(whereSeparator: \.isWhitespace) {
      let scalars = word.unicodeScalars
      guard let base = scalars.first else { continue }
      for form in scalars.dropFirst() { bases[Int(form.value)] = UInt16(base.value) }
    }
    return bases
  }()

  /// Each word is a base letter and its forms, all in lower case, since case is folded first.
  private static let letters = """
    aàáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ bƀḃḅḇ cçćĉċčḉ dďđḋḍḏḑḓ eèéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ fḟ
    gĝğġģǧǵḡ hĥħȟḣḥḧḩḫẖ iìíîïĩīĭįıǐȉȋḭḯỉị jĵǰ kķǩḱḳḵ lĺļľŀłḷḹḻḽ mḿṁṃ nñńņňǹṅṇṉṋ
    oòóôõöøōŏőơǒǫǭǿȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợ pṕṗ rŕŗřȑȓṙṛṝṟ sśŝşšșṡṣṥṧṩ tţťŧțṫṭṯṱẗ
    uùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự vṽṿ wŵẁẃẅẇẉẘ xẋẍ yýÿŷȳẏẙỳỵỷỹ zźżžẑẓẕ æǣǽ ſẛ ʒǯ
    αάἀἁἂἃἄἅἆἇὰάᾀᾁᾂᾃᾄᾅᾆᾇᾰᾱᾲᾳᾴᾶᾷ εέἐἑἒἓἔἕὲέ ηήἠἡἢἣἤἥἦἧὴήᾐᾑᾒᾓᾔᾕᾖᾗῂῃῄῆῇ ιιΐίϊἰἱἲἳἴἵἶἷὶίῐῑῒΐῖῗ
    οόὀὁὂὃὄὅὸό ρῤῥ σς υΰϋύὐὑὒὓὔὕὖὗὺύῠῡῢΰῦῧ ωώὠὡὢὣὤὥὦὧὼώᾠᾡᾢᾣᾤᾥᾦᾧῲῳῴῶῷ аӑӓ гѓ еѐёӗ жӂӝ зӟ
    ийѝӣӥ кќ оӧ уўӯӱӳ чӵ ыӹ эӭ ії ѵѷ әӛ өӫ اآأإ وؤ يئ ہۂ ےۓ ەۀ
    """
}
