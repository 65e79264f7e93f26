//! Compiles programs that import no others.

use crate::common::files::language;
use base::SourceMap;
use rista_driver::{Front, compile_source, no_other_files};
use std::path::Path;

/// Returns the program in CORE if it is valid and imports no other files.
pub fn compile_alone(path: &Path) -> Option<Front> {
    let text = std::fs::read_to_string(path).expect("the program can be read");
    let mut sources = SourceMap::default();
    let file = sources.add(path.display().to_string(), &text);
    compile_source(language(path)?, &mut sources, file, &mut no_other_files).ok()
}
