//! The front end for Futhark: lexer, parser, checker, and the lowering to CORE.

pub mod ast;
pub mod check;
pub mod format;
pub mod imports;
pub mod lexer;
pub mod parser;
pub mod prelude;
pub mod session;

use base::{Error, FileId, SourceMap};
pub use check::ATTRIBUTES;
use imports::Reader;
pub use prelude::prelude_names;

/// Parses, checks and lowers a file in the source map, and all files that it imports, which `read` finds. Imported
/// files and the prelude are added to the source map, so that messages can refer to them.
pub fn compile(sources: &mut SourceMap, file: FileId, read: &mut Reader) -> Result<check::Checked, Error> {
    let program = imports::load(sources, file, read).map_err(Error::User)?;
    let needed = prelude::needed(program.files.iter().map(|(file, _)| sources.file(*file).text.as_str()));
    let prelude = prelude::parse(sources, needed)?;
    check::check(sources, &prelude, &program)
}
