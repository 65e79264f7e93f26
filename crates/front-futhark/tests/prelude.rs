//! The parts of the prelude, and the programs that need them.

use base::SourceMap;
use front_futhark::ast::{Dec, DecKind};
use front_futhark::prelude::*;

fn defined(dec: &Dec) -> Option<String> {
    let name = match &dec.kind {
        DecKind::Def(def) => def.name,
        DecKind::Type(def) => def.name,
        DecKind::Module(def) => def.name,
        DecKind::ModuleType(def) => def.name,
        DecKind::Local(_) => return None,
        DecKind::Open(_) | DecKind::Import(_) => panic!("the names are not known"),
    };
    Some(name.name.to_string())
}

#[test]
fn parts_define_what_they_say() {
    for part in PARTS.iter().filter(|part| !part.defines.is_empty()) {
        let files = parse(&mut SourceMap::default(), [part]).expect("it has no mistakes");
        let names: Vec<String> = files.iter().flat_map(|file| file.decs.iter().filter_map(defined)).collect();
        assert_eq!(names.iter().filter(|name| !part.defines.contains(&name.as_str())).count(), 0, "{names:?}");
    }
}

#[test]
fn programs_need_what_they_mention() {
    let names = |texts: &[&'static str]| -> Vec<&str> {
        let parts = needed(texts.iter().copied());
        parts.iter().skip(3).filter_map(|part| part.name.strip_prefix("prelude/")).collect()
    };
    assert_eq!(names(&["def main = really floats (f 1)"]), [""; 0]);
    assert_eq!(names(&["def f = flatmap'", "module m (R:real) = {}"]), ["irregular.fut", "kinds.fut"]);
    assert_eq!(names(&["open intrinsics"]), ["intrinsics.fut"]);
}
