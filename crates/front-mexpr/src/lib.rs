//! MExpr: lexer, parser, syntax and formatter of `.mc` files. `docs/reference/mexpr.md` describes the language.
//!
//! ```text
//! text ─► lexer ─► parser ─► ast
//!           └────► format
//! ```

pub mod ast;
pub mod format;
pub mod lexer;
pub mod parser;

use base::{Code, Diagnostic, Error, FileId, SourceMap, Span};
pub use parser::parse;

/// Code of what is not supported yet.
const NOT_SUPPORTED: Code = Code("E0199");

/// Reads a file of the source map. Programs without errors are refused, because they cannot be compiled yet.
///
/// # Errors
/// The user's errors; limitations.
pub fn compile(sources: &SourceMap, file: FileId) -> Result<core_ir::def::Program, Error> {
    let (tree, diagnostics) = parse(file, &sources.file(file).text);
    if !diagnostics.is_empty() {
        return Err(Error::User(diagnostics));
    }
    let first = tree.tops.first().map(|top| top.span);
    let place = first.or(tree.body.map(|body| body.span)).unwrap_or(Span::new(file, 0, 0));
    let limitation = Diagnostic::error(NOT_SUPPORTED, "programs in MExpr are not supported yet")
        .label(place, "they can be formatted, but not compiled");
    Err(Error::Limitation(Box::new(limitation)))
}
