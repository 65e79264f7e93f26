//! Tests that every program of `tests/futhark` and `tests/nova` has only segmented operations after `flatten`,
//! `flatten-all` and `flatten-regular`, at the end of FUN.

use crate::common::alone::compile_alone;
use crate::common::files::files;
use crate::common::on_large_stack;
use fun_opt::flatten::form::is_flat;
use rista_driver::{Level, Module, Settings, find_pass, run_with};
use std::path::Path;

#[test]
fn all_programs_become_flat() {
    on_large_stack(|| {
        let files = files(&["tests/futhark", "tests/nova"]);
        let checked = files.iter().filter(|file| check(file)).count();
        assert!(checked > 300, "only {checked} programs were looked at");
    });
}

fn device_part(module: Module) -> Module {
    if let Module::Parts(parts) = module { *parts.device } else { module }
}

/// Checks the operations of a valid program that imports no others. Returns false for any other file.
fn check(path: &Path) -> bool {
    let Some(front) = compile_alone(path) else { return false };
    for name in ["flatten", "flatten-all", "flatten-regular"] {
        let pass = find_pass(name).expect("the pass is there");
        let settings = Settings { verify: true, ..Settings::default() };
        let flat = run_with(front.module.clone(), &[pass], Level::Fun, settings, &mut ());
        match flat.map(device_part) {
            Ok(Module::Fun(program)) => assert!(is_flat(&program), "{} after {name}", path.display()),
            Ok(_) => panic!("{}: not at FUN", path.display()),
            Err(base::Error::Bug(bug)) => panic!("{} after {name}: {bug}", path.display()),
            Err(_) => return false,
        }
    }
    true
}
