//! Classifies mutants.
//!
//! A mutant is *caught* if the verifier rejects it, or if on the program's inputs the heap semantics is stuck, races,
//! or gives other results than the value semantics. A mutant that is not caught is judged independently of these
//! checks. It is lowered to IMP and run there, on the same inputs and on varied ones (reversed, longer, larger), with
//! the iterations of independent loops forwards and backwards. Accesses in IMP are checked for bounds and for
//! uninitialized elements. The mutant is *equivalent* if all runs give the results of the value semantics. Otherwise it
//! is *missed*, also if only the heap semantics on a varied input shows the fault. So most missed mutants are missed
//! because the given inputs do not show the fault. Equivalent mutants change layouts of arrays with at most one element
//! or with equal elements, or put arrays with equal values in one place.

use crate::mutation::programs::vary;
use base::Stop;
use fun::def::Program;
use fun::eval::Limits;
use mem::valid::{Verdict, judge};
use value::{Tolerance, Value, compare_all};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fate {
    Verifier,
    /// The heap is stuck: an access out of the block, or to an uninitialized element.
    Stuck,
    Race,
    /// The results differ.
    Invalid,
    Equivalent,
    Missed,
}

impl Fate {
    pub const ALL: [Fate; 6] = [Fate::Verifier, Fate::Stuck, Fate::Race, Fate::Invalid, Fate::Equivalent, Fate::Missed];

    pub fn is_caught(self) -> bool {
        !matches!(self, Fate::Equivalent | Fate::Missed)
    }
}

type Outcome = Result<Vec<Value>, Stop>;

/// The outcomes of a program by its value semantics.
pub struct Expected {
    /// For the program's own inputs: the entry point, its arguments, and the outcome.
    own: Vec<(String, Vec<Value>, Outcome)>,
    /// The same for varied inputs.
    others: Vec<(String, Vec<Value>, Outcome)>,
    limits: Limits,
}

impl Expected {
    /// Returns the outcomes; `None` if the program is stuck or takes too long.
    pub fn of(program: &Program, inputs: &[(String, Vec<Value>)]) -> Option<Expected> {
        let without = mem::unmem::unmem(program);
        let limits = Limits { steps: 100_000, ..Limits::default() };
        let run = |entry: &String, args: Vec<Value>| {
            let outcome = fun::eval::run_entry(&without, entry, args.clone(), limits);
            (entry.clone(), args, outcome)
        };
        let has_meaning =
            |(.., outcome): &(String, Vec<Value>, Outcome)| matches!(outcome, Ok(_) | Err(Stop::Failure(_)));
        let own: Vec<_> = inputs.iter().map(|(entry, args)| run(entry, args.clone())).collect();
        let others = inputs.iter().flat_map(|(entry, args)| vary(args).into_iter().map(|args| run(entry, args)));
        let others = others.filter(has_meaning).collect();
        let limits = Limits { steps: 1_000_000, ..limits };
        own.iter().all(has_meaning).then_some(Expected { own, others, limits })
    }

    /// Classifies a mutant. Returns its fate and the observation that shows it.
    pub fn fate(&self, mutant: &Program) -> (Fate, String) {
        if let Err(bug) = mem::verify::verify(mutant) {
            return (Fate::Verifier, bug.message);
        }
        for (entry, args, expected) in &self.own {
            match self.by_heap(mutant, entry, args, expected) {
                Verdict::Valid(_) => {}
                Verdict::Invalid(Stop::Stuck { message, .. }) if message.starts_with("a data race") => {
                    return (Fate::Race, message);
                }
                Verdict::Invalid(stop) if stop.to_string().contains("is not valid") => {
                    return (Fate::Invalid, stop.to_string());
                }
                Verdict::Invalid(stop) | Verdict::Meaningless(stop) => return (Fate::Stuck, stop.to_string()),
                // The mutant runs longer than the right program.
                Verdict::Limited(message) => return (Fate::Invalid, message),
            }
        }
        match self.fault(mutant) {
            Some(fault) => (Fate::Missed, fault),
            None => (Fate::Equivalent, String::new()),
        }
    }

    fn by_heap(&self, mutant: &Program, entry: &str, args: &[Value], expected: &Outcome) -> Verdict {
        judge(expected.clone(), mem::eval::run_entry(mutant, entry, args.to_vec(), self.limits))
    }

    /// Returns the fault of a mutant that was not caught, or `None` if it is equivalent.
    fn fault(&self, mutant: &Program) -> Option<String> {
        for (entry, args, expected) in &self.others {
            match self.by_heap(mutant, entry, args, expected) {
                Verdict::Valid(_) => {}
                other => return Some(format!("on another input {args:?}: {other:?}")),
            }
        }
        let forwards = match mem::to_imp::to_imp(mutant) {
            Ok(program) => program,
            Err(error) => return Some(format!("it is not lowered: {error:?}")),
        };
        let mut backwards = forwards.clone();
        crate::mutation::backwards::turn(&mut backwards);
        let limits = imp::eval::Limits { steps: 10_000_000, ..Default::default() };
        for (order, program) in [("forwards", &forwards), ("backwards", &backwards)] {
            for (entry, args, expected) in self.own.iter().chain(&self.others) {
                let found = imp::eval::run_entry(program, entry, args.clone(), limits);
                // Backwards, another iteration may be the first that fails.
                let both_fail = matches!((expected, &found), (Err(Stop::Failure(_)), Err(Stop::Failure(_))));
                let fine = same(expected, &found) || order == "backwards" && both_fail;
                if !fine {
                    return Some(format!("IMP {order} on {args:?}: {found:?} instead of {expected:?}"));
                }
            }
        }
        None
    }
}

fn same(expected: &Outcome, found: &Outcome) -> bool {
    match (expected, found) {
        (Ok(expected), Ok(found)) => compare_all(expected, found, Tolerance::EXACT).is_ok(),
        (Err(Stop::Failure(expected)), Err(Stop::Failure(found))) => expected.message == found.message,
        _ => false,
    }
}
