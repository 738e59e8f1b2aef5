import Notifications

/// The types of the records of a batch.
extension BatchReader {
  /// The register's number of a type; with filters, of those of its records that they find alike.
  func type(_ type: TypeTable.Entry, profile: Int) -> UInt32 {
    if hasFilters { return filteredType(type, profile: profile) }
    let isRemembered = type.number < TypeTable.limit
    if isRemembered, typeNumbers[profile][type.number] != Self.unknown {
      return typeNumbers[profile][type.number]
    }
    let key = mapper.key(of: type, profile: profile)
    let number = plan.types.number(of: TypeRegister.Entry(profile: profile, key: key))
    if isRemembered { typeNumbers[profile][type.number] = number }
    return number
  }

  private func filteredType(_ type: TypeTable.Entry, profile: Int) -> UInt32 {
    let entry = TypeRegister.Entry(
      profile: profile, key: mapper.key(of: type, profile: profile), filtered: filtered)
    if let number = filteredTypes[entry] { return number }
    let number = plan.types.number(of: entry)
    // As many as are remembered without filters.
    if filteredTypes.count < TypeTable.limit { filteredTypes[entry] = number }
    return number
  }
}
