extension [UInt8] {
  /// As `withUnsafeBytes`, which forgets what its body throws.
  func withBytes<Answer, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    let result = withUnsafeBytes { bytes in
      Result { () throws(Failure) -> Answer in try body(bytes) }
    }
    return try result.get()
  }

  /// As `withUnsafeMutableBytes`, which forgets what its body throws.
  mutating func withMutableBytes<Answer, Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    let result = withUnsafeMutableBytes { bytes in
      Result { () throws(Failure) -> Answer in try body(bytes) }
    }
    return try result.get()
  }
}
