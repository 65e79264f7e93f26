//! What several tests need.

pub mod alone;
pub mod files;

/// Deep programs are walked recursively, in bytes.
const STACK: usize = 512 << 20;

/// Runs the test on a thread that deep recursion does not overflow; its panic is the test's.
pub fn on_large_stack(run: impl FnOnce() + Send + 'static) {
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(run).expect("a thread");
    worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
}
