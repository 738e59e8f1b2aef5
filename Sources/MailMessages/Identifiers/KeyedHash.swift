/// Hashes with and without a key, for signatures in links and names that cannot be guessed.
package enum KeyedHash {
  /// SHA-256 of the bytes (FIPS 180-4): 32 bytes.
  package static func sha256(_ bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finish()
  }

  /// HMAC-SHA-256 of the bytes under the key (RFC 2104): 32 bytes.
  package static func hmacSHA256(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    let short = key.count > 64 ? sha256(key) : key
    let padded = short + Array(repeating: 0, count: 64 - short.count)
    let inner = sha256(padded.map { $0 ^ 0x36 } + bytes)
    return sha256(padded.map { $0 ^ 0x5C } + inner)
  }
}
