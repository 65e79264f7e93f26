//! The imports of Futhark files. `.fut` is added to a path. `syntax::files` loads the files.

use crate::ast::{Dec, DecKind, File, Import, ModExp, ModExpKind};
use crate::parser::parse;
use base::{Diagnostic, FileId};
use syntax::files::{Place, Root, Tree, resolve};
pub use syntax::files::{Reader, load, normal};

/// A program in files.
pub type Program = syntax::files::Program<File>;

impl Tree for File {
    const IMPORT: (&'static str, &'static str, &'static str) = ("import", "imports", "imported");
    const PATHS: &'static str = "write the path relative to the folder of this file, without `.fut`";

    fn parse(file: FileId, text: &str) -> (File, Vec<Diagnostic>) {
        parse(file, text)
    }

    fn imports(&self) -> Vec<Import> {
        let mut imports = Vec::new();
        imports_of(&self.decs, &mut imports);
        imports
    }

    fn places(importing: &str, import: &str, _: &[Root]) -> Result<Vec<Place>, String> {
        Ok(vec![Place::File(resolve(importing, &format!("{import}.fut")))])
    }
}

fn imports_of(decs: &[Dec], found: &mut Vec<Import>) {
    decs.iter().for_each(|dec| imports_of_dec(&dec.kind, found));
}

fn imports_of_dec(kind: &DecKind, found: &mut Vec<Import>) {
    match kind {
        DecKind::Import(import) => found.push(import.clone()),
        DecKind::Open(module) => imports_of_module(module, found),
        DecKind::Module(def) => imports_of_module(&def.body, found),
        DecKind::Local(inner) => imports_of_dec(&inner.kind, found),
        DecKind::Def(_) | DecKind::Type(_) | DecKind::ModuleType(_) => {}
    }
}

fn imports_of_module(module: &ModExp, found: &mut Vec<Import>) {
    match &module.kind {
        ModExpKind::Name(_) => {}
        ModExpKind::Structure(decs) => imports_of(decs, found),
        ModExpKind::Ascribe(inner, _) | ModExpKind::Lambda(_, _, inner) => imports_of_module(inner, found),
        ModExpKind::Apply(functor, argument) => {
            imports_of_module(functor, found);
            imports_of_module(argument, found);
        }
        ModExpKind::Import(import) => found.push(import.clone()),
    }
}
