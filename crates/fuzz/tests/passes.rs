//! Tests that passes keep the meaning of generated programs: each pass of FUN alone, and passes in any order. `cargo
//! run --release -p rista-fuzz -- --passes --seeds 0..10000` tests more programs and shrinks those that show a fault.

use fuzz::check::is_refusal;
use fuzz::passes::check_passes;
use fuzz::program::Type;
use fuzz::shrink::shrink;
use fuzz::{NovaType, Typed};
use std::sync::Mutex;

const PROGRAMS: u64 = 20;
const THREADS: u64 = 2;
/// The number of random sequences of passes for each program.
const SEQUENCES: usize = 2;
/// The largest number of smaller programs to try.
const TRIALS: usize = 300;

#[test]
fn passes_keep_what_programs_do() {
    all_keep::<Type>(PROGRAMS);
}

#[test]
fn passes_keep_what_programs_in_nova_do() {
    all_keep::<NovaType>(PROGRAMS / 5);
}

fn all_keep<T: Typed>(programs: u64) {
    let faults = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let faults = &faults;
            scope.spawn(move || {
                for seed in (thread..programs).step_by(THREADS as usize) {
                    if let Err((passes, fault)) = check_passes(&T::generate(seed), seed, SEQUENCES)
                        && !is_refusal::<T>(&fault.kind)
                    {
                        faults.lock().expect("no thread panics").push((seed, passes, fault));
                    }
                }
            });
        }
    });
    let faults = faults.into_inner().expect("no thread panics");
    let shown: Vec<String> =
        faults.iter().map(|(seed, passes, f)| format!("seed {seed}: {passes}: {}", f.kind)).collect();
    let smallest = faults.first().map(|(seed, passes, fault)| {
        let same = |program: &_| passes.check(program).is_err_and(|other| other.kind == fault.kind);
        format!("{}\n{}", fault.detail, shrink(&T::generate(*seed), TRIALS, same))
    });
    assert!(faults.is_empty(), "{}\n\nthe first, made smaller:\n{}", shown.join("\n"), smallest.unwrap_or_default());
}
