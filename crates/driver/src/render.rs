//! Diagnostics as text: the headline, the labelled places in the sources, notes and help.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use base::source::SourceFile;
use base::{Diagnostic, FileId, Label, Severity, SourceMap};

/// Whether the text contains escape codes for colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    Plain,
    Styled,
}

/// Renders a diagnostic for people, without a final line break.
pub fn diagnostic(sources: &SourceMap, diagnostic: &Diagnostic, colour: Colour) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut group = Group::with_title(level.primary_title(&diagnostic.headline).id(diagnostic.code.0));
    for (file, source) in sources.files() {
        if let Some(snippet) = snippet(file, source, &diagnostic.labels) {
            group = group.element(snippet);
        }
    }
    for note in &diagnostic.notes {
        group = group.element(Level::NOTE.message(note));
    }
    for help in &diagnostic.helps {
        group = group.element(Level::HELP.message(help));
    }
    let renderer = match colour {
        Colour::Plain => Renderer::plain(),
        Colour::Styled => Renderer::styled(),
    };
    renderer.render(&[group]).to_string()
}

/// Returns the part of a file that the labels refer to.
fn snippet<'a>(
    file: FileId,
    source: &'a SourceFile,
    labels: &'a [Label],
) -> Option<Snippet<'a, annotate_snippets::Annotation<'a>>> {
    let mut annotations = Vec::new();
    for (at, label) in labels.iter().enumerate().filter(|(_, label)| label.span.file() == Some(file)) {
        let kind = if at == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
        let end = (label.span.end as usize).min(source.text.len());
        let start = (label.span.start as usize).min(end);
        annotations.push(kind.span(start..end).label(&label.text));
    }
    let snippet = Snippet::source(&source.text).path(source.shown_name());
    (!annotations.is_empty()).then(|| snippet.annotations(annotations))
}
