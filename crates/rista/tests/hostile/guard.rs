//! Runs work that may panic or take too long, apart from the test's thread.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Once, mpsc};
use std::thread;
use std::time::Duration;

/// The stack size, that of the command line.
const STACK: usize = 512 << 20;

/// The time limit, far more than any case needs on a busy machine.
const LIMIT: Duration = Duration::from_secs(60);

const NAME: &str = "guarded";

#[derive(Debug)]
pub enum Ended<T> {
    Done(T),
    /// The place of the panic and its message.
    Panicked(String),
    TimedOut,
}

thread_local! {
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Suppresses the output of panics in guarded work.
fn quiet_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| match thread::current().name() {
            Some(NAME) => {
                let place = info.location().map(ToString::to_string).unwrap_or_default();
                PLACE.with(|last| *last.borrow_mut() = place);
            }
            _ => before(info),
        }));
    });
}

pub fn guarded<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Ended<T> {
    quiet_panics();
    let (sender, receiver) = mpsc::channel();
    let caught = move || {
        let result = catch_unwind(AssertUnwindSafe(work)).map_err(|_| PLACE.with(|place| place.borrow().clone()));
        // The receiver is gone after a time-out.
        let _ = sender.send(result);
    };
    thread::Builder::new().name(NAME.to_owned()).stack_size(STACK).spawn(caught).expect("a thread starts");
    match receiver.recv_timeout(LIMIT) {
        Ok(Ok(result)) => Ended::Done(result),
        Ok(Err(place)) => Ended::Panicked(place),
        Err(_) => Ended::TimedOut,
    }
}
