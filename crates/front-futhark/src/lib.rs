//! Futhark: its text, its abstract syntax, its checker, and the way to CORE.

pub mod ast;
pub mod check;
pub mod format;
pub mod imports;
pub mod lexer;
pub mod parser;
mod prelude;
pub mod session;

use base::{Error, FileId, SourceMap};
use imports::Reader;

/// Reads, checks and lowers a file that is in the source map, with all that it imports, which `read` finds. The imported
/// files and the prelude are added to the map, so that messages can point into them.
pub fn compile(sources: &mut SourceMap, file: FileId, read: &mut Reader) -> Result<check::Checked, Error> {
    let program = imports::load(sources, file, read).map_err(Error::User)?;
    let needed = prelude::needed(program.files.iter().map(|(file, _)| sources.file(*file).text.as_str()));
    let prelude = prelude::parse(sources, needed)?;
    check::check(sources, &prelude, &program)
}

/// Reads nothing: for programs of one file.
pub fn no_other_files(path: &str) -> Result<String, String> {
    Err(format!("cannot read {path}: the program is a single file"))
}
