extension [UInt8] {
  /// `withUnsafeBytes` for a body that throws errors of one type.
  func withRawBytes<Answer, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    let result = withUnsafeBytes { bytes in Result { () throws(Failure) in try body(bytes) } }
    return try result.get()
  }

  /// `withUnsafeMutableBytes` for a body that throws errors of one type.
  mutating func withMutableRawBytes<Answer, Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    let result = withUnsafeMutableBytes { bytes in
      Result { () throws(Failure) in try body(bytes) }
    }
    return try result.get()
  }
}

extension String {
  /// The text's UTF-8.
  func withRawUTF8<Answer>(_ body: (UnsafeRawBufferPointer) throws -> Answer) rethrows -> Answer {
    var text = self
    return try text.withUTF8 { try body(UnsafeRawBufferPointer($0)) }
  }
}
