package import CompiledMustache
package import Exports
internal import Languages
internal import Notifications
package import Rendering

extension MailRun {
  /// A run over a reading, for everyone it concerns.
  ///
  /// - Parameters:
  ///   - templates: the bundled templates and the user's own.
  ///   - reason: says why an entry of the recipients file was rejected.
  /// - Throws: a `TemplateError` for a fault in the theme's templates.
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
