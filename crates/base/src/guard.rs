//! Runs work on a thread with a deep stack and with a time limit, and catches its panics.

use std::any::Any;
use std::cell::RefCell;
use std::fmt::{self, Display, Formatter};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Once, mpsc};
use std::thread;
use std::time::Duration;

/// Stack size in bytes for work on deep programs, which is recursive. It exceeds what the limits on depth allow.
pub const STACK: usize = 512 << 20;

/// Name of the threads that run guarded work.
const NAME: &str = "guarded";

/// The result of guarded work.
#[derive(Debug)]
pub enum Guarded<T> {
    Done(T),
    TimedOut,
    Panicked(Panic),
}

/// A panic of guarded work.
#[derive(Debug)]
pub struct Panic {
    /// The place in the source, as `file:line:column`.
    pub place: String,
    pub message: String,
}

impl Display for Panic {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "panic at {}: {}", self.place, self.message)
    }
}

/// Work of a guarded thread.
type Job = Box<dyn FnOnce() + Send>;

thread_local! {
    /// The guarded thread that runs the work of this thread, unless it is busy with work that exceeded its limit. A new
    /// thread for each work would touch a new stack each time, which takes longer than many runs of programs.
    static WORKER: RefCell<Option<mpsc::Sender<Job>>> = const { RefCell::new(None) };
    /// Place of this thread's last panic, if it is a guarded thread.
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Runs the work on a guarded thread. If the work exceeds the limit, its thread continues, but its result is ignored.
/// Panics of guarded work print nothing.
pub fn run<T: Send + 'static>(limit: Duration, work: impl FnOnce() -> T + Send + 'static) -> Guarded<T> {
    let (sender, receiver) = mpsc::channel();
    let caught = move || {
        let result = catch_unwind(AssertUnwindSafe(work)).map_err(|payload| describe(payload.as_ref()));
        // After a time-out nobody receives the result.
        let _ = sender.send(result);
    };
    let failed = |message| Guarded::Panicked(Panic { place: String::new(), message });
    let worker = match WORKER.take().map_or_else(start, Ok) {
        Ok(worker) => worker,
        Err(error) => return failed(format!("cannot start a thread: {error}")),
    };
    // If the thread has ended, the receiver is told.
    let _ = worker.send(Box::new(caught));
    let ended = receiver.recv_timeout(limit);
    if ended.is_ok() {
        WORKER.set(Some(worker));
    }
    match ended {
        Ok(Ok(result)) => Guarded::Done(result),
        Ok(Err(panic)) => Guarded::Panicked(panic),
        Err(mpsc::RecvTimeoutError::Timeout) => Guarded::TimedOut,
        Err(mpsc::RecvTimeoutError::Disconnected) => failed("the thread ended without a result".to_owned()),
    }
}

/// Starts a thread that runs jobs until the sender is dropped.
fn start() -> std::io::Result<mpsc::Sender<Job>> {
    record_panics();
    let (sender, jobs) = mpsc::channel::<Job>();
    let run = move || jobs.into_iter().for_each(|job| job());
    thread::Builder::new().name(NAME.to_owned()).stack_size(STACK).spawn(run)?;
    Ok(sender)
}

/// Makes panics of guarded threads silent, and records their places.
fn record_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| match thread::current().name() {
            Some(NAME) => PLACE.set(info.location().map(ToString::to_string).unwrap_or_default()),
            _ => before(info),
        }));
    });
}

fn describe(payload: &(dyn Any + Send)) -> Panic {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let message = text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default();
    Panic { place: PLACE.take(), message }
}
