//! MExpr: lexer, parser, syntax, formatter and checker of `.mc` files, and the lowering to CORE.
//! `docs/reference/mexpr.md` describes the language.
//!
//! ```text
//! text ─► lexer ─► parser ─► ast ─► reach ─► check ─► lower ─► CORE
//!           └────► format
//! ```

pub mod ast;
pub mod check;
mod files;
pub mod format;
pub mod lexer;
pub mod library;
pub mod lower;
pub mod parser;
mod reach;

use base::{Code, Diagnostic, Error, FileId, SourceMap, Span, Symbol};
pub use parser::parse;
pub use syntax::files::Root;
use syntax::files::{Import, Program, Reader};

/// Code of what is not supported yet.
const NOT_SUPPORTED: Code = Code("E0199");

/// How a program is compiled.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The folders that included paths can name.
    pub roots: Vec<Root>,
    /// Whether the unit tests of the program run. Otherwise they are only checked.
    pub unit_tests: bool,
}

/// Checks an expression of Futhark for `inlineFuthark`. Takes its text, the types of its arguments and that of its
/// result. Returns `None` if Futhark has no such types.
pub type Inline<'i> = dyn Fn(&str, &[core_ir::def::Type], &core_ir::def::Type) -> Option<Inlined> + 'i;

/// An expression of Futhark as a definition of CORE.
pub struct Inlined {
    /// The definition of this name takes the arguments. Without any, it takes `()`.
    pub code: Result<(core_ir::def::Program, Symbol), Error>,
    /// The file of the spans, in which the expression begins at `start`.
    pub file: FileId,
    pub start: u32,
}

/// Whether a file has unit tests.
pub fn has_unit_tests(text: &str) -> bool {
    lexer::lex(FileId(0), text).tokens.iter().any(|token| token.kind == lexer::Kind::Utest)
}

/// Whether a program runs unit tests.
fn runs_tests(sources: &SourceMap, file: FileId, options: &Options) -> bool {
    options.unit_tests && has_unit_tests(&sources.file(file).text)
}

/// Reads, checks and lowers a file of the source map and all files that it includes. `inline` checks the Futhark in it.
///
/// # Errors
/// The user's errors; limitations.
pub fn compile(
    sources: &mut SourceMap,
    file: FileId,
    options: &Options,
    read: &mut Reader,
    inline: &Inline<'_>,
) -> Result<core_ir::def::Program, Error> {
    let program = load(sources, file, options, read).map_err(Error::User)?;
    let checked = check::check(sources, &program)?;
    lower::lower(&checked, sources, runs_tests(sources, file, options), inline)
}

/// Reads a program in files, without what it does not use of the library.
///
/// # Errors
/// The user's errors.
pub fn load(
    sources: &mut SourceMap,
    file: FileId,
    options: &Options,
    read: &mut Reader,
) -> Result<Program<ast::File>, Vec<Diagnostic>> {
    let mut program = Program::default();
    program.roots.clone_from(&options.roots);
    let (mut tree, errors) = parse(file, &sources.file(file).text);
    let runs_tests = runs_tests(sources, file, options);
    if runs_tests {
        // It is the first one, so that the program's own files hide its names.
        tree.includes.insert(0, Import { path: library::path(library::UNIT_TESTS), span: Span::NOWHERE });
    }
    program.load_part(sources, (file, tree), errors, read)?;
    let is_support = |path: &str| runs_tests && path == library::UNIT_TESTS;
    let is_partial = |file: FileId| library::within(&sources.file(file).name).is_some_and(|path| !is_support(path));
    reach::keep_reached(sources, &mut program, is_partial);
    Ok(program)
}
