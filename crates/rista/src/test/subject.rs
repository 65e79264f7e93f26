//! A program under test. Runs its cases and judges the results, whatever the target.

use crate::test::options::Options;
use crate::test::outcome::{Outcome, Verdict};
use crate::test::program::{Job, Task};
use crate::test::run::{self, Acted, Given};
use crate::test::script::{self, Cause, Problem, Scope};
use crate::test::{compiled, pattern, property, values};
use base::guard::{self, Guarded};
use base::{Error, SourceMap, Stop};
use driver::module::Signature;
use driver::render::{Colour, diagnostic};
use driver::{Front, Module};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;
use value::entry::{EntryType, FlatType};
use value::property::PropertyEntry;
use value::script::error_at;
use value::test_block::{self, Case, Input, Outcome as Expected, TestSpec, Text};
use value::{ScalarType, Tolerance, Value, compare_all};

pub struct Subject {
    /// Name in the report.
    pub name: String,
    /// Folder to which paths of data files are relative.
    pub folder: PathBuf,
    pub cases: Vec<Case>,
    pub runs: Vec<test_block::Run>,
    /// Whether the program runs in debug mode whatever the options say, because it has the tag `debug`.
    pub is_debugged: bool,
    pub sources: Arc<SourceMap>,
    /// Program as the front end returned it.
    pub core: Arc<Module>,
    pub signatures: Vec<Signature>,
    /// Entry points that can be tested as properties.
    pub properties: Vec<PropertyEntry>,
    /// Cache of the arguments that scripts give, by case and entry point.
    scripts: Mutex<BTreeMap<(usize, String), Reference>>,
    /// Cache of the reference's results, by case and entry point.
    references: Mutex<BTreeMap<(usize, String), Reference>>,
}

/// Number of steps that the evaluator of CORE may take for the reference of `auto output`: some seconds.
const QUICK: u64 = 50_000_000;

/// Values, or the verdict if there are none.
type Reference = Result<Vec<Value>, Verdict>;

/// The end of a run.
pub enum End {
    Values(Vec<Value>),
    /// The program failed with this text on standard error.
    Failure(String),
    /// The verdict is decided, whatever outcome was expected.
    Decided(Verdict),
}

/// The end of a run, and its time and memory.
pub struct Run {
    pub end: End,
    pub seconds: f64,
    pub peak_bytes: Option<u64>,
}

impl Subject {
    pub fn new(name: String, folder: PathBuf, spec: TestSpec, sources: SourceMap, front: Front) -> Subject {
        let Front { module, properties, .. } = front;
        let TestSpec { cases, runs, tags, .. } = spec;
        let is_debugged = tags.iter().any(|tag| tag == "debug");
        let signatures = module.entries();
        let (sources, core) = (Arc::new(sources), Arc::new(module));
        let (scripts, references) = Default::default();
        Subject { name, folder, cases, runs, is_debugged, sources, core, signatures, properties, scripts, references }
    }

    /// Performs a job. `run` takes the arguments and the types of the results; `act` runs a program with input and
    /// output.
    pub fn perform(
        &self,
        job: &Job,
        options: &Options,
        run: impl Fn(Vec<Value>, &[FlatType]) -> Run,
        act: impl Fn(Given) -> Result<Acted, Verdict>,
    ) -> Verdict {
        match job.task {
            Task::Compile => Verdict::passed(),
            Task::Case(at) => self.test(at, &job.entry, options, run),
            Task::Run(at) => match self.runs.get(at) {
                Some(run) if self.is_action() => run::test(run, &self.folder, options, act),
                Some(run) => run::test(run, &self.folder, options, run::refuse),
                None => Verdict::failed("there is no such run"),
            },
            Task::Property => property::test(self, &job.entry, options, |input| {
                run(input, &[FlatType { elem: ScalarType::Bool, rank: 0 }])
            }),
        }
    }

    /// Whether the program has input or output, and takes nothing else.
    pub fn is_action(&self) -> bool {
        let main = self.signatures.iter().find(|signature| signature.name == "main");
        self.core.acts() && main.is_some_and(|main| main.params.is_empty())
    }

    /// Runs a case on an entry point and judges its results. `run` takes the arguments and the types of the results.
    fn test(
        &self,
        at: usize,
        entry: &str,
        options: &Options,
        run: impl FnOnce(Vec<Value>, &[FlatType]) -> Run,
    ) -> Verdict {
        let Some(case) = self.cases.get(at) else { return Verdict::failed("there is no such case") };
        let Some(signature) = self.signatures.iter().find(|signature| signature.name == entry) else {
            return Verdict::failed(format!("there is no entry point `{entry}`"));
        };
        let arguments = match self.arguments(at, case, signature, options) {
            Ok(arguments) => arguments,
            Err(verdict) => return verdict,
        };
        let Run { end, seconds, peak_bytes } = run(arguments, &signature.result_leaves());
        let verdict = match end {
            End::Decided(verdict) => verdict,
            End::Failure(text) => judge_failure(&case.outcome, &text, options),
            End::Values(values) => self.judge_values(at, case, signature, &values, options),
        };
        Verdict { seconds: Some(seconds), peak_bytes, ..verdict }
    }

