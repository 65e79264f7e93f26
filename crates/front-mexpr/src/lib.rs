//! MExpr: lexer, parser, syntax, formatter and checker of `.mc` files. `docs/reference/mexpr.md` describes the language.
//!
//! ```text
//! text ─► lexer ─► parser ─► ast ─► check
//!           └────► format
//! ```

pub mod ast;
pub mod check;
mod files;
pub mod format;
pub mod lexer;
pub mod parser;

use base::{Code, Diagnostic, Error, FileId, SourceMap, Span};
pub use parser::parse;
use syntax::files::{Reader, load};

/// Code of what is not supported yet.
const NOT_SUPPORTED: Code = Code("E0199");

/// Reads a file of the source map and all files that it includes, and checks them. Programs without errors are refused, because they
/// cannot be compiled yet.
///
/// # Errors
/// The user's errors; limitations.
pub fn compile(sources: &mut SourceMap, file: FileId, read: &mut Reader) -> Result<core_ir::def::Program, Error> {
    let program = load::<ast::File>(sources, file, read).map_err(Error::User)?;
    check::check(sources, &program)?;
    let tree = program.files.last().map(|(_, tree)| tree);
    let first = tree.and_then(|tree| tree.tops.first().map(|top| top.span));
    let body = tree.and_then(|tree| tree.body.as_ref().map(|body| body.span));
    let place = first.or(body).unwrap_or(Span::new(file, 0, 0));
    let limitation = Diagnostic::error(NOT_SUPPORTED, "programs in MExpr are not supported yet")
        .label(place, "they are checked and formatted, but not compiled");
    Err(Error::Limitation(Box::new(limitation)))
}
