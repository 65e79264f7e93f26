//! Stack for recursive programs. Evaluators run a program's calls as calls of their own. Before each call they ensure
//! that enough stack is left for their own work.

use crate::failure::Stop;

/// Stack in bytes that an evaluator needs at most for one function, given that texts are nested at most `MAX_DEPTH`
/// levels.
const ROOM: usize = 16 << 20;
/// Size in bytes of a new stack segment. The system provides its memory only as it is used.
const MORE: usize = 256 << 20;

/// Largest depth of calls that evaluators make on their own stack. They refuse deeper calls.
pub const MAX_CALLS: usize = 200_000;

/// Message of a run whose calls exceed the stack. Evaluators count calls; compiled programs measure their stack.
pub const TOO_DEEP: &str = "calls of recursive functions are nested too deep";

/// Returns the failure of a run whose calls are nested too deep.
pub fn too_deep() -> Stop {
    Stop::failure(TOO_DEEP, Vec::new())
}

/// Runs `call` on a stack with room for one function, adding a segment if necessary; returns its result.
pub fn with_room<T>(call: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(ROOM, MORE, call)
}
