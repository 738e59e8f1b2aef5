package import CompiledMustache
package import Exports
internal import Languages
internal import Notifications
package import Rendering

extension MailRun {
  /// A run over what was read, for everybody whom it concerns.
  ///
  /// - Parameters:
  ///   - templates: the bundled ones and one's own.
  ///   - reason: the words for why an entry of the recipients file was rejected.
  /// - Throws: a `TemplateError` for whatever is wrong in the templates of the look.
  package init(
    _ settings: MailSettings, _ reading: Reading, audience: Audience, templates: TemplateCatalogue,
    reason: (CompanionReject) -> String
  ) throws(TemplateError) {
    let theme = try MailTheme(settings.theme, templates)
    let plan = settings.plan(in: reading.place)
    let composer = MailComposer(
      reading.index, vocabulary: reading.vocabulary,
      renderer: MailRenderer(theme: theme, options: MailOptions(brand: settings.brand)), plan: plan)
    let addressees = audience.addressees(
      in: reading, only: settings.only, unsubscribing: settings.unsubscribing, reason: reason)
    self.init(
      composer: composer, addressees: addressees, plan: plan, form: settings.form,
      suppressed: audience.suppressed)
    isForAll = settings.only == nil
  }
}
