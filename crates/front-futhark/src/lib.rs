//! Futhark: its text, its abstract syntax, its checker, and the way to CORE.

pub mod ast;
pub mod check;
pub mod format;
pub mod lexer;
pub mod parser;
pub mod session;

use base::{Diagnostic, Error, FileId, SourceMap};

/// The prelude's files, in the order in which they are read.
const PRELUDE: [(&str, &str); 3] = [
    ("prelude/functions.fut", include_str!("../prelude/functions.fut")),
    ("prelude/arrays.fut", include_str!("../prelude/arrays.fut")),
    ("prelude/numbers.fut", include_str!("../prelude/numbers.fut")),
];

/// Reads, checks and lowers a file that is in the source map. The prelude is added to the map, so that messages can
/// point into it.
pub fn compile(sources: &mut SourceMap, file: FileId) -> Result<check::Checked, Error> {
    let (tree, diagnostics) = parse_file(sources, file);
    if !diagnostics.is_empty() {
        return Err(Error::User(diagnostics));
    }
    let prelude = parse_prelude(sources)?;
    let checked = check::check(sources, &prelude, &tree)?;
    let of_user = |id| checked.program.defs.get(id).is_some_and(|def| def.span.file() == Some(file));
    let consumed_wrongly = core_ir::uniqueness::check(&checked.program, &of_user);
    if consumed_wrongly.is_empty() { Ok(checked) } else { Err(Error::User(consumed_wrongly)) }
}

/// The prelude's files, which are added to the map.
fn parse_prelude(sources: &mut SourceMap) -> Result<Vec<ast::File>, Error> {
    let mut prelude = Vec::new();
    for (name, text) in PRELUDE {
        let file = sources.add(name, text);
        let (tree, diagnostics) = parse_file(sources, file);
        if !diagnostics.is_empty() {
            return Err(base::Bug::new("prelude", format!("{name} has syntax errors: {diagnostics:?}")).into());
        }
        prelude.push(tree);
    }
    Ok(prelude)
}

fn parse_file(sources: &SourceMap, file: FileId) -> (ast::File, Vec<Diagnostic>) {
    parser::parse(file, &sources.file(file).text)
}
