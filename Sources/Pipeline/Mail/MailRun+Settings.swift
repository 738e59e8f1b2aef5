package import CompiledMustache
internal import Exports
internal import Languages
internal import Notifications
package import Rendering

extension MailRun {
  /// A run over what was read, for everybody whom it concerns.
  ///
  /// - Parameter templates: the bundled ones and one's own.
  /// - Throws: a `TemplateError` for whatever is wrong in the templates of the look.
  package init(
    _ settings: MailSettings, _ reading: Reading, audience: Audience, templates: TemplateCatalogue
  ) throws(TemplateError) {
    let theme = try MailTheme(settings.theme, templates)
    let plan = settings.plan(in: reading.place)
    let composer = MailComposer(
      reading.index, vocabulary: reading.vocabulary,
      renderer: MailRenderer(theme: theme, options: MailOptions(brand: settings.brand)), plan: plan)
    var addressees = audience.addressees(in: reading, only: settings.only)
    if let links = settings.unsubscribeLinks {
      for index in addressees.indices where addressees[index].recipient.unsubscribeURL == nil {
        addressees[index].recipient.unsubscribeURL = links.link(of: addressees[index].recipient.id)
      }
    }
    self.init(
      composer: composer, addressees: addressees, plan: plan, form: settings.form,
      suppressed: audience.suppressed)
  }
}
