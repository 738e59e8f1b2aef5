import ByteText

/// The numbered links of a text part: the same address has one number.
struct LinkReferences {
  private(set) var urls: [String] = []
  /// Their hashes, in the same order: a handful is searched faster than a dictionary hashes one.
  private var hashes: [UInt64] = []
  private var numbers: [String: Int] = [:]

  /// From so many on they are looked up in a dictionary.
  private static let mostSearched = 64

  /// Most mails have fewer.
  private static let usualCount = 24

  init() {
    urls.reserveCapacity(Self.usualCount)
    hashes.reserveCapacity(Self.usualCount)
  }

  /// The number of an address, from 1, in the order in which they are asked for.
  mutating func number(of url: String) -> Int {
    if urls.count > Self.mostSearched { return lookedUp(url) }
    let hash = url.withRawBytes { ByteTable.hash($0) }
    for index in hashes.indices where hashes[index] == hash && urls[index] == url {
      return index + 1
    }
    urls.append(url)
    hashes.append(hash)
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
}
