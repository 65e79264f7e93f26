//! Reports results of tests: a progress bar, a JSON line for each record, and a list and a summary at the end.

use crate::load::Failed;
use crate::out;
use crate::test::outcome::{Outcome, Record};
use base::SourceMap;
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Largest number of lines of a message in the list.
const SHOWN_LINES: usize = 20;

/// Largest number of records with the same verdict that the list names.
const SHOWN_RECORDS: usize = 3;

/// Collector of records from several threads.
pub struct Report {
    json: bool,
    verbose: bool,
    bar: ProgressBar,
    taken: Mutex<Taken>,
}

/// The contents of a report so far.
#[derive(Default)]
struct Taken {
    records: Vec<Record>,
    /// Number of records that are failures.
    bad: usize,
    /// Error of writing a record.
    unwritten: Option<Failed>,
}

impl Report {
    /// Returns an empty report. The progress bar has a step for each program, and is hidden if standard error is not a
    /// terminal.
    pub fn new(json: bool, verbose: bool, programs: usize) -> Report {
        let bar = ProgressBar::new(programs as u64);
        if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} programs  {msg}") {
            bar.set_style(style);
        }
        Report { json, verbose, bar, taken: Mutex::default() }
    }

    /// Adds a record. A JSON line is written at once, so that an interrupted run has its results so far.
    pub fn add(&self, record: Record) {
        let mut taken = self.taken();
        if self.json {
            let line = record.json().to_string() + "\n";
            if let Err(failed) = self.bar.suspend(|| out::print(&line)) {
                taken.unwritten = Some(failed);
            }
        }
        taken.bad += usize::from(record.verdict.outcome.is_bad());
        taken.records.push(record);
        self.bar.set_message(format!("{} failed", taken.bad));
    }

    /// Whether there are no records.
    pub fn is_empty(&self) -> bool {
        self.taken().records.is_empty()
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Advances the progress bar by one program.
    pub fn step(&self) {
        self.bar.inc(1);
    }

    /// Prints the list of tests that did not pass, and the summary. Returns exit code 1 if a test failed.
    pub fn finish(self) -> ExitCode {
        self.bar.finish_and_clear();
        let Taken { mut records, bad, mut unwritten } = self.taken.into_inner().unwrap_or_else(PoisonError::into_inner);
        records.sort_by(|a, b| a.program.cmp(&b.program));
        let shown = |record: &&Record| self.verbose || record.verdict.outcome.is_bad();
        if self.json {
            out::tell(summary(&records));
        } else {
            let shown: Vec<&Record> = records.iter().filter(shown).collect();
            let key =
                |record: &&Record| (record.program.clone(), record.verdict.outcome, record.verdict.message.clone());
            let groups = shown.chunk_by(|a, b| key(a) == key(b)).map(|group| lines(group) + "\n");
            let list: String = groups.chain([summary(&records) + "\n"]).collect();
            unwritten = out::print(&list).err();
        }
        if let Some(failed) = unwritten {
            return failed.report(&SourceMap::default());
        }
        if bad > 0 { ExitCode::from(1) } else { ExitCode::SUCCESS }
    }
}

/// Formats records of one program that have the same outcome for the same reason.
fn lines(records: &[&Record]) -> String {
    let Some(Record { program, verdict, .. }) = records.first() else { return String::new() };
    let what = |record: &&Record| format!("{} {} on {}", record.entry, record.case, record.target).trim().to_owned();
    let mut text =
        format!("{program}: {}", records.iter().take(SHOWN_RECORDS).map(what).collect::<Vec<_>>().join(", "));
    if records.len() > SHOWN_RECORDS {
        text.push_str(&format!(" and {} more", records.len() - SHOWN_RECORDS));
    }
    text.push_str(&format!(": {}", verdict.outcome.name()));
    match verdict.message.trim() {
        "" => {}
        message if !message.contains('\n') => text.push_str(&format!(": {message}")),
        message => {
            message.lines().take(SHOWN_LINES).for_each(|line| text.push_str(&format!("\n    {line}")));
            if message.lines().count() > SHOWN_LINES {
                text.push_str("\n    ...");
            }
        }
    }
    text
}

/// Formats the numbers of passed, failed and skipped tests, by kind and reason.
fn summary(records: &[Record]) -> String {
    let count = |outcome: Outcome| records.iter().filter(|record| record.verdict.outcome == outcome).count();
    let total = |kind: fn(Outcome) -> bool| Outcome::ALL.into_iter().filter(|&o| kind(o)).map(count).sum::<usize>();
    let mut text = format!("{} passed, {} failed", total(Outcome::is_good), total(Outcome::is_bad));
    let skipped = count(Outcome::Skipped);
    if skipped > 0 {
        text.push_str(&format!(", {skipped} skipped"));
    }
    let special = [Outcome::RejectedAsExpected, Outcome::AcceptedWrongly, Outcome::Crashed, Outcome::TimedOut];
    for outcome in special.into_iter().filter(|&outcome| count(outcome) > 0) {
        text.push_str(&format!("\n  of these {} {}", count(outcome), outcome.name()));
    }
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for record in records.iter().filter(|record| record.verdict.outcome == Outcome::Skipped) {
        *reasons.entry(record.verdict.message.lines().next().unwrap_or_default()).or_default() += 1;
    }
    for (reason, count) in reasons {
        text.push_str(&format!("\n  skipped {count}: {reason}"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test::outcome::Verdict;

    fn record(outcome: Outcome, message: &str) -> Record {
        let verdict = Verdict::new(outcome, message);
        Record { program: "a.fut".into(), entry: "main".into(), case: "#1".into(), target: "c".into(), verdict }
    }

    #[test]
    fn the_summary_counts_what_there_is() {
        let records = [
            record(Outcome::Passed, ""),
            record(Outcome::RejectedAsExpected, ""),
            record(Outcome::Crashed, "x"),
            record(Outcome::Skipped, "tag `slow`"),
        ];
        let expected = "2 passed, 1 failed, 1 skipped\n  of these 1 rejected as expected\n  of these 1 crashed\n  \
                        skipped 1: tag `slow`";
        assert_eq!(summary(&records), expected);
        assert_eq!(summary(&[]), "0 passed, 0 failed");
    }

    #[test]
    fn records_alike_share_their_lines() {
        let one = record(Outcome::TimedOut, "");
        assert_eq!(lines(&[&one; 2]), "a.fut: main #1 on c, main #1 on c: timed out");
        assert!(lines(&[&one; 5]).ends_with("main #1 on c and 2 more: timed out"));
    }

    #[test]
    fn long_messages_are_indented_and_cut() {
        assert_eq!(lines(&[&record(Outcome::Failed, "bad")]), "a.fut: main #1 on c: failed: bad");
        let text = lines(&[&record(Outcome::Crashed, &"x\n".repeat(50))]);
        assert_eq!(text.lines().count(), 1 + SHOWN_LINES + 1);
        assert!(text.starts_with("a.fut: main #1 on c: crashed\n    x\n") && text.ends_with("\n    ..."));
    }
}
