//! What becomes of a mutant.
//!
//! It is *caught* if the verifier refuses it, or if on the program's inputs the heap is stuck, races, or gives something
//! else than the values do. One that is not caught is judged by other means than those under test: it is lowered to IMP
//! and run there, on the same inputs and on others made of them (reversed, longer, larger), with the iterations of
//! independent loops in their order and backwards. IMP's memory is checked, too, for bounds and for what was never
//! written. Where all runs give what the values give, the mutant is *equivalent*: no fault of it could be seen.
//! Otherwise it is *missed*. So is one that the heap finds fault with on one of the other inputs only, as it is no
//! equivalent: so what is missed is mostly that the given inputs do not show a fault. Equivalent are layouts of arrays with
//! one element or none, of arrays whose elements are all the same, and arrays in one place that have the same values.

use crate::mutation::programs::vary;
use base::Stop;
use fun::def::Program;
use fun::eval::Limits;
use mem::valid::{Verdict, judge};
use value::{Tolerance, Value, compare_all};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fate {
    Verifier,
    /// The heap is stuck: an access out of the block, or to what was never written.
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

/// What a program gives for its inputs by values, whatever its memory.
pub struct Expected {
    /// The entry, its arguments, and what they give.
    own: Vec<(String, Vec<Value>, Outcome)>,
    others: Vec<(String, Vec<Value>, Outcome)>,
    limits: Limits,
}

impl Expected {
    /// `None` where the program has no meaning, or takes long.
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

    /// What becomes of a mutant, and how that shows.
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
                // It goes on where the right program ends.
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

    /// What is wrong with a mutant that was not caught.
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
                // From the other end another iteration may be the first that fails.
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
