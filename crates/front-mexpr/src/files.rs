//! The files that a file of MExpr includes. A path is as written, with its extension. It is looked up beside the
//! including file and in the library; a path that begins with `.` or `/` is not of the library. `ns::path` is looked up
//! in the folder that the tool gives for `ns`, and `stdlib::path` in the library.

use crate::ast::{File, Import};
use crate::library;
use crate::parser::parse;
use base::{Diagnostic, FileId};
use syntax::files::{Place, Root, Tree, normal, resolve};

impl Tree for File {
    const IMPORT: (&'static str, &'static str, &'static str) = ("include", "includes", "included");
    const PATHS: &'static str =
        "write `./a.mc` for a file in the folder of this one, `stdlib::a.mc` for a file of the library";

    fn parse(file: FileId, text: &str) -> (File, Vec<Diagnostic>) {
        parse(file, text)
    }

    fn imports(&self) -> Vec<Import> {
        self.includes.clone()
    }

    fn places(importing: &str, import: &str, roots: &[Root]) -> Result<Vec<Place>, String> {
        let of_library = |path: &str| library::text(path).map(|text| Place::Library(library::path(path), text));
        if let Some((name, path)) = import.split_once("::") {
            if name == library::ROOT {
                let place = of_library(&normal(path));
                return place.map(|place| vec![place]).ok_or_else(|| format!("the library has no file {path}"));
            }
            let root = roots.iter().find(|root| root.name == name);
            let root =
                root.ok_or_else(|| format!("there is no folder for `{name}`, as in MCORE_LIBS={name}=folder"))?;
            return Ok(vec![Place::File(normal(&format!("{}/{path}", root.folder)))]);
        }
        let beside = match library::within(importing) {
            Some(importing) => of_library(&resolve(importing, import)),
            None => Some(Place::File(resolve(importing, import))),
        };
        let elsewhere = if import.starts_with(['.', '/']) { None } else { of_library(&normal(import)) };
        Ok(beside.into_iter().chain(elsewhere).collect())
    }
}