    /// Returns the arguments of a test case, or the verdict if there are none.
    fn arguments(
        &self,
        at: usize,
        case: &Case,
        signature: &Signature,
        options: &Options,
    ) -> Result<Vec<Value>, Verdict> {
        let types: Vec<&EntryType> = signature.params.iter().map(|param| &param.ty).collect();
        let arguments = match &case.input {
            Input::Values(text) => values::from_text(text, &types),
            Input::File(path) => values::from_file(&self.folder.join(path), &types),
            Input::Random(random) => values::random(random, &signature.param_leaves()),
            Input::Script(text) => return self.scripted(at, text, None, signature, options),
            Input::ScriptFile(path) => match self.script_file(path) {
                Ok(text) => return self.scripted(at, &text, Some(path), signature, options),
                Err(message) => Err(message),
            },
        };
        arguments.map_err(|message| unusable(&message))
    }

    fn script_file(&self, path: &str) -> Result<Text, String> {
        let path = self.folder.join(path);
        let text = String::from_utf8(values::bytes(&path)?).map_err(|_| format!("{} is not UTF-8", path.display()))?;
        Ok(Text { text, line: 1, column: 1 })
    }

    /// Returns the arguments that a script gives. They are computed once.
    fn scripted(
        &self,
        at: usize,
        script: &Text,
        file: Option<&str>,
        signature: &Signature,
        options: &Options,
    ) -> Reference {
        let mut known = self.scripts.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (at, signature.name.clone());
        if let Some(known) = known.get(&key) {
            return known.clone();
        }
        let (core, signatures) = (Arc::clone(&self.core), self.signatures.clone());
        let scope = Scope { core, signatures, folder: self.folder.clone() };
        let (text, own) = (script.text.clone(), signature.clone());
        let arguments = match guard::run(options.timeout, move || script::arguments(&text, &scope, &own)) {
            Guarded::Done(Ok(arguments)) => Ok(arguments),
            Guarded::Done(Err(problem)) => Err(self.script_verdict(problem, script, file, options)),
            Guarded::TimedOut => Err(timed_out(options).about("the script of the input")),
            Guarded::Panicked(panic) => Err(Verdict::new(Outcome::Crashed, panic.to_string())),
        };
        known.insert(key, arguments.clone());
        arguments
    }

    /// Returns the verdict on a problem in a script, with its place.
    fn script_verdict(&self, problem: Problem, script: &Text, file: Option<&str>, options: &Options) -> Verdict {
        let place = |message: &str| {
            let error = script.locate(&error_at(&script.text, problem.offset, message));
            file.map_or_else(|| values::placed(&error), |file| format!("{file}:{error}"))
        };
        match problem.cause {
            Cause::Message(message) => unusable(&place(&message)),
            Cause::Stop(Stop::Failure(failure)) => {
                let text = crate::load::failure_text(&failure, &self.sources);
                unusable(&place(&format!("this call fails: {text}")))
            }
            Cause::Stop(Stop::Limit(message)) => limited(place(&message), options),
            Cause::Stop(stop @ (Stop::Stuck { .. } | Stop::Exit(_))) => {
                Verdict::new(Outcome::Crashed, place(&stop.to_string()))
            }
        }
    }

    /// Compares the results of a case with the expected outcome.
    fn judge_values(
        &self,
        at: usize,
        case: &Case,
        signature: &Signature,
        actual: &[Value],
        options: &Options,
    ) -> Verdict {
        let unreadable = |message| Verdict::failed(format!("the expected output cannot be used: {message}"));
        let expected = match &case.outcome {
            Expected::Success => return Verdict::passed(),
            Expected::Error(_) => return Verdict::failed("it succeeds, but a failure was expected"),
            Expected::Values(text) => values::from_text(text, &[&signature.result.ty]).map_err(unreadable),
            Expected::File(path) => {
                values::from_file(&self.folder.join(path), &[&signature.result.ty]).map_err(unreadable)
            }
            Expected::Auto => self.reference(at, case, signature, options),
        };
        match expected.map(|expected| compare_all(&expected, actual, Tolerance::default())) {
            Ok(Ok(())) => Verdict::passed(),
            Ok(Err(mismatch)) => Verdict::failed(mismatch.to_string()),
            Err(verdict) => verdict,
        }
    }

