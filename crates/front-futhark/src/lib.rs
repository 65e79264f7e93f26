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
use rustc_hash::FxHashSet;

/// Reads, checks and lowers a file that is in the source map, with all that it imports, which `read` finds. The imported
/// files and the prelude are added to the map, so that messages can point into them.
pub fn compile(sources: &mut SourceMap, file: FileId, read: &mut Reader) -> Result<check::Checked, Error> {
    let program = imports::load(sources, file, read).map_err(Error::User)?;
    let files: FxHashSet<FileId> = program.files.iter().map(|(file, _)| *file).collect();
    let needed = prelude::needed(program.files.iter().map(|(file, _)| sources.file(*file).text.as_str()));
    let prelude = prelude::parse(sources, needed)?;
    let checked = check::check(sources, &prelude, &program)?;
    check_uniqueness(&checked, &files)?;
    Ok(checked)
}

/// Nothing of the user's, which is what these files are, is used after it was consumed.
fn check_uniqueness(checked: &check::Checked, files: &FxHashSet<FileId>) -> Result<(), Error> {
    let of_user = |id| {
        let def = checked.program.defs.get(id);
        def.and_then(|def| def.span.file()).is_some_and(|file| files.contains(&file))
    };
    let consumed_wrongly = core_ir::uniqueness::check(&checked.program, &of_user);
    if consumed_wrongly.is_empty() { Ok(()) } else { Err(Error::User(consumed_wrongly)) }
}

/// Reads nothing: for programs of one file.
pub fn no_other_files(path: &str) -> Result<String, String> {
    Err(format!("cannot read {path}: the program is a single file"))
}
