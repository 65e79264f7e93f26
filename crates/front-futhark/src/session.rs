//! A program that grows as its user types it: definitions, which stay and may hide earlier ones of the same name, and
//! expressions, which see them.

use crate::ast::{Exp, File};
use crate::check::{self, Answer, Checked};
use crate::{parse_file, parse_prelude, parser};
use base::{Diagnostic, Error, FileId, SourceMap, Symbol};

/// What a text is.
pub enum Input {
    /// None, where there are only comments.
    Definitions(File),
    Expression(Exp),
    /// It ends too early, which these say.
    Unfinished(Vec<Diagnostic>),
    Wrong(Vec<Diagnostic>),
}

/// Reads a text that is either definitions or one expression. `let x = e` is a definition, `let x = e in x` is not.
pub fn read(sources: &SourceMap, file: FileId) -> Input {
    let (tree, as_definitions) = parse_file(sources, file);
    if as_definitions.is_empty() {
        return Input::Definitions(tree);
    }
    let text = &sources.file(file).text;
    let (exp, as_expression) = parser::parse_expression(file, text);
    if let (Some(exp), true) = (exp, as_expression.is_empty()) {
        return Input::Expression(exp);
    }
    // The reading that went further is the one that was meant.
    let diagnostics = if place(&as_definitions) > place(&as_expression) { as_definitions } else { as_expression };
    let end = text.trim_end().len();
    let at_end = |diagnostic: &Diagnostic| diagnostic.labels.iter().any(|label| label.span.start as usize >= end);
    if diagnostics.iter().any(at_end) { Input::Unfinished(diagnostics) } else { Input::Wrong(diagnostics) }
}

/// Where the first mistake is.
fn place(diagnostics: &[Diagnostic]) -> u32 {
    let starts = diagnostics.iter().filter_map(|diagnostic| diagnostic.labels.first());
    starts.map(|label| label.span.start).min().unwrap_or(0)
}

/// The definitions so far.
#[derive(Clone)]
pub struct Session {
    prelude: Vec<File>,
    parts: Vec<(FileId, File)>,
    names: Vec<Symbol>,
}

impl Session {
    /// One without definitions. The prelude is added to the map.
    ///
    /// # Errors
    /// A bug, if the prelude has mistakes.
    pub fn new(sources: &mut SourceMap) -> Result<Session, Error> {
        let mut session = Session { prelude: parse_prelude(sources)?, parts: Vec::new(), names: Vec::new() };
        session.names = check::check_parts(sources, &session.prelude, &[])?.names;
        Ok(session)
    }

    /// All names of values and modules that an expression may use, sorted.
    pub fn names(&self) -> &[Symbol] {
        &self.names
    }

    /// Adds definitions and gives the warnings about them.
    ///
    /// # Errors
    /// What is wrong with them. The session then stays as it was.
    pub fn define(&mut self, sources: &SourceMap, file: FileId, tree: File) -> Result<Vec<Diagnostic>, Error> {
        if tree.decs.is_empty() {
            return Ok(Vec::new());
        }
        self.parts.push((file, tree));
        match self.check_definitions(sources) {
            Ok(warnings) => Ok(about(warnings, file)),
            Err(error) => {
                self.parts.pop();
                Err(error)
            }
        }
    }

    /// Puts other definitions in the place of the first ones.
    ///
    /// # Errors
    /// What is wrong with them, or with later ones that use them. The session then stays as it was.
    pub fn replace_first(&mut self, sources: &SourceMap, file: FileId, tree: File) -> Result<Vec<Diagnostic>, Error> {
        let mut changed = self.clone();
        match changed.parts.first_mut() {
            Some(first) => *first = (file, tree),
            None => changed.parts.push((file, tree)),
        }
        let warnings = changed.check_definitions(sources)?;
        *self = changed;
        Ok(about(warnings, file))
    }

    fn check_definitions(&mut self, sources: &SourceMap) -> Result<Vec<Diagnostic>, Error> {
        let parts: Vec<&File> = self.parts.iter().map(|(_, tree)| tree).collect();
        let names = check::check_parts(sources, &self.prelude, &parts)?;
        self.check_uniqueness(&names.checked, None)?;
        self.names = names.names;
        Ok(names.checked.warnings)
    }

    /// Checks an expression, which becomes the definition that the answer names.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn expression(&self, sources: &SourceMap, file: FileId, exp: Exp) -> Result<Answer, Error> {
        let parts: Vec<&File> = self.parts.iter().map(|(_, tree)| tree).collect();
        let mut answer = check::check_expression(sources, &self.prelude, &parts, exp)?;
        self.check_uniqueness(&answer.checked, Some(file))?;
        answer.checked.warnings = about(std::mem::take(&mut answer.checked.warnings), file);
        Ok(answer)
    }

    fn check_uniqueness(&self, checked: &Checked, file: Option<FileId>) -> Result<(), Error> {
        let is_own = |of| of == file || self.parts.iter().any(|(part, _)| Some(*part) == of);
        let of_user = |id| checked.program.defs.get(id).is_some_and(|def| is_own(def.span.file()));
        let wrong = core_ir::uniqueness::check(&checked.program, &of_user);
        if wrong.is_empty() { Ok(()) } else { Err(Error::User(wrong)) }
    }
}

/// The diagnostics that are about this file; those about others have been seen.
fn about(diagnostics: Vec<Diagnostic>, file: FileId) -> Vec<Diagnostic> {
    let is_about = |diagnostic: &Diagnostic| diagnostic.labels.iter().any(|label| label.span.file() == Some(file));
    diagnostics.into_iter().filter(is_about).collect()
}
