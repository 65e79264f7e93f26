//! Validity (FUNMEM paper, Def. 3.1): a FUNMEM program is valid if the heap and the value semantics give the same
//! results. Its memory is then an annotation that does not affect its meaning.

use crate::eval::{self, Traced};
use crate::unmem;
use base::{Failure, Stop};
use fun::def::Program;
use fun::eval::Limits;
use value::{Tolerance, Value, compare_all};

/// Outcome of running an entry point twice: with the heap semantics and, without memory, with the value semantics.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// Both semantics give these results, or the same failure.
    Valid(Result<Vec<Value>, Failure>),
    /// The results differ, or only the heap semantics is stuck, for example by a data race.
    Invalid(Stop),
    /// The value semantics is stuck: the program has no meaning, whatever its memory.
    Meaningless(Stop),
    /// One of the runs exceeded a limit.
    Limited(String),
}

/// Runs an entry point with the heap semantics and with the value semantics. Also returns how much work the search for
/// data races did.
pub fn check(program: &Program, entry: &str, args: Vec<Value>, limits: Limits) -> (Verdict, Traced) {
    let by_values = fun::eval::run_entry(&unmem::unmem(program), entry, args.clone(), limits);
    let (by_heap, done) = eval::run_entry_counting(program, entry, args, limits);
    (judge(by_values, by_heap), done.traced)
}

/// Runs an entry point with the heap semantics and with the value semantics. Returns the common result.
///
/// # Errors
/// Like `eval::run_entry`; also `Stuck` if the two differ in their results or in whether they fail.
pub fn run_entry(program: &Program, entry: &str, args: Vec<Value>, limits: Limits) -> Result<Vec<Value>, Stop> {
    match check(program, entry, args, limits).0 {
        Verdict::Valid(result) => result.map_err(Stop::Failure),
        Verdict::Invalid(stop) | Verdict::Meaningless(stop) => Err(stop),
        Verdict::Limited(message) => Err(Stop::Limit(message)),
    }
}

/// Compares the results of the value semantics and the heap semantics.
pub fn judge(by_values: Result<Vec<Value>, Stop>, by_heap: Result<Vec<Value>, Stop>) -> Verdict {
    match (by_values, by_heap) {
        // No program of FUN ends its run by an exit code.
        (Err(stop @ (Stop::Stuck { .. } | Stop::Exit(_))), _) | (_, Err(stop @ Stop::Exit(_))) => {
            Verdict::Meaningless(stop)
        }
        (_, Err(stop @ Stop::Stuck { .. })) => Verdict::Invalid(stop),
        (Err(Stop::Limit(message)), _) | (_, Err(Stop::Limit(message))) => Verdict::Limited(message),
        (Ok(values), Ok(heap)) => match compare_all(&values, &heap, Tolerance::EXACT) {
            Ok(()) => Verdict::Valid(Ok(heap)),
            Err(mismatch) => differs(&mismatch.to_string()),
        },
        (Ok(_), Err(Stop::Failure(failure))) => differs(&format!("the heap fails: {}", failure.message)),
        (Err(Stop::Failure(failure)), Ok(_)) => differs(&format!("the values fail: {}", failure.message)),
        (Err(Stop::Failure(values)), Err(Stop::Failure(heap))) if values.message != heap.message => {
            differs(&format!("they fail by \"{}\" and by \"{}\"", values.message, heap.message))
        }
        (Err(Stop::Failure(_)), Err(Stop::Failure(failure))) => Verdict::Valid(Err(failure)),
    }
}

fn differs(difference: &str) -> Verdict {
    let message = format!("the program is not valid, its heap and its values differ: {difference}");
    Verdict::Invalid(Stop::stuck(message))
}
