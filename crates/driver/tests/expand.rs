//! Tests that in every program of `tests/futhark`, `tests/nova`, `examples` and `bench` no kernel allocates after
//! `expand` and `expand-interleaved`, with and without flattening. The kernels that the host runs instead are counted
//! by reason, and must be few.

use crate::common::alone::compile_alone;
use crate::common::files::files;
use crate::common::on_large_stack;
use mem_opt::expand::{Policy, Refusal, expand_with, form::is_expanded};
use rista_driver::{Level, Module, Settings, find_pass, run_with};
use std::collections::BTreeMap;
use std::path::Path;

/// The largest number of kernels, of all programs, that the host runs sequentially.
const MAX_REFUSED: usize = 54;

#[derive(Default)]
struct Counts {
    programs: usize,
    refused: BTreeMap<(&'static str, Refusal), Vec<String>>,
}

#[test]
fn nothing_allocates_in_kernels() {
    on_large_stack(|| {
        let files = files(&["tests/futhark", "tests/nova", "examples", "bench"]);
        let mut counts = Counts::default();
        files.iter().for_each(|file| check(file, &mut counts));
        assert!(counts.programs > 300, "only {} programs were looked at", counts.programs);
        for ((flattened, refusal), files) in &counts.refused {
            println!("{} {flattened}: {refusal}: {}", files.len(), files.join(" "));
        }
        let refused: usize = counts.refused.values().map(Vec::len).sum();
        assert!(refused <= MAX_REFUSED, "{refused} kernels are run by the host");
    });
}

fn check(path: &Path, counts: &mut Counts) {
    let Some(front) = compile_alone(path) else { return };
    for (flattened, with) in [("as it is", None), ("flattened", find_pass("flatten-all"))] {
        let with: Vec<_> = with.into_iter().collect();
        let Ok(Module::Mem(program)) = run_with(front.module.clone(), &with, Level::Mem, Settings::default(), &mut ())
        else {
            return;
        };
        for policy in [Policy::Contiguous, Policy::Interleaved] {
            let (expanded, refusals) = match expand_with(program.clone(), policy) {
                Ok(result) => result,
                Err(error) => panic!("{}: {error:?}", path.display()),
            };
            if let Err(bug) = mem::verify::verify(&expanded) {
                panic!("{}: {bug}", path.display());
            }
            assert!(is_expanded(&expanded), "{}, {flattened}", path.display());
            if policy == Policy::Contiguous {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                for refusal in refusals {
                    counts.refused.entry((flattened, refusal)).or_default().push(name.to_string());
                }
            }
        }
    }
    counts.programs += 1;
}
