package import CompiledMustache

/// A picture of a notification, in any document that shows pictures.
package struct PictureKeys: Sendable {
  package let url: URLKey
  package let alternative: TextKey
  package let schema: RecordSchema

  package init() {
    var picture = SchemaDeclaration()
    url = picture.url("url", "Where it is, by https.")
    alternative = picture.text("alternative", "What stands in its place: `Photo 1 of 5`.")
    schema = picture.schema
  }

  /// The pictures whose addresses may be loaded.
  func values(of strip: MediaStrip) -> [RecordValues] {
    strip.pictures.compactMap { picture in
      guard let address = PictureURL.checked(picture.url) else { return nil }
      var values = RecordValues(schema)
      values[url] = address
      values[alternative] = picture.alternative
      return values
    }
  }
}
