//! Validity (FUNMEM paper, Def. 3.1): a FUNMEM program is valid where its heap gives what its values give. The
//! memory of a program is then an annotation that means nothing, as it should be.

use crate::{eval, unmem};
use base::Stop;
use fun::def::Program;
use fun::eval::Limits;
use value::{Tolerance, Value, compare_all};

/// Runs an entry by the heap and, without the memory, by values; what both give.
///
/// # Errors
/// As `eval::run_entry`; `Stuck` where the two differ, in what they give or in whether they fail.
pub fn run_entry(program: &Program, entry: &str, args: Vec<Value>, limits: Limits) -> Result<Vec<Value>, Stop> {
    let by_values = fun::eval::run_entry(&unmem::unmem(program), entry, args.clone(), limits);
    let by_heap = eval::run_entry(program, entry, args, limits);
    match (&by_values, &by_heap) {
        (Ok(values), Ok(heap)) => match compare_all(values, heap, Tolerance::EXACT) {
            Ok(()) => by_heap,
            Err(mismatch) => Err(invalid(&mismatch.to_string())),
        },
        (Ok(_), Err(Stop::Failure(failure))) => Err(invalid(&format!("the heap fails: {}", failure.message))),
        (Err(Stop::Failure(failure)), Ok(_)) => Err(invalid(&format!("the values fail: {}", failure.message))),
        (Err(Stop::Failure(values)), Err(Stop::Failure(heap))) if values.message != heap.message => {
            Err(invalid(&format!("they fail by \"{}\" and by \"{}\"", values.message, heap.message)))
        }
        (Err(Stop::Stuck { .. } | Stop::Limit(_)), Ok(_)) => by_values,
        _ => by_heap,
    }
}

fn invalid(difference: &str) -> Stop {
    Stop::stuck(format!("the program is not valid, its heap and its values differ: {difference}"))
}
