/// The numbered addresses at the end of a plain text; the same address has one number.
struct LinkReferences {
  private var urls: [[UInt8]] = []
  private var numbers: [[UInt8]: Int] = [:]

  mutating func number(of url: UnsafeBufferPointer<UInt8>) -> Int {
    let url = Array(url)
    if let number = numbers[url] { return number }
    urls.append(url)
    numbers[url] = urls.count
    return urls.count
  }

  /// Whether a link's text already is its address, `mailto:` aside.
  static func isShown(_ url: UnsafeBufferPointer<UInt8>, by text: ArraySlice<UInt8>) -> Bool {
    if text.elementsEqual(url) { return true }
    let scheme = "mailto:".utf8
    return url.starts(with: scheme) && text.elementsEqual(url.dropFirst(scheme.count))
  }

  func write(to layout: inout BlockLayout) {
    for (index, url) in urls.enumerated() {
      layout.startBlock()
      layout.write("[\(index + 1)] ".utf8)
      layout.write(url)
      layout.endBlock(isTight: true)
    }
  }
}
