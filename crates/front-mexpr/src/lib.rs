//! MExpr: lexer, parser, syntax, formatter and checker of `.mc` files, and the lowering to CORE.
//! `docs/reference/mexpr.md` describes the language.
//!
//! ```text
//! text ─► lexer ─► parser ─► ast ─► check ─► lower ─► CORE
//!           └────► format
//! ```

pub mod ast;
pub mod check;
mod files;
pub mod format;
pub mod lexer;
pub mod lower;
pub mod parser;

use base::{Code, Error, FileId, SourceMap};
pub use parser::parse;
use syntax::files::{Reader, load};

/// Code of what is not supported yet.
const NOT_SUPPORTED: Code = Code("E0199");

/// Reads, checks and lowers a file of the source map and all files that it includes.
///
/// # Errors
/// The user's errors; limitations.
pub fn compile(sources: &mut SourceMap, file: FileId, read: &mut Reader) -> Result<core_ir::def::Program, Error> {
    let program = load::<ast::File>(sources, file, read).map_err(Error::User)?;
    lower::lower(&check::check(sources, &program)?)
}
