/// Which letters are another letter with a mark, and which scalars are such marks.
///
/// Swift gives no decomposition without Foundation, and a table is faster than one. It is made from
/// the canonical decompositions of UnicodeData.txt for Latin, Greek, Cyrillic and Arabic, with the
/// barred and slashed Latin letters (ø, ł, đ …) added as people type them.
enum Diacritics {
  /// The letter without its mark: `é` is `e`; anything else is itself.
  static func base(of scalar: Unicode.Scalar) -> Unicode.Scalar {
    let index = Int(scalar.value)
    guard index < bases.count, bases[index] != 0 else { return scalar }
    return Unicode.Scalar(bases[index]) ?? scalar
  }

  /// Whether the scalar only marks the letter before it, and says nothing to a search.
  static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x300: false
    // Combining diacritical marks and their later blocks.
    case 0x300...0x36F, 0x483...0x487, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF: true
    // Hebrew points and accents; punctuation among them is left.
    case 0x591...0x5BD, 0x5BF, 0x5C1, 0x5C2, 0x5C4, 0x5C5, 0x5C7: true
    // Arabic vowel signs and tatweel.
    case 0x610...0x61A, 0x640, 0x64B...0x65F, 0x670, 0x6D6...0x6DC, 0x6DF...0x6E4: true
    // Variation selectors (text or emoji style) and half marks.
    case 0xFE00...0xFE0F, 0xFE20...0xFE2F: true
    default: false
    }
  }

  /// By scalar value; 0 where the letter is its own base.
  private static let bases: [UInt16] = {
    var bases = [UInt16](repeating: 0, count: 0x2000)
    for line in letters {
      let scalars = line.unicodeScalars
      guard let base = scalars.first else { continue }
      for form in scalars.dropFirst() { bases[Int(form.value)] = UInt16(base.value) }
    }
    return bases
  }()

  /// A base letter, then its forms; lower case only, for case is folded first.
  private static let letters: [String] = [
    "aàáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ",
    "bƀḃḅḇ",
    "cçćĉċčḉ",
    "dďđḋḍḏḑḓ",
    "eèéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ",
    "fḟ",
    "gĝğġģǧǵḡ",
    "hĥħȟḣḥḧḩḫẖ",
    "iìíîïĩīĭįıǐȉȋḭḯỉị",
    "jĵǰ",
    "kķǩḱḳḵ",
    "lĺļľŀłḷḹḻḽ",
    "mḿṁṃ",
    "nñńņňǹṅṇṉṋ",
    "oòóôõöøōŏőơǒǫǭǿȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợ",
    "pṕṗ",
    "rŕŗřȑȓṙṛṝṟ",
    "sśŝşšșṡṣṥṧṩ",
    "tţťŧțṫṭṯṱẗ",
    "uùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự",
    "vṽṿ",
    "wŵẁẃẅẇẉẘ",
    "xẋẍ",
    "yýÿŷȳẏẙỳỵỷỹ",
    "zźżžẑẓẕ",
    "æǣǽ",
    "ſẛ",
    "ʒǯ",
    "αάἀἁἂἃἄἅἆἇὰάᾀᾁᾂᾃᾄᾅᾆᾇᾰᾱᾲᾳᾴᾶᾷ",
    "εέἐἑἒἓἔἕὲέ",
    "ηήἠἡἢἣἤἥἦἧὴήᾐᾑᾒᾓᾔᾕᾖᾗῂῃῄῆῇ",
    "ιιΐίϊἰἱἲἳἴἵἶἷὶίῐῑῒΐῖῗ",
    "οόὀὁὂὃὄὅὸό",
    "ρῤῥ",
    "σς",
    "υΰϋύὐὑὒὓὔὕὖὗὺύῠῡῢΰῦῧ",
    "ωώὠὡὢὣὤὥὦὧὼώᾠᾡᾢᾣᾤᾥᾦᾧῲῳῴῶῷ",
    "аӑӓ",
    "гѓ",
    "еѐёӗ",
    "жӂӝ",
    "зӟ",
    "ийѝӣӥ",
    "кќ",
    "оӧ",
    "уўӯӱӳ",
    "чӵ",
    "ыӹ",
    "эӭ",
    "ії",
    "ѵѷ",
    "әӛ",
    "өӫ",
    "اآأإ",
    "وؤ",
    "يئ",
    "ہۂ",
    "ےۓ",
    "ەۀ",
  ]
}
