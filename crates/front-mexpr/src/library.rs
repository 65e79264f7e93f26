//! The library: files of MExpr that programs include, and the declarations of built-in functions. They are part of the
//! compiler.

use crate::reach::declared;
use base::{FileId, SourceMap, Symbol};
use std::sync::LazyLock;

/// The built-in functions, as declarations. They are in scope everywhere.
pub(crate) const BUILTINS: &str = include_str!("../library/builtins.mc");

/// Further functions that programs may declare as `external`.
pub(crate) const EXTERNALS: &str = include_str!("../library/externals.mc");

/// The name of the library in paths: `stdlib::seq.mc`.
pub(crate) const ROOT: &str = "stdlib";

/// The file with the functions that unit tests call.
pub(crate) const UNIT_TESTS: &str = "utest.mc";

macro_rules! files {
    ($($path:literal)*) => { &[$(($path, include_str!(concat!("../library/", $path)))),*] };
}

/// The files that programs can include, with their texts.
pub const FILES: &[(&str, &str)] = files![
    "arg.mc"
    "assoc.mc"
    "basic-types.mc"
    "bool.mc"
    "char.mc"
    "common.mc"
    "either.mc"
    "ext/math-ext.mc"
    "float.mc"
    "hashmap.mc"
    "int.mc"
    "iterator.mc"
    "map.mc"
    "math.mc"
    "option.mc"
    "seq.mc"
    "set.mc"
    "string.mc"
    "tensor.mc"
    "tuple.mc"
    "utest.mc"
];

/// Returns the text of a file of the library.
pub(crate) fn text(path: &str) -> Option<&'static str> {
    FILES.iter().find(|(name, _)| *name == path).map(|(_, text)| *text)
}

/// The names that each file of the library declares for programs.
static NAMES: LazyLock<Vec<(&str, Vec<Symbol>)>> = LazyLock::new(|| {
    let names = |text| {
        let names: Vec<Symbol> =
            crate::parse(FileId(0), text).0.tops.iter().flat_map(|top| declared(&top.decl)).collect();
        names.into_iter().filter(|name| !name.as_str().starts_with("external")).collect()
    };
    FILES.iter().filter(|(path, _)| *path != UNIT_TESTS).map(|(path, text)| (*path, names(text))).collect()
});

/// Returns the names that a file of the library declares for programs.
pub(crate) fn names(path: &str) -> &'static [Symbol] {
    NAMES.iter().find(|(other, _)| *other == path).map_or(&[], |(_, names)| names)
}

/// Returns the file of the library that declares a name for programs.
pub(crate) fn home(name: Symbol) -> Option<&'static str> {
    NAMES.iter().find(|(_, names)| names.contains(&name)).map(|(path, _)| *path)
}

/// Returns the path by which a program and its messages name a file of the library.
pub(crate) fn path(path: &str) -> String {
    format!("{ROOT}::{path}")
}

/// Returns the path within the library of a file that `path` names; `None` for other files.
pub(crate) fn within(path: &str) -> Option<&str> {
    path.strip_prefix(ROOT)?.strip_prefix("::")
}

/// Whether a file is one of the library.
pub(crate) fn has(sources: &SourceMap, file: FileId) -> bool {
    within(&sources.file(file).name).is_some()
}
