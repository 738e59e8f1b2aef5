import Digests
import Languages
import Notifications
import Profiles
import Rendering
import Synchronization

extension MailComposer {
  /// What does not depend on the exports.
  final class Tools: Sendable {
    let vocabulary: Vocabulary
    let renderer: MailRenderer
    let plan: MailPlan
    let profiles: [(name: ProfileName, retention: Int64?)]
    let digestTypes: TypeIndex
    /// What depends on the language alone, made once for each.
    private let byLanguage: Mutex<[String: LanguageTables]> = Mutex([:])

    init(_ vocabulary: Vocabulary, renderer: MailRenderer, plan: MailPlan) {
      self.vocabulary = vocabulary
      self.renderer = renderer
      self.plan = plan
      let profiles = vocabulary.profiles.profiles
      self.profiles = profiles.map { ($0.name, $0.retention) }
      digestTypes = TypeIndex(
        profiles.flatMap { profile in
          profile.types.filter(\.isDigest).map { TypeID(profile.name, $0.key) }
        })
    }

    func tables(_ addressee: Addressee) -> LanguageTables {
      let tag = addressee.words.tag.text
      if let known = byLanguage.withLock({ $0[tag] }) { return known }
      let made = LanguageTables(
        builder: DigestBuilder(
          profiles: vocabulary.rules(in: addressee.words)),
        types: vocabulary.types(in: addressee.words))
      byLanguage.withLock { $0[tag] = made }
      return made
    }
  }

  struct LanguageTables: Sendable {
    let builder: DigestBuilder
    let types: TypeTable
  }
}
