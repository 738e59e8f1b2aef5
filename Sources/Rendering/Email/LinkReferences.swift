import UTF8Bytes

/// The numbered links of a text part: the same address has one number.
struct LinkReferences {
  private(set) var urls: [String] = []
  /// Their digests, in the same order: a handful is searched faster than a dictionary hashes one.
  private var digests: [UInt64] = []
  private var numbers: [String: Int] = [:]

  /// From so many on they are looked up in a dictionary.
  private static let mostSearched = 64

  /// Most mails have fewer.
  private static let usualCount = 24

  init() {
    urls.reserveCapacity(Self.usualCount)
    digests.reserveCapacity(Self.usualCount)
  }

  /// The number of an address, from 1, in the order in which they are asked for.
  mutating func number(of url: String) -> Int {
    if urls.count > Self.mostSearched { return lookedUp(url) }
    let digest = Self.digest(of: url)
    for index in digests.indices where digests[index] == digest && urls[index] == url {
      return index + 1
    }
    urls.append(url)
    digests.append(digest)
    return urls.count
  }

  private mutating func lookedUp(_ url: String) -> Int {
    if numbers.isEmpty {
      for (index, url) in urls.enumerated() { numbers[url] = index + 1 }
    }
    if let number = numbers[url] { return number }
    urls.append(url)
    numbers[url] = urls.count
    return urls.count
  }

  /// Tells most addresses apart: they differ at their ends.
  private static func digest(of url: String) -> UInt64 {
    url.withBytes { bytes in
      let length = UInt64(bytes.count)
      guard bytes.count >= 16 else { return length }
      let last = ByteWord(bytes, at: bytes.count - 8).bits
      return (last ^ length) &* 0x9E37_79B9_7F4A_7C15 &+ ByteWord(bytes, at: bytes.count - 16).bits
    }
  }
}
