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
//! A pass runs again only after another one changed something that it may put to use, and none more often than
//! `MAX_ROUNDS` times. Needs: unique names. Guarantees: no dead code. Cost: linear.

use crate::{cse, dead, prove, simplify};
use base::Error;
use fun::def::Program;

/// How often each pass runs at most. Programs are as they stay after two or three rounds.
const MAX_ROUNDS: usize = 4;

/// A pass, and for which of the passes there may be something new to do once it changed something.
struct Part {
    run: fn(&mut Program) -> bool,
    wakes: &'static [usize],
}

const PARTS: [Part; 4] = [
    Part { run: simplify::simplify_in_place, wakes: &[1, 2] },
    Part { run: cse::share_in_place, wakes: &[0, 2] },
    Part { run: dead::sweep_in_place, wakes: &[0] },
    Part { run: prove::prove_in_place, wakes: &[0, 2, 3] },
];

pub fn tidy(mut program: Program) -> Result<Program, Error> {
    let mut awake = [true; PARTS.len()];
    for _ in 0..MAX_ROUNDS {
        for (at, part) in PARTS.iter().enumerate() {
            if std::mem::replace(&mut awake[at], false) && (part.run)(&mut program) {
                part.wakes.iter().for_each(|&other| awake[other] = true);
            }
        }
        if awake == [false; PARTS.len()] {
            return Ok(program);
        }
    }
    // What `prove` found last is put to use.
    simplify::simplify_in_place(&mut program);
    dead::sweep_in_place(&mut program);
    Ok(program)
}
