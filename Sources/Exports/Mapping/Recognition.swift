import ByteText

/// What is found out about an input by its columns or first records.
enum Recognition<Known> {
  case known(Known)
  /// Several profiles or tables fit equally well.
  case several(Fault)
  /// No profile knows it, for this reason.
  case unknown(Fault)

  /// What is known; throws the reason if nothing is.
  func get() throws(Fault) -> Known {
    switch self {
    case .known(let known): return known
    case .several(let fault), .unknown(let fault): throw fault
    }
  }
}
