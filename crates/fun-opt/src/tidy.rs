//! Tidying: `simplify`, `cse`, `dead-code` and `prove` in turns, as long as one of them finds something to do.
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
//! A pass runs again only after another one changed something that it may put to use, and none more often than there are
//! rounds. Needs: unique names. Guarantees: no dead code, unless `dead-code` is left out. Cost: linear.

use crate::{cse, dead, prove, simplify};
use base::Error;
use fun::def::Program;

/// How often each pass runs at most, where nobody says otherwise. Programs are as they stay after two or three rounds.
pub const ROUNDS: usize = 4;

/// A pass, and for which of the passes there may be something new to do once it changed something.
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

/// What runs once more where the rounds come to their end.
const LAST: [&str; 2] = ["simplify", "dead-code"];

pub fn tidy(program: Program) -> Result<Program, Error> {
    tidy_within(program, ROUNDS, |_| false)
}

/// As `tidy`, in so many rounds, but for the passes of these names.
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
    // What `prove` found last is put to use.
    for (part, taken) in PARTS.iter().zip(taken) {
        if taken && LAST.contains(&part.name) {
            (part.run)(&mut program);
        }
    }
    Ok(program)
}
