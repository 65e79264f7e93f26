//! Outcomes of tests, and their forms in summaries and in JSON.

use serde_json::{Value, json};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Outcome {
    Passed,
    /// The program had to be rejected, and was.
    RejectedAsExpected,
    Failed,
    /// The program had to be rejected, and was accepted.
    AcceptedWrongly,
    /// The compiler or the compiled program crashed.
    Crashed,
    TimedOut,
    Skipped,
}

impl Outcome {
    pub const ALL: [Outcome; 7] = [
        Outcome::Passed,
        Outcome::RejectedAsExpected,
        Outcome::Failed,
        Outcome::AcceptedWrongly,
        Outcome::Crashed,
        Outcome::TimedOut,
        Outcome::Skipped,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Outcome::Passed => "passed",
            Outcome::RejectedAsExpected => "rejected as expected",
            Outcome::Failed => "failed",
            Outcome::AcceptedWrongly => "accepted wrongly",
            Outcome::Crashed => "crashed",
            Outcome::TimedOut => "timed out",
            Outcome::Skipped => "skipped",
        }
    }

    pub fn is_good(self) -> bool {
        matches!(self, Outcome::Passed | Outcome::RejectedAsExpected)
    }

    pub fn is_bad(self) -> bool {
        !self.is_good() && self != Outcome::Skipped
    }
}

/// An outcome with its reason, and the time and memory of the run.
#[derive(Clone, PartialEq, Debug)]
pub struct Verdict {
    pub outcome: Outcome,
    /// Reason of the outcome; may be empty.
    pub message: String,
    /// Wall-clock time of the run alone; `None` if nothing ran.
    pub seconds: Option<f64>,
    /// Peak memory of the program's process in bytes, if the system reports it.
    pub peak_bytes: Option<u64>,
}

impl Verdict {
    pub fn new(outcome: Outcome, message: impl Into<String>) -> Verdict {
        Verdict { outcome, message: message.into(), seconds: None, peak_bytes: None }
    }

    pub fn passed() -> Verdict {
        Verdict::new(Outcome::Passed, "")
    }

    pub fn failed(message: impl Into<String>) -> Verdict {
        Verdict::new(Outcome::Failed, message)
    }

    pub fn skipped(message: impl Into<String>) -> Verdict {
        Verdict::new(Outcome::Skipped, message)
    }

    /// Returns the verdict with its message prefixed by `what`, the part of the case that it is about.
    pub fn about(self, what: &str) -> Verdict {
        Verdict { message: format!("{what}: {}", self.message), ..self }
    }
}

/// The verdict on one case on one target.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// Path of the program, as the user gave it or as it was found in a folder.
    pub program: String,
    /// Entry point; empty if the test is about the whole program.
    pub entry: String,
    /// Name of the case, or of another test: `compile`, `tests`, `property`.
    pub case: String,
    /// Name of the way (`Way::name`), or `check`.
    pub target: String,
    pub verdict: Verdict,
}

impl Record {
    /// Returns the record as one line of the JSON output.
    pub fn json(&self) -> Value {
        json!({
            "program": self.program,
            "entry": self.entry,
            "case": self.case,
            "target": self.target,
            "outcome": self.verdict.outcome.name().replace(' ', "_"),
            "message": self.verdict.message,
            "seconds": self.verdict.seconds,
            "peak_bytes": self.verdict.peak_bytes,
        })
    }
}
