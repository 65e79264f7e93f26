//! An interactive program: definitions, which are kept and may hide earlier ones of the same name, and expressions,
//! which can use them.

use crate::ast::{Exp, File};
use crate::check::{self, Answer};
use crate::imports::{Program, Reader};
use crate::{parser, prelude};
use base::{Diagnostic, Error, FileId, SourceMap, Span, Symbol};
use rustc_hash::FxHashSet;

/// An input of an interactive session, parsed.
pub enum Input {
    /// Definitions; none if the text has only comments.
    Definitions(File),
    Expression(Exp),
    /// The text ends too early, as these errors state.
    Unfinished(Vec<Diagnostic>),
    Wrong(Vec<Diagnostic>),
}

/// Parses a text that is either definitions or one expression. `let x = e` is a definition, `let x = e in x` is not.
pub fn read(sources: &SourceMap, file: FileId) -> Input {
    let (tree, as_definitions) = parser::parse(file, &sources.file(file).text);
    if as_definitions.is_empty() {
        return Input::Definitions(tree);
    }
    let text = &sources.file(file).text;
    let (exp, as_expression) = parser::parse_expression(file, text);
    if let (Some(exp), true) = (exp, as_expression.is_empty()) {
        return Input::Expression(exp);
    }
    // The parse that got further is taken for the one that was meant.
    let diagnostics = if place(&as_definitions) > place(&as_expression) { as_definitions } else { as_expression };
    let end = text.trim_end().len();
    let at_end = |diagnostic: &Diagnostic| diagnostic.labels.iter().any(|label| label.span.start as usize >= end);
    if diagnostics.iter().any(at_end) { Input::Unfinished(diagnostics) } else { Input::Wrong(diagnostics) }
}

/// Returns the position of the first error in the text.
fn place(diagnostics: &[Diagnostic]) -> u32 {
    let starts = diagnostics.iter().filter_map(|diagnostic| diagnostic.labels.first());
    starts.map(|label| label.span.start).min().unwrap_or(0)
}

/// Definitions of an interactive session.
#[derive(Clone)]
pub struct Session {
    prelude: Vec<File>,
    program: Program,
    names: Vec<Symbol>,
}

impl Session {
    /// Returns a session without definitions, and adds the prelude to the source map.
    ///
    /// # Errors A bug if the prelude has errors.
    pub fn new(sources: &mut SourceMap) -> Result<Session, Error> {
        let prelude = prelude::parse(sources, &prelude::PARTS)?;
        let program = Program::default();
        let names = check::check_parts(sources, &prelude, &program)?.names;
        Ok(Session { prelude, program, names })
    }

    /// Returns the names of all values and modules that an expression may use, sorted.
    pub fn names(&self) -> &[Symbol] {
        &self.names
    }

    /// Adds definitions and the files that they import. Returns the warnings about them.
    ///
    /// # Errors All errors in the definitions. The session then stays unchanged.
    pub fn define(
        &mut self,
        sources: &mut SourceMap,
        (file, tree): (FileId, File),
        read: &mut Reader,
    ) -> Result<Vec<Diagnostic>, Error> {
        if tree.decs.is_empty() {
            return Ok(Vec::new());
        }
        let mut changed = self.clone();
        changed.program.add_part(sources, (file, tree), read).map_err(Error::User)?;
        let warnings = changed.check_definitions(sources)?;
        let new = changed.program.files.iter().skip(self.program.files.len()).map(|(file, _)| *file).collect();
        *self = changed;
        Ok(about(warnings, &new))
    }

    /// Replaces the first definitions by others. All imported files are read again.
    ///
    /// # Errors All errors in the new definitions, or in later ones that use them. The session then stays unchanged.
    pub fn replace_first(
        &mut self,
        sources: &mut SourceMap,
        first: (FileId, File),
        read: &mut Reader,
    ) -> Result<Vec<Diagnostic>, Error> {
        let mut changed = Session { program: Program::default(), ..self.clone() };
        changed.program.add_part(sources, first, read).map_err(Error::User)?;
        let new = changed.program.files.iter().map(|(file, _)| *file).collect();
        for file in self.program.parts.iter().skip(1) {
            let part = self.program.files.iter().find(|(other, _)| other == file);
            let added = part.map(|part| changed.program.add_part(sources, part.clone(), read));
            added.unwrap_or(Ok(())).map_err(Error::User)?;
        }
        let warnings = changed.check_definitions(sources)?;
        *self = changed;
        Ok(about(warnings, &new))
    }

    fn check_definitions(&mut self, sources: &SourceMap) -> Result<Vec<Diagnostic>, Error> {
        let parts = check::check_parts(sources, &self.prelude, &self.program)?;
        self.names = parts.names;
        Ok(parts.checked.warnings)
    }

    /// Checks an expression, which becomes the definition that the answer names.
    ///
    /// # Errors All errors in the expression.
    pub fn expression(&self, sources: &SourceMap, file: FileId, exp: Exp) -> Result<Answer, Error> {
        let mut answer = check::check_expression(sources, &self.prelude, &self.program, exp)?;
        answer.checked.warnings = about(answer.checked.warnings, &[file].into_iter().collect());
        Ok(answer)
    }
}

/// Returns the diagnostics in these files. Those in other files were shown before.
fn about(diagnostics: Vec<Diagnostic>, files: &FxHashSet<FileId>) -> Vec<Diagnostic> {
    let is_about = |span: Span| span.file().is_some_and(|file| files.contains(&file));
    diagnostics.into_iter().filter(|diagnostic| diagnostic.labels.iter().any(|label| is_about(label.span))).collect()
}