    /// Returns the expected result of a case with `auto output`, computed once. The evaluator of CORE computes it, or
    /// compiled C if that takes too many steps.
    fn reference(&self, at: usize, case: &Case, signature: &Signature, options: &Options) -> Reference {
        let mut references = self.references.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (at, signature.name.clone());
        if let Some(known) = references.get(&key) {
            return known.clone();
        }
        let arguments = self.arguments(at, case, signature, options)?;
        let (core, entry, given) = (Arc::clone(&self.core), signature.name.clone(), arguments.clone());
        let end = match guard::run(options.timeout, move || core.eval_within(QUICK, &entry, given)) {
            Guarded::Done(Err(Stop::Limit(_))) | Guarded::TimedOut => {
                compiled::run_alone(self, &signature.name, &arguments, &signature.result_leaves(), options)
            }
            ended => self.end(ended, options),
        };
        let reference = match end {
            End::Values(values) => Ok(values),
            End::Failure(text) => Err(Verdict::failed(format!("it succeeds, but the reference fails: {text}"))),
            End::Decided(verdict) if verdict.outcome == Outcome::TimedOut => {
                Err(Verdict::skipped("the reference for `auto output` takes too long"))
            }
            End::Decided(verdict) => Err(verdict.about("the reference for `auto output`")),
        };
        references.insert(key, reference.clone());
        reference
    }

    /// Returns how a run ended, from what the evaluator returned or how it was stopped.
    fn end(&self, ended: Guarded<Result<Vec<Value>, Stop>>, options: &Options) -> End {
        match ended {
            Guarded::Done(Ok(values)) => End::Values(values),
            Guarded::Done(Err(Stop::Failure(failure))) => {
                End::Failure(crate::load::failure_text(&failure, &self.sources))
            }
            Guarded::Done(Err(Stop::Limit(message))) => End::Decided(limited(message, options)),
            Guarded::Done(Err(stop @ (Stop::Stuck { .. } | Stop::Exit(_)))) => {
                End::Decided(Verdict::new(Outcome::Crashed, stop.to_string()))
            }
            Guarded::TimedOut => End::Decided(timed_out(options)),
            Guarded::Panicked(panic) => End::Decided(Verdict::new(Outcome::Crashed, panic.to_string())),
        }
    }

    /// Runs an entry point in a level's evaluator. At FUNMEM, its memory is checked for validity, too.
    pub fn evaluate(&self, module: &Arc<Module>, entry: &str, arguments: Vec<Value>, options: &Options) -> Run {
        let start = Instant::now();
        let (shared, name) = (Arc::clone(module), entry.to_owned());
        let ended = guard::run(options.timeout, move || shared.eval_valid(&name, arguments));
        let seconds = start.elapsed().as_secs_f64();
        Run { end: self.end(ended, options), seconds, peak_bytes: None }
    }
}

/// Returns the verdict on a case whose arguments cannot be read.
fn unusable(message: &str) -> Verdict {
    Verdict::failed(format!("the input cannot be used: {message}"))
}

fn judge_failure(expected: &Expected, text: &str, options: &Options) -> Verdict {
    match expected {
        Expected::Error(pattern) if options.any_message || pattern::occurs(pattern, text) => Verdict::passed(),
        Expected::Error(pattern) => {
            Verdict::failed(format!("it fails with another message than `{}`:\n{text}", pattern.regex.trim()))
        }
        _ => Verdict::failed(format!("it fails:\n{text}")),
    }
}

/// Returns the verdict on an unsupported construct or an exceeded limit.
pub fn limited(message: String, options: &Options) -> Verdict {
    Verdict::new(if options.allow_limitations { Outcome::Skipped } else { Outcome::Failed }, message)
}

pub fn timed_out(options: &Options) -> Verdict {
    Verdict::new(Outcome::TimedOut, format!("after {} s", options.timeout.as_secs_f64()))
}

/// Returns the verdict on a program that should compile but does not.
pub fn compile_verdict(error: &Error, sources: &SourceMap, options: &Options) -> Verdict {
    match error {
        Error::User(_) => Verdict::failed(message(error, sources)),
        Error::Limitation(_) => limited(message(error, sources), options),
        Error::Bug(_) => Verdict::new(Outcome::Crashed, message(error, sources)),
    }
}

/// Returns an error's text as users see it, without colours.
pub fn message(error: &Error, sources: &SourceMap) -> String {
    match error {
        Error::User(found) => {
            let shown: Vec<String> = found.iter().map(|one| diagnostic(sources, one, Colour::Plain)).collect();
            shown.join("\n\n")
        }
        Error::Limitation(limitation) => diagnostic(sources, limitation, Colour::Plain),
        Error::Bug(bug) => format!("internal error: {bug}"),
    }
}
