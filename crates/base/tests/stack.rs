//! Tests of deep recursion.

use rista_base::stack::{MAX_CALLS, with_room};

#[test]
fn calls_may_be_nested_deeper_than_the_stack_of_a_thread() {
    fn sum(n: usize) -> usize {
        let frame = std::hint::black_box([n; 512]);
        if n == 0 { 0 } else { frame[n % 512] + with_room(|| sum(n - 1)) }
    }
    assert_eq!(sum(MAX_CALLS), MAX_CALLS * (MAX_CALLS + 1) / 2);
}
