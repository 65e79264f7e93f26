//! The files that a file of MExpr includes. A path is as written, with its extension.

use crate::ast::{File, Import};
use crate::parser::parse;
use base::{Diagnostic, FileId};
use syntax::files::{Tree, resolve};

impl Tree for File {
    const IMPORT: (&'static str, &'static str, &'static str) = ("include", "includes", "included");
    const PATHS: &'static str = "write the path relative to the folder of this file, with `.mc`";

    fn parse(file: FileId, text: &str) -> (File, Vec<Diagnostic>) {
        parse(file, text)
    }

    fn imports(&self) -> Vec<Import> {
        self.includes.clone()
    }

    fn path(importing: &str, import: &str) -> String {
        resolve(importing, import)
    }
}
