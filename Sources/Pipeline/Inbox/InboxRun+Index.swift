internal import Delivery
internal import Rendering

/// The page that lists all pages.
extension InboxRun {
  /// Ends every index, whatever its template, so that no other file is mistaken for one.
  private static let mark = Array("<!-- tidings.index/1 -->\n".utf8)

  func writeIndex(_ entries: [InboxIndexEntry], to folder: PersonFolder) throws {
    let page = index.page(of: entries, in: reading.context) + Self.mark
    if try folder.output.contents(of: Self.indexName) != page {
      try folder.output.write(page, as: Self.indexName)
    }
  }

  /// Removes the index of an earlier run: it lists all recipients and was not asked for.
  func removeIndex(from folder: PersonFolder) throws {
    let page: [UInt8]?
    do throws(DeliveryError) {
      page = try folder.output.contents(of: Self.indexName)
    } catch .symbolicLink, .notA {
      // Never written by a run.
      return
    }
    guard let page, page.suffix(Self.mark.count).elementsEqual(Self.mark) else { return }
    try folder.output.remove(Self.indexName)
  }
}
