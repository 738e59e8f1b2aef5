package import Languages

/// What all mails of a run have in common.
package struct MailOptions: Sendable {
  package var brand: Brand
  /// What a digest is compared with.
  package var period: ChangePeriod

  package init(brand: Brand, period: ChangePeriod = .yesterday) {
    self.brand = brand
    self.period = period
  }

  /// Why the recipient gets the mail.
  func reason(_ words: Words) -> String {
    if brand.name.isEmpty { return words(.mailReason) }
    return words(.mailReasonApp, ["app": .text(brand.name)])
  }
}
