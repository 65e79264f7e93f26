//! Limits of the cost of compilation, and of the work that passes may add. They are far above normal needs, so that
//! only unbounded growth exceeds them.

use crate::check::{Fault, SLOW, Verdict, compile_fault, front};
use base::SourceMap;
use driver::{Language, Level, Module, Settings, run_to};
use std::time::{Duration, Instant};

/// Time limit from source to C, without the verifier.
pub(crate) const MAX_COMPILE_TIME: Duration = Duration::from_secs(2);
/// Bytes of C allowed for each byte of source; `C_CONSTANT` is added for the runtime and the entry points.
const C_FACTOR: usize = 40;
/// The same factor for programs in NOVA, where a map over nested vectors repeats the function's code for each level.
const NOVA_C_FACTOR: usize = 100;
const C_CONSTANT: usize = 60_000;

/// Factor by which a pass may increase the number of operations; `WORK_CONSTANT` is added for speculative computations.
const WORK_FACTOR: u64 = 3;
const WORK_CONSTANT: u64 = 300;
/// Further factor for flattened operations, which find segments by scans over all elements.
const FLAT_FACTOR: u64 = 10;

/// Compiles the program with the default passes and measures the time.
///
/// # Errors
/// A fault if compilation takes too long, makes too much C, or rejects the program.
pub(crate) fn check_compilation(language: Language, text: &str) -> Verdict {
    let (mut time, size) = compile(language, text)?;
    if time > MAX_COMPILE_TIME {
        // The machine may have been busy, so the time is measured again.
        time = compile(language, text)?.0;
    }
    if time > MAX_COMPILE_TIME {
        return Err(slow(time));
    }
    let factor = if language == Language::Nova { NOVA_C_FACTOR } else { C_FACTOR };
    match size > factor * text.len() + C_CONSTANT {
        true => Err(Fault::new("much C", format!("{size} bytes of C for {} bytes", text.len()))),
        false => Ok(()),
    }
}

pub(crate) fn slow(time: Duration) -> Fault {
    Fault::new(SLOW, format!("{time:?}"))
}

/// Returns the time to compile, and the size of the C.
fn compile(language: Language, text: &str) -> Result<(Duration, usize), Fault> {
    let begun = Instant::now();
    let mut sources = SourceMap::default();
    let module = front(language, text, &mut sources)?;
    let settings = Settings { verify: false, ..Settings::default() };
    let module = run_to(module, Level::Imp, settings, &mut ()).map_err(|error| compile_fault(&error, &sources))?;
    let Module::Imp(program) = module else { return Err(Fault::new("bug pipeline", "it does not end in IMP")) };
    let size = back::c::write_batch(&[(&program, &sources)], None).len();
    Ok((begun.elapsed(), size))
}

/// Reports a fault if a pass increases the number of operations too much.
pub(crate) fn more_work(before: u64, after: u64, pass: &str, is_flat: bool) -> Verdict {
    let factor = if is_flat { FLAT_FACTOR } else { 1 };
    match after > (before * WORK_FACTOR + WORK_CONSTANT) * factor {
        true => Err(Fault::new(format!("more work after {pass}"), format!("{before} operations became {after}"))),
        false => Ok(()),
    }
}
