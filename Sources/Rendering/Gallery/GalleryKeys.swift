package import CompiledMustache

/// The keys of the gallery's page, `gallery/index.html`, and of its text documents,
/// `gallery/plain.html`.
package enum GalleryKeys {
  package static var indexSchema: RecordSchema { index.schema }
  package static var plainSchema: RecordSchema { plain.schema }

  static let index = TemplateRecord { index in
    (
      policy: index.text("policy", "The Content Security Policy of the page."),
      style: index.markup("style", "The page's style, with a rule for each choice."),
      choosers: index.list("choosers", of: chooser.schema, "What can be chosen, in order."),
      views: index.list("views", of: view.schema, "The documents, by person and language.")
    )
  }

  /// A row of radio buttons.
  static let chooser = TemplateRecord { chooser in
    (
      title: chooser.text("title", "What it chooses."),
      choices: chooser.list("choices", of: choice.schema, "The choices; the first is chosen.")
    )
  }

  static let choice = TemplateRecord { choice in
    (
      group: choice.keyword("group", "The name that all choices of a row share."),
      id: choice.keyword("id", "The choice's id, to which the style refers."),
      title: choice.text("title", "The choice."),
      isFirst: choice.flag("isFirst", "Whether it is chosen at first.")
    )
  }

  /// The documents of one person in one language.
  static let view = TemplateRecord { view in
    (
      classes: view.keyword("classes", "The classes to which the style refers."),
      shots: view.list("shots", of: shot.schema, "The documents.")
    )
  }

  static let shot = TemplateRecord { shot in
    (
      kind: shot.keyword("kind", "Which document it is, as a word for a class."),
      title: shot.text("title", "Which document it is."),
      note: shot.text("note", "A mail's subject; empty for others."),
      file: shot.keyword("file", "The file's name."),
      narrow: shot.keyword("narrow", "The file for a phone; empty if it is the same.")
    )
  }

  /// A text document as a page.
  static let plain = TemplateRecord { plain in
    (
      lang: plain.keyword("lang", "The language as a BCP 47 tag."),
      isRightToLeft: plain.flag("isRightToLeft", "Whether it runs from right to left."),
      title: plain.text("title", "Which document it is."),
      isTerminal: plain.flag("isTerminal", "Whether it is one for a terminal."),
      content: plain.markup("content", "The document, with its colors as classes.")
    )
  }
}
