//! Runs work with a time limit, and catches its panics.

use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// The result of guarded work.
pub enum Guarded<T> {
    Done(T),
    TimedOut,
    Panicked(String),
}

thread_local! {
    /// Place of this thread's last panic.
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Makes panics silent, and records their places for [`run`].
pub fn quiet_panics() {
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map(ToString::to_string).unwrap_or_default();
        PLACE.with(|last| *last.borrow_mut() = place);
    }));
}

/// Work of a thread with a deep stack.
type Job = Box<dyn FnOnce() + Send>;

thread_local! {
    /// The thread with a deep stack that runs the work of this thread, unless it is busy with work that exceeded its limit.
    static WORKER: RefCell<Option<mpsc::Sender<Job>>> = const { RefCell::new(None) };
}

/// Starts a thread that runs jobs until the sender is dropped.
fn start() -> std::io::Result<mpsc::Sender<Job>> {
    let (sender, jobs) = mpsc::channel::<Job>();
    thread::Builder::new().stack_size(crate::STACK).spawn(move || jobs.into_iter().for_each(|job| job()))?;
    Ok(sender)
}

/// Runs the work on a thread with a deep stack. If the work exceeds the limit, its thread continues, but its result is
/// ignored.
pub fn run<T: Send + 'static>(limit: Duration, work: impl FnOnce() -> T + Send + 'static) -> Guarded<T> {
    let (sender, receiver) = mpsc::channel();
    let caught = move || {
        let result = catch_unwind(AssertUnwindSafe(work)).map_err(|payload| describe(payload.as_ref()));
        // After a time-out nobody receives the result.
        let _ = sender.send(result);
    };
    let worker = match WORKER.take().map_or_else(start, Ok) {
        Ok(worker) => worker,
        Err(error) => return Guarded::Panicked(format!("cannot start a thread: {error}")),
    };
    // If the thread has ended, the receiver is told.
    let _ = worker.send(Box::new(caught));
    let ended = receiver.recv_timeout(limit);
    if ended.is_ok() {
        WORKER.set(Some(worker));
    }
    match ended {
        Ok(Ok(result)) => Guarded::Done(result),
        Ok(Err(message)) => Guarded::Panicked(message),
        Err(mpsc::RecvTimeoutError::Timeout) => Guarded::TimedOut,
        Err(mpsc::RecvTimeoutError::Disconnected) => Guarded::Panicked("the thread ended without a result".to_owned()),
    }
}

fn describe(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default();
    PLACE.with(|place| format!("panic at {}: {text}", place.borrow()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_ends_in_its_result_a_time_out_or_a_panic() {
        assert!(matches!(run(Duration::from_secs(60), || 3), Guarded::Done(3)));
        let (hold, held) = mpsc::channel::<()>();
        assert!(matches!(run(Duration::from_millis(5), move || held.recv().is_ok()), Guarded::TimedOut));
        drop(hold);
        let Guarded::Panicked(message) = run(Duration::from_secs(60), || assert_eq!(1, 2, "of course")) else {
            panic!("it does not panic")
        };
        assert!(message.contains("of course"), "{message}");
    }
}
