//! Helpers of several tests.

pub mod alone;
pub mod files;

use base::guard::STACK;

/// Runs the test on a thread with a stack for deep recursion. A panic there fails the test.
pub fn on_large_stack(run: impl FnOnce() + Send + 'static) {
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(run).expect("a thread");
    worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
}
