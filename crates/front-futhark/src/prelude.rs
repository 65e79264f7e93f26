//! The prelude: definitions that every program may use. Unused definitions are not checked, but reading them takes
//! time. Therefore files whose names few programs use are read only if the program contains one of these names.

use crate::ast::{Dec, DecKind, File, ModExpKind};
use crate::parser;
use base::{Bug, Error, SourceMap, Symbol};

/// A file of the prelude.
pub struct Part {
    pub name: &'static str,
    pub text: &'static str,
    /// Names that the file defines, if it is read only for programs that contain one of them. Empty if it is always
    /// read.
    pub defines: &'static [&'static str],
}

/// Files of the prelude in the order in which they are read. Each is in scope of the later ones.
pub const PARTS: [Part; 6] = [
    Part { name: "prelude/functions.fut", text: include_str!("../prelude/functions.fut"), defines: &[] },
    Part { name: "prelude/arrays.fut", text: include_str!("../prelude/arrays.fut"), defines: &[] },
    Part { name: "prelude/numbers.fut", text: include_str!("../prelude/numbers.fut"), defines: &[] },
    Part { name: "prelude/intrinsics.fut", text: include_str!("../prelude/intrinsics.fut"), defines: &["intrinsics"] },
    Part { name: "prelude/irregular.fut", text: include_str!("../prelude/irregular.fut"), defines: IRREGULAR },
    Part { name: "prelude/kinds.fut", text: include_str!("../prelude/kinds.fut"), defines: KINDS },
];

const IRREGULAR: &[&str] =
    &["flatmap", "flatmap'", "jvp", "jvp2", "vjp", "vjp2", "jmp", "jmp2", "mjp", "mjp2", "with_vjp", "with_vjp_tape"];

const KINDS: &[&str] = &["from_prim", "numeric", "integral", "real", "float"];

/// Returns the files of the prelude that programs with these texts may need.
pub fn needed<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<&'static Part> {
    let mut needed: Vec<bool> = PARTS.iter().map(|part| part.defines.is_empty()).collect();
    for word in texts.flat_map(words) {
        for (part, needed) in PARTS.iter().zip(&mut needed) {
            *needed |= part.defines.iter().any(|name| name.as_bytes() == word);
        }
    }
    PARTS.iter().zip(needed).filter_map(|(part, needed)| needed.then_some(part)).collect()
}

/// Returns all words of a text that could be names, including those in comments.
fn words(text: &str) -> impl Iterator<Item = &[u8]> {
    text.as_bytes().split(|byte| !(byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'\'')))
}

/// Parses the files, and adds them to the source map.
///
/// # Errors A bug if they have errors.
pub fn parse<'a>(sources: &mut SourceMap, parts: impl IntoIterator<Item = &'a Part>) -> Result<Vec<File>, Error> {
    let mut files = Vec::new();
    for part in parts {
        let file = sources.add(part.name, part.text);
        let (tree, diagnostics) = parser::parse(file, part.text);
        if !diagnostics.is_empty() {
            let message = format!("{} has syntax errors: {diagnostics:?}", part.name);
            return Err(Bug::new("prelude", message).into());
        }
        files.push(tree);
    }
    Ok(files)
}

/// Returns the names of all functions and values, each with the module that defines it. The members of number modules
/// have the names of the parametric modules that define them.
pub fn prelude_names() -> Vec<(Option<Symbol>, Symbol)> {
    let files = parse(&mut SourceMap::default(), &PARTS).unwrap_or_default();
    let defined = |dec: &Dec| if let DecKind::Def(def) = &dec.kind { Some(def.name.name) } else { None };
    let of_dec = |dec: &Dec| match &dec.kind {
        DecKind::Module(module) => match &module.body.kind {
            ModExpKind::Structure(decs) => {
                decs.iter().filter_map(defined).map(|name| (Some(module.name.name), name)).collect()
            }
            _ => Vec::new(),
        },
        _ => defined(dec).map(|name| (None, name)).into_iter().collect(),
    };
    files.iter().flat_map(|file| file.decs.iter().flat_map(of_dec)).collect()
}
