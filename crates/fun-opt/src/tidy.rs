//! Tidying: runs `simplify`, `cse`, `dead-code` and `prove` in turn, as long as one of them changes something.
//!
//! ```text
//! let (a : i64) = n + 1                        ==>   let (x : i32) = xs[i]
//! let (b : i64) = n + 1                              in (x)
//! let (c : bool) = a == b
//! let (d : cert) = assert c "..."
//! let (x : i32) = <d> xs[i]
//! in (x)
//! ```
//!
//! A pass runs again only after another pass made a change that it may use, and at most once per round. Needs: unique
//! names. Guarantees: no dead code, unless `dead-code` is left out. Cost: linear.

use crate::{cse, dead, prove, simplify};
use base::Error;
use fun::def::Program;

/// Default number of rounds. Programs settle after two or three.
pub const ROUNDS: usize = 4;

/// A pass, and the passes that may find more to do after it has changed the program.
struct Part {
    name: &'static str,
    run: fn(&mut Program) -> bool,
    wakes: &'static [usize],
}

const PARTS: [Part; 4] = [
    Part { name: "simplify", run: simplify::simplify_in_place, wakes: &[1, 2] },
    Part { name: "cse", run: cse::share_in_place, wakes: &[0, 2] },
    Part { name: "dead-code", run: dead::sweep_in_place, wakes: &[0] },
    Part { name: "prove", run: prove::prove_in_place, wakes: &[0, 2, 3] },
];

/// Passes that run once more after the last round.
const LAST: [&str; 2] = ["simplify", "dead-code"];

pub fn tidy(program: Program) -> Result<Program, Error> {
    tidy_within(program, ROUNDS, |_| false)
}

/// Like `tidy`, with at most this number of rounds, and without the passes for which `is_left_out` holds.
pub fn tidy_within(mut program: Program, rounds: usize, is_left_out: impl Fn(&str) -> bool) -> Result<Program, Error> {
    let taken = PARTS.each_ref().map(|part| !is_left_out(part.name));
    let mut awake = taken;
    for _ in 0..rounds {
        for (at, part) in PARTS.iter().enumerate() {
            if std::mem::replace(&mut awake[at], false) && (part.run)(&mut program) {
                part.wakes.iter().for_each(|&other| awake[other] = taken[other]);
            }
        }
        if awake == [false; PARTS.len()] {
            return Ok(program);
        }
    }
    // Uses what the last `prove` decided.
    for (part, taken) in PARTS.iter().zip(taken) {
        if taken && LAST.contains(&part.name) {
            (part.run)(&mut program);
        }
    }
    Ok(program)
}
