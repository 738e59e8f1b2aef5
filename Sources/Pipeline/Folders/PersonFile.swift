internal import ByteText
internal import Notifications

/// The name of a person's files, without its suffix. A secret name is kept as 16 bytes instead of a
/// string.
enum PersonFile: Equatable, Sendable {
  case secret(Hash128)
  case plain(String)

  init(stem: some StringProtocol) {
    if let hash = Hash128(hexadecimal: stem) {
      self = .secret(hash)
    } else {
      self = .plain(String(stem))
    }
  }

  /// The secret name, which nobody can guess without the key.
  init(of owner: PersonID, key: SipHash.Key) {
    self = .secret(SipHash(key: key).hash128(owner.bytes))
  }

  var stem: String {
    switch self {
    case .secret(let hash): hash.hexadecimal
    case .plain(let stem): stem
    }
  }
}
