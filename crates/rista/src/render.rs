//! Diagnostics for people: rendered with their places, in colour on a terminal and plain in a pipe.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use base::{Diagnostic, Error, Severity, SourceMap};

/// Prints an error to standard error.
pub fn error(sources: &SourceMap, error: &Error) {
    match error {
        Error::User(diagnostics) => diagnostics.iter().for_each(|one| diagnostic(sources, one)),
        Error::Limitation(limitation) => diagnostic(sources, limitation),
        Error::Bug(bug) => {
            anstream::eprintln!("internal error: {bug}");
            anstream::eprintln!("This is a mistake of the compiler, not of your program. Please report it.");
        }
    }
}

fn diagnostic(sources: &SourceMap, diagnostic: &Diagnostic) {
    anstream::eprintln!("{}\n", text(sources, diagnostic));
}

/// The diagnostic as it is shown, with escapes for colour.
pub fn text(sources: &SourceMap, diagnostic: &Diagnostic) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut group = Group::with_title(level.primary_title(&diagnostic.headline).id(diagnostic.code.0));
    for (file, source) in sources.files() {
        let mut snippet = Snippet::source(&source.text).path(&source.name);
        let mut labelled = false;
        for (at, label) in diagnostic.labels.iter().enumerate().filter(|(_, label)| label.span.file() == Some(file)) {
            let kind = if at == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
            let end = (label.span.end as usize).min(source.text.len());
            let start = (label.span.start as usize).min(end);
            snippet = snippet.annotation(kind.span(start..end).label(&label.text));
            labelled = true;
        }
        if labelled {
            group = group.element(snippet);
        }
    }
    for note in &diagnostic.notes {
        group = group.element(Level::NOTE.message(note));
    }
    for help in &diagnostic.helps {
        group = group.element(Level::HELP.message(help));
    }
    Renderer::styled().render(&[group]).to_string()
}
