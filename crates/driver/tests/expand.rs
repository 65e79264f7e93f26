//! Tests that the host runs few kernels of the programs in `tests/futhark`, `tests/nova`, `examples` and `bench` because
//! `expand` cannot give their threads memory. The kernels are counted by reason.

use crate::common::alone::compile_alone;
use crate::common::files::files;
use crate::common::on_large_stack;
use mem_opt::expand::{Policy, Refusal, expand_with};
use rista_driver::{Level, Module, Settings, find_pass, run_with};
use std::collections::BTreeMap;
use std::path::Path;

/// The largest number of kernels, of all programs, that the host runs sequentially.
const MAX_REFUSED: usize = 16;

#[derive(Default)]
struct Counts {
    programs: usize,
    refused: BTreeMap<Refusal, Vec<String>>,
}

#[test]
fn few_kernels_are_run_by_the_host() {
    on_large_stack(|| {
        let files = files(&["tests/futhark", "tests/nova", "examples", "bench"]);
        let mut counts = Counts::default();
        files.iter().for_each(|file| count(file, &mut counts));
        assert!(counts.programs > 300, "only {} programs were looked at", counts.programs);
        for (refusal, files) in &counts.refused {
            println!("{} {refusal}: {}", files.len(), files.join(" "));
        }
        let refused: usize = counts.refused.values().map(Vec::len).sum();
        assert!(refused <= MAX_REFUSED, "{refused} kernels are run by the host");
    });
}

/// Adds the kernels of a flattened program.
fn count(path: &Path, counts: &mut Counts) {
    let Some(front) = compile_alone(path) else { return };
    let with: Vec<_> = find_pass("flatten-all").into_iter().collect();
    // Other tests verify these programs.
    let settings = Settings { verify: false, ..Settings::default() };
    let Ok(Module::Mem(program)) = run_with(front.module, &with, Level::Mem, settings, &mut ()) else { return };
    let (_, refusals) =
        expand_with(program, Policy::Contiguous).unwrap_or_else(|error| panic!("{}: {error:?}", path.display()));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    for refusal in refusals {
        counts.refused.entry(refusal).or_default().push(name.to_string());
    }
    counts.programs += 1;
}
