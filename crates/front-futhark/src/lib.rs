//! Futhark: its text, its abstract syntax, its checker, and the way to CORE.

pub mod ast;
pub mod check;
pub mod format;
pub mod imports;
pub mod lexer;
pub mod parser;

use base::{Error, FileId, SourceMap};
use imports::Reader;
use rustc_hash::FxHashSet;

/// The prelude's files, in the order in which they are read.
const PRELUDE: [(&str, &str); 5] = [
    ("prelude/functions.fut", include_str!("../prelude/functions.fut")),
    ("prelude/arrays.fut", include_str!("../prelude/arrays.fut")),
    ("prelude/numbers.fut", include_str!("../prelude/numbers.fut")),
    ("prelude/intrinsics.fut", include_str!("../prelude/intrinsics.fut")),
    ("prelude/irregular.fut", include_str!("../prelude/irregular.fut")),
];

/// The prelude's file of module types, which is read only for programs with modules.
const KINDS: (&str, &str) = ("prelude/kinds.fut", include_str!("../prelude/kinds.fut"));

/// Reads, checks and lowers a file that is in the source map, with all that it imports, which `read` finds. The imported
/// files and the prelude are added to the map, so that messages can point into them.
pub fn compile(sources: &mut SourceMap, file: FileId, read: &mut Reader) -> Result<check::Checked, Error> {
    let program = imports::load(sources, file, read).map_err(Error::User)?;
    let mut prelude = Vec::new();
    for (name, text) in PRELUDE.into_iter().chain(program.has_modules().then_some(KINDS)) {
        let file = sources.add(name, text);
        let (tree, diagnostics) = parser::parse(file, &sources.file(file).text);
        if !diagnostics.is_empty() {
            return Err(base::Bug::new("prelude", format!("{name} has syntax errors: {diagnostics:?}")).into());
        }
        prelude.push(tree);
    }
    let checked = check::check(sources, &prelude, &program)?;
    let files: FxHashSet<FileId> = program.files.iter().map(|(file, _)| *file).collect();
    let of_user = |id| {
        let def = checked.program.defs.get(id);
        def.and_then(|def| def.span.file()).is_some_and(|file| files.contains(&file))
    };
    let consumed_wrongly = core_ir::uniqueness::check(&checked.program, &of_user);
    if consumed_wrongly.is_empty() { Ok(checked) } else { Err(Error::User(consumed_wrongly)) }
}

/// Reads nothing: for programs of one file.
pub fn no_other_files(path: &str) -> Result<String, String> {
    Err(format!("cannot read {path}: the program is a single file"))
}
