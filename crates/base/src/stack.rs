//! Stack for recursive programs. The evaluators run calls by calls of their own; as a call in a program may be nested
//! as deep as their limits allow, each makes sure first that there is stack for what it does itself.

use crate::failure::Stop;

/// What the code of one function needs at most, being nested no deeper than texts may be.
const ROOM: usize = 16 << 20;
/// How much is added where that is not left. The system gives the memory of it only as it is used.
const MORE: usize = 256 << 20;

/// How deep calls of a running program may be nested: evaluators refuse what is deeper.
pub const MAX_CALLS: usize = 200_000;

/// Why a run fails whose calls are nested too deep. Compiled programs look at their stack instead of counting.
pub const TOO_DEEP: &str = "calls of recursive functions are nested too deep";

/// The failure of a run whose calls are nested too deep.
pub fn too_deep() -> Stop {
    Stop::failure(TOO_DEEP, Vec::new())
}

/// What `call` gives, run where there is stack for the code of one function.
pub fn with_room<T>(call: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(ROOM, MORE, call)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_may_be_nested_deeper_than_the_stack_of_a_thread() {
        fn sum(n: usize) -> usize {
            let frame = std::hint::black_box([n; 512]);
            if n == 0 { 0 } else { frame[n % 512] + with_room(|| sum(n - 1)) }
        }
        assert_eq!(sum(MAX_CALLS), MAX_CALLS * (MAX_CALLS + 1) / 2);
    }
}
