//! Generated programs hold what passes work on, each of it often enough.

use fuzz::check::quiet_panics;
use fuzz::generate;
use fuzz::reach::{CONSTRUCTS, Reach};

const PROGRAMS: u64 = 250;

#[test]
fn generated_programs_hold_what_passes_work_on() {
    quiet_panics();
    let mut reach = Reach::default();
    for seed in 0..PROGRAMS {
        reach.add(&generate(seed)).unwrap_or_else(|fault| panic!("seed {seed}: {fault:?}"));
    }
    let wanted = |count: usize| count as u64 * PROGRAMS / 1000;
    let rare: Vec<String> = CONSTRUCTS
        .iter()
        .filter(|(construct, count)| (reach.of(construct) as u64) < wanted(*count))
        .map(|(construct, count)| format!("{construct}: {} and not {}", reach.of(construct), wanted(*count)))
        .collect();
    assert!(rare.is_empty(), "of {PROGRAMS} programs too few hold\n{}", rare.join("\n"));
    let unknown: Vec<&str> = reach.counts().map(|(construct, _)| construct).filter(|c| !known(c)).collect();
    assert!(unknown.is_empty(), "not in the table: {unknown:?}");
}

fn known(construct: &str) -> bool {
    CONSTRUCTS.iter().any(|(known, _)| *known == construct)
}
