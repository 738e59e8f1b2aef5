internal import ByteText
internal import Notifications

/// The name of a page's file. A secret name is kept as 16 bytes instead of a string.
enum PageFile: Equatable, Sendable {
  case secret(Hash128)
  case plain(String)

  static let suffix = ".html"

  init(_ name: String) {
    if let hash = Hash128(hexadecimal: name.dropLast(Self.suffix.utf8.count)),
      name == hash.hexadecimal + Self.suffix
    {
      self = .secret(hash)
    } else {
      self = .plain(name)
    }
  }

  /// The secret name, which nobody can guess without the key.
  init(of owner: PersonID, key: SipHash.Key) {
    self = .secret(SipHash(key: key).hash128(owner.bytes))
  }

  var name: String {
    switch self {
    case .secret(let hash): hash.hexadecimal + Self.suffix
    case .plain(let name): name
    }
  }
}
