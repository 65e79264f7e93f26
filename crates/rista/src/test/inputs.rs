//! Provides the inputs in a program's test blocks to callers that do not judge the results.

use crate::load::{Failed, text};
use crate::test::options::{Options, Target};
use crate::test::outcome::{Outcome, Verdict};
use crate::test::program::{Job, Task};
use crate::test::run::refuse;
use crate::test::subject::{End, Run, Subject};
use crate::test::way::Way;
use base::SourceMap;
use driver::{Front, Level, PassSet};
use std::path::Path;
use std::sync::Arc;
use value::entry::FlatType;
use value::test_block;
use value::{Scalar, Value};

/// An input of an entry point, which may have been skipped.
pub struct Input {
    pub entry: String,
    /// Name of the case, as `rista test` reports it.
    pub case: String,
    /// Reason why the entry point was not run on this input.
    pub skipped: Option<String>,
}

/// A function that receives a job and its arguments.
pub type OnEach<'a> = dyn FnMut(&Job, Vec<Value>) -> Result<(), Failed> + 'a;

/// Calls `run` with the arguments of each case for the entry point, or for all entry points, and with a hundred inputs
/// of each property. Returns the inputs, in the order of the file; none for a file without tests.
///
/// # Errors The first error of `run`, or an input that cannot be made.
pub fn run_on_each(
    path: &Path,
    front: Front,
    sources: SourceMap,
    wanted: Option<&str>,
    run: &mut OnEach,
) -> Result<Vec<Input>, Failed> {
    let malformed = |error| Failed::Message(format!("a test block is malformed: {error}"));
    let spec = test_block::parse(&text(path).map_err(Failed::Message)?).map_err(malformed)?;
    let (options, target) = (Options::for_inputs(), Target::Evaluator(Level::Mem));
    let way = Arc::new(Way::new(target, &[], PassSet::default(), None));
    let program_tags = options.skip_reason(&spec.tags, Some(target));
    let mut jobs = Vec::new();
    for (at, case) in spec.cases.iter().enumerate() {
        for entry in &case.entries {
            let skipped = program_tags.clone().or_else(|| options.skip_reason(&case.tags, Some(target)));
            let (entry, name) = (entry.clone(), case.name.clone());
            jobs.push((Job { way: Arc::clone(&way), entry, name, task: Task::Case(at) }, skipped));
        }
    }
    for property in &spec.properties {
        let (entry, name) = (property.entry.clone(), "property".to_owned());
        jobs.push((Job { way: Arc::clone(&way), entry, name, task: Task::Property }, program_tags.clone()));
    }
    let folder = path.parent().map(Path::to_owned).unwrap_or_default();
    let subject = Subject::new(path.display().to_string(), folder, spec, sources, front);
    let mut inputs = Vec::new();
    for (job, skipped) in jobs.into_iter().filter(|(job, _)| wanted.is_none_or(|wanted| job.entry == wanted)) {
        if skipped.is_none() {
            perform(&subject, &job, &options, run)?;
        }
        inputs.push(Input { entry: job.entry, case: job.name, skipped });
    }
    Ok(inputs)
}

/// Calls `run` with the inputs of a test. Returns the first error.
fn perform(subject: &Subject, job: &Job, options: &Options, run: &mut OnEach) -> Result<(), Failed> {
    let state = std::cell::RefCell::new((run, None));
    let run = |arguments, _: &[FlatType]| {
        let (run, failed) = &mut *state.borrow_mut();
        let end = match (run(job, arguments), job.task) {
            (Err(why), _) => {
                *failed = Some(why);
                End::Decided(Verdict::failed(""))
            }
            // A property is tested on further inputs as long as it returns `true`.
            (Ok(()), Task::Property) => End::Values(vec![Value::Scalar(Scalar::Bool(true))]),
            (Ok(()), Task::Case(_) | Task::Run(_) | Task::Compile) => End::Decided(Verdict::passed()),
        };
        Run { end, seconds: 0.0, peak_bytes: None }
    };
    let verdict = subject.perform(job, options, run, refuse);
    let (_, failed) = state.into_inner();
    match failed {
        Some(failed) => Err(failed),
        None if verdict.outcome == Outcome::Passed => Ok(()),
        None => Err(Failed::Message(format!("{} {}: {}", job.entry, job.name, verdict.message))),
    }
}
