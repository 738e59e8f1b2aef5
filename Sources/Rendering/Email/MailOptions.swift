public import Languages

/// What all mails of a run have in common.
public struct MailOptions: Sendable {
  public var brand: Brand
  /// What a digest is compared with.
  public var period: ChangePeriod

  public init(brand: Brand, period: ChangePeriod = .yesterday) {
    self.brand = brand
    self.period = period
  }

  /// Why the recipient gets the mail.
  func reason(_ words: Words) -> String {
    if brand.name.isEmpty { return words(.mailReason) }
    return words(.mailReasonApp, ["app": .text(brand.name)])
  }
}
