/// The numbered links of a text part: the same address has one number.
struct LinkReferences {
  private(set) var urls: [String] = []
  private var numbers: [String: Int] = [:]

  /// The number of an address, from 1, in the order in which they are asked for.
  mutating func number(of url: String) -> Int {
    if let number = numbers[url] { return number }
    urls.append(url)
    numbers[url] = urls.count
    return urls.count
  }
}
