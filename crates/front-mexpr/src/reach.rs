//! Removes the declarations of the library that a program does not use, before the program is checked. So the time to
//! compile depends on what a program uses of the library, not on what it includes.
//!
//! ```text
//! include "seq.mc"            kept of seq.mc: `filter`, and what it mentions
//! mexpr filter f [1, 2]
//! ```
//!
//! A name that occurs in kept code reaches all declarations of that name, whatever it means there. So a declaration may
//! be kept in vain, but none is missing. One walk suffices, from the last declaration to the first, because a
//! declaration mentions only itself and earlier ones.

use crate::ast::{Decl, File, Ty, TyKind};
use crate::lexer::{Kind, lex};
use base::{FileId, SourceMap, Symbol};
use rustc_hash::FxHashSet;
use std::ops::Range;
use syntax::files::Program;

/// Keeps of the files that `is_partial` names the declarations that the rest of the program reaches.
pub(crate) fn keep_reached(sources: &SourceMap, program: &mut Program<File>, is_partial: impl Fn(FileId) -> bool) {
    let mut reached = FxHashSet::default();
    for (file, tree) in program.files.iter_mut().rev() {
        let names = names(*file, &sources.file(*file).text);
        if !is_partial(*file) {
            reached.extend(names.iter().map(|(_, name)| *name));
            continue;
        }
        let mut kept = Vec::new();
        for top in std::mem::take(&mut tree.tops).into_iter().rev() {
            if declared(&top.decl).iter().any(|name| reached.contains(name)) {
                let range = top.span.start..top.span.end;
                reached.extend(within(&names, range).iter().map(|(_, name)| *name));
                kept.push(top);
            }
        }
        kept.reverse();
        tree.tops = kept;
    }
}

/// Returns the names in a text with their places, in the order of the text.
fn names(file: FileId, text: &str) -> Vec<(u32, Symbol)> {
    let tokens = lex(file, text);
    let name = |spelling: &str| Symbol::new(spelling);
    let escaped = |spelling: &str| spelling.split_once('"').map(|(_, name)| Symbol::new(name.trim_end_matches('"')));
    let names = tokens.tokens.iter().filter_map(|token| {
        let spelling = tokens.spelling(*token);
        let name = match token.kind {
            Kind::Name | Kind::Upper => Some(name(spelling)),
            Kind::EscapedVar | Kind::EscapedCon | Kind::EscapedType | Kind::Frozen => escaped(spelling),
            _ => None,
        };
        name.map(|name| (token.start, name))
    });
    names.collect()
}

/// Returns the names whose places are in a range.
fn within(names: &[(u32, Symbol)], range: Range<u32>) -> &[(u32, Symbol)] {
    let from = names.partition_point(|(place, _)| *place < range.start);
    let to = names.partition_point(|(place, _)| *place < range.end);
    names.get(from..to).unwrap_or_default()
}

/// Returns the names whose use reaches a declaration. Whoever uses a data type needs all its constructors.
pub(crate) fn declared(decl: &Decl) -> Vec<Symbol> {
    match decl {
        Decl::Let(bind) => vec![bind.name.name],
        Decl::Recursive(binds) => binds.iter().map(|bind| bind.name.name).collect(),
        Decl::Type { name, .. } | Decl::External { name, .. } => vec![name.name],
        Decl::Con { name, ty } => [Some(name.name), ty.as_ref().and_then(made)].into_iter().flatten().collect(),
        Decl::Utest(_) | Decl::Error => Vec::new(),
    }
}

/// Returns the data type that a constructor of this type makes.
fn made(ty: &Ty) -> Option<Symbol> {
    match &ty.kind {
        TyKind::All(_, ty) | TyKind::Function(_, ty) => made(ty),
        TyKind::Name(name, _) => Some(name.name),
        _ => None,
    }
}
