//! Tests of guarded work: its three ends, and which thread runs it.

use rista_base::guard::{Guarded, run};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

const LONG: Duration = Duration::from_secs(60);

#[test]
fn work_ends_in_its_result_a_time_out_or_a_panic() {
    assert!(matches!(run(LONG, || 3), Guarded::Done(3)));
    let (hold, held) = mpsc::channel::<()>();
    assert!(matches!(run(Duration::from_millis(5), move || held.recv().is_ok()), Guarded::TimedOut));
    drop(hold);
    let Guarded::Panicked(panic) = run(LONG, || assert_eq!(1, 2, "of course")) else { panic!("it does not panic") };
    assert!(panic.place.contains(file!()) && panic.message.contains("of course"), "{panic}");
}

#[test]
fn the_thread_is_used_again_unless_it_is_busy() {
    let id = || match run(LONG, || thread::current().id()) {
        Guarded::Done(id) => id,
        _ => panic!("it does not end"),
    };
    let first = id();
    assert_eq!(id(), first);
    assert!(matches!(run(LONG, || panic!("oh")), Guarded::<()>::Panicked(_)));
    assert_eq!(id(), first);
    let (hold, held) = mpsc::channel::<()>();
    assert!(matches!(run(Duration::from_millis(5), move || held.recv().is_ok()), Guarded::TimedOut));
    assert_ne!(id(), first);
    drop(hold);
}
