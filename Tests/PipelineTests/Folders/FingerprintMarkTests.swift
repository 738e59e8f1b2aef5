import ByteText
import Testing

@testable import Pipeline

struct FingerprintMarkTests {
  @Test(arguments: [
    (FingerprintMark.page, "<!doctype html>\n<html>"),
    (.atom, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed/>"),
    (.jsonFeed, "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"a\"}"),
  ])
  func `A document's fingerprint is found at its start`(mark: FingerprintMark, document: String) {
    let (hash, other) = (Hash128(low: 1, high: 2), Hash128(low: 1, high: 3))
    let bytes = Array(document.utf8)
    let beginning = Array(mark.mark(bytes, with: hash).prefix(FingerprintMark.longest))
    #expect(mark.isIn(beginning, hash))
    #expect(!mark.isIn(beginning, other))
    #expect(!mark.isIn(bytes, hash))
    #expect(!mark.isIn(nil, hash))
  }

  @Test func `A document that begins in another way stays as it is`() {
    let bytes = Array("<html>".utf8)
    #expect(FingerprintMark.page.mark(bytes, with: Hash128(low: 1, high: 2)) == bytes)
  }
}
