//! Tests whether the checks of FUNMEM find faults. Small faults are seeded in the memory of valid programs, after
//! lowering and after all passes on FUNMEM. The test counts how many the verifier and the heap semantics catch. `judge`
//! defines caught, missed and equivalent; `mutate` has the kinds of faults. The mutants are the same on every run.

mod backwards;
mod judge;
mod mutate;
mod programs;
mod sites;

use crate::common::files::files;
use crate::common::on_large_stack;
use judge::{Expected, Fate};
use mutate::{Kind, mutate};
use programs::{Subject, subject};
use std::collections::BTreeMap;
use value::SplitMix64;

/// The sampling interval of small programs: one of this many is taken.
const EVERY: usize = 6;
/// The number of mutants of each kind for each program that has a place for the kind.
const PER_KIND: usize = 2;
/// The smallest percentage of caught mutants: of all that are not equivalent, and of those that the verifier accepts.
const CAUGHT: usize = 95;
/// The largest percentage of equivalent mutants. With more, the kinds of faults would show little.
const EQUIVALENT: usize = 10;

type Counts = BTreeMap<(Kind, Fate), usize>;

#[test]
fn faults_in_memory_are_caught() {
    on_large_stack(|| {
        let (small, large) = (files(&["tests/futhark"]), files(&["examples", "bench", "tests/passes"]));
        let paths = small.iter().step_by(EVERY).chain(&large);
        let subjects: Vec<Subject> = paths.filter_map(|path| subject(path)).collect();
        let mut counts = Counts::new();
        let mut missed = Vec::new();
        for (number, subject) in subjects.iter().enumerate() {
            seed(subject, number as u64, &mut counts, &mut missed);
        }
        println!("{} programs\n{}\n{}", subjects.len(), table(&counts), missed.join("\n"));
        let total = |is_it: &dyn Fn(Fate) -> bool| -> usize {
            counts.iter().filter(|((_, fate), _)| is_it(*fate)).map(|(_, count)| count).sum()
        };
        let of = |fate: Fate| total(&|other| other == fate);
        let (caught, lost, refused, same) =
            (total(&Fate::is_caught), of(Fate::Missed), of(Fate::Verifier), of(Fate::Equivalent));
        assert!(subjects.len() >= 24 && caught - refused >= 500, "{} programs, {caught} mutants", subjects.len());
        for found in [caught, caught - refused] {
            assert!(found * 100 >= (found + lost) * CAUGHT, "{lost} mutants are missed, {found} are caught");
        }
        assert!(same * 100 <= (caught + lost + same) * EQUIVALENT, "{same} mutants are equivalent");
    });
}

fn seed(subject: &Subject, number: u64, counts: &mut Counts, missed: &mut Vec<String>) {
    let Some((_, first)) = subject.stages.first() else { return };
    let Some(expected) = Expected::of(first, &subject.inputs) else { return };
    for (stage, program) in &subject.stages {
        let (fate, why) = expected.fate(program);
        assert_eq!(fate, Fate::Equivalent, "{} is wrong after {stage}: {why}", subject.name);
        for kind in Kind::ALL {
            for copy in 0..PER_KIND as u64 {
                let mut random = SplitMix64::new(number * 1000 + kind as u64 * 10 + copy);
                let Some((mutant, what)) = mutate(program, kind, &mut random) else { continue };
                let (fate, why) = expected.fate(&mutant);
                *counts.entry((kind, fate)).or_default() += 1;
                if fate == Fate::Missed {
                    missed.push(format!("{} after {stage}: {}: {what}\n    {why}", subject.name, kind.name()));
                }
            }
        }
    }
}

/// Returns a table with a row for each kind of fault and a column for each fate.
fn table(counts: &Counts) -> String {
    let mut text = format!("{:<36}", "");
    Fate::ALL.iter().for_each(|fate| text += &format!("{:>11}", format!("{fate:?}").to_lowercase()));
    for kind in Kind::ALL {
        text += &format!("\n{:<36}", kind.name());
        for fate in Fate::ALL {
            text += &format!("{:>11}", counts.get(&(kind, fate)).copied().unwrap_or_default());
        }
    }
    text
}
