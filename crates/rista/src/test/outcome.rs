//! What came of a test, as it is counted, shown and written as JSON.

use serde_json::{Value, json};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Outcome {
    Passed,
    /// The program had to be rejected, and was.
    RejectedAsExpected,
    Failed,
    /// The program had to be rejected, and was not.
    AcceptedWrongly,
    /// The compiler, or what it made, broke down.
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

/// An outcome with its reason, and what the run took.
#[derive(Clone, PartialEq, Debug)]
pub struct Verdict {
    pub outcome: Outcome,
    /// Empty when there is nothing to say.
    pub message: String,
    /// Wall-clock time of the run alone; `None` when nothing ran.
    pub seconds: Option<f64>,
    /// The most memory that the program's process held, where the system tells.
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

    /// The same, its message about something that the case needs.
    pub fn about(self, what: &str) -> Verdict {
        Verdict { message: format!("{what}: {}", self.message), ..self }
    }
}

/// The verdict on one case on one target.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// The path as the user gave it or as it was found below a folder.
    pub program: String,
    /// Empty for what concerns the whole program.
    pub entry: String,
    /// The case's name, or what else was tested: `compile`, `tests`, `property`.
    pub case: String,
    /// As `Way::name` has it, or `check`.
    pub target: String,
    pub verdict: Verdict,
}

impl Record {
    /// One line of the JSON output.
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
