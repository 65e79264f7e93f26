//! NOVA: lexer, reader, syntax, formatter, checker, and the lowering to CORE.
//!
//! Source: Collins, Grewe, Grover, Lee and Susnea, NOVA: A Functional Language for Data Parallelism, NVR-2013-002, section 3.

pub mod ast;
pub mod check;
pub mod format;
pub mod lexer;
pub mod lower;
pub mod printer;
pub mod reader;

use base::{Error, FileId, SourceMap};

/// Reads, checks and lowers a file of the source map.
///
/// # Errors
/// The user's errors; limitations.
pub fn compile(sources: &SourceMap, file: FileId) -> Result<core_ir::def::Program, Error> {
    lower::lower(&check::check(&read(sources, file)?)?)
}

/// Reads and checks a file, and prints its syntax without comments, in the formatter's layout. The text reads back to
/// the same program.
///
/// # Errors
/// The user's errors.
pub fn print_back(sources: &SourceMap, file: FileId) -> Result<String, Error> {
    let program = read(sources, file)?;
    check::check(&program)?;
    Ok(printer::print(&program))
}

fn read(sources: &SourceMap, file: FileId) -> Result<ast::Program, Error> {
    let (program, diagnostics) = reader::read(file, &sources.file(file).text);
    if diagnostics.is_empty() { Ok(program) } else { Err(Error::User(diagnostics)) }
}
