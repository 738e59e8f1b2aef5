package import Digests
package import Exports
internal import Languages
internal import Notifications

extension Reading {
  /// A summary of the inputs, folded over the index without making notifications.
  ///
  /// - Parameter reason: says why a record was rejected.
  package func summary(reason: (RejectReason) -> String) async -> Summary {
    let types = index.types
    let known = vocabulary.retentions
    let retentions = types.map { known[$0.profile] }
    let wanted = zip(types, passes).map {
      $1 && selection.types?.includes($0.profile, $0.key) ?? true
    }
    let folds = await index.folds(into: SummaryFold()) { fold, record in
      guard wanted[record.type], selection.mayInclude(RecordFacts(record)),
        selection.searches.isEmpty || record.isMatch
      else { return }
      fold.add(facts(of: record, retention: retentions[record.type]))
    }
    let fold = folds.dropFirst().reduce(into: folds.first ?? SummaryFold()) { $0.merge($1) }
    var summary = fold.summary(
      types: types, recipient: { index.recipient(at: $0) },
      profiles: vocabulary.rules(in: place.words))
    summary.duplicates = index.duplicates
    summary.sources = index.sources.map(SummarySource.init)
    summary.from = selection.since
    summary.isNarrowed = selection.isNarrowed || selection.until != nil
    summary.rejected = index.rejects.map { RejectedRecord($0, reason: reason) }
    return summary
  }

  private func facts(of entry: ExportIndex.Record, retention: Int64?) -> SummaryFacts {
    let concealment = RecordFacts(entry).concealment(retention: retention, at: place.now)
    return SummaryFacts(
      recipient: UInt32(truncatingIfNeeded: entry.recipient), type: UInt32(entry.type),
      day: place.dayNumber(of: entry.time), priority: entry.priority,
      flags: SummaryFacts.Flags(
        isUnread: entry.readState.countsAsUnread, concealment: concealment, time: entry.time,
        now: place.now))
  }
}

extension RejectedRecord {
  /// - Parameter reason: says why a record was rejected.
  package init(_ reject: Reject, reason: (RejectReason) -> String) {
    self.init(
      file: reject.file, line: reject.place.line, record: reject.place.record,
      field: reject.field, reason: reason(reject.reason))
  }
}

extension SummarySource {
  package init(_ report: SourceReport) {
    let profiles = [report.profile].compactMap(\.self) + report.strays.map(\.profile)
    self.init(
      file: report.file, format: report.format.rawValue,
      profile: profiles.map(\.text).joined(separator: ", "),
      records: report.records, rejected: report.rejected)
  }
}
