//! Tests one program: reads and checks it, and runs its cases in the evaluators.

use crate::foreign::{Foreign, Named};
use crate::load::{self, Failed};
use crate::test::compiled::Compiled;
use crate::test::lowered::{Evaluated, Lowered};
use crate::test::options::Options;
use crate::test::outcome::{Outcome, Record, Verdict};
use crate::test::pattern;
use crate::test::report::Report;
use crate::test::run;
use crate::test::subject::{Subject, compile_verdict, message, timed_out};
use crate::test::way::Way;
use crate::tuning::Tuning;
use base::guard::{self, Guarded};
use base::{Error, SourceMap};
use driver::{Front, Language, has_unit_tests};
use std::path::Path;
use std::sync::Arc;
use value::entry::FlatType;
use value::test_block::{self, Pattern, Run, TestSpec};

/// Target name of tests that concern only the compiler.
const CHECK: &str = "check";

/// Name of the run of a program's unit tests.
const UNIT_TESTS: &str = "utest";

/// A test: a task for one entry point and one way of running it.
#[derive(Clone)]
pub struct Job {
    pub way: Arc<Way>,
    pub entry: String,
    /// Name of the test in the report.
    pub name: String,
    pub task: Task,
}

/// The task of a job.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Task {
    /// Compile the program.
    Compile,
    /// Run the case with this number in the file.
    Case(usize),
    /// Perform the run with this number in the file.
    Run(usize),
    /// Test the entry point as a property.
    Property,
}

impl Job {
    pub fn record(&self, program: &str, verdict: Verdict) -> Record {
        let (entry, case) = (self.entry.clone(), self.name.clone());
        Record { program: program.to_owned(), entry, case, target: self.way.name(), verdict }
    }
}

/// Tests a program. Returns the jobs that must run as compiled C.
pub fn test(path: &Path, options: &Options, report: &Report) -> Vec<Compiled> {
    let name = path.display().to_string();
    let about = About { name: &name, path, options, report };
    let text = match std::fs::read(path) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) => {
            about.tell("read", Verdict::failed(format!("it cannot be read: {}", load::reason(&error))));
            return Vec::new();
        }
    };
    let spec = test_block::parse(&text).and_then(|spec| pattern::well_formed(&spec).map(|()| spec));
    match spec {
        Ok(spec) if spec.compile_error.is_some() => about.test_rejection(&spec),
        Ok(spec) => return about.test_accepted(spec, &text),
        Err(error) => about.tell("tests", Verdict::failed(format!("its test block is malformed: {error}"))),
    }
    Vec::new()
}

/// The data of one program while it is tested.
struct About<'a> {
    name: &'a str,
    path: &'a Path,
    options: &'a Options,
    report: &'a Report,
}

/// The result of the front end.
type Loaded = (Result<Front, Failed>, SourceMap);

impl About<'_> {
    /// Reports a verdict on the program as a whole, if the filter selects it.
    fn tell(&self, what: &str, verdict: Verdict) {
        if self.options.selects(self.name, "", what) {
            let (program, case) = (self.name.to_owned(), what.to_owned());
            self.report.add(Record { program, entry: String::new(), case, target: CHECK.to_owned(), verdict });
        }
    }

    /// Reads the program, with its unit tests or without them.
    fn load(&self, unit_tests: bool) -> Guarded<Loaded> {
        let (path, strictness) = (self.path.to_owned(), self.options.strictness);
        guard::run(self.options.timeout, move || {
            let mut sources = SourceMap::default();
            let front = load::read_with(&path, unit_tests, &mut sources).and_then(|front| Ok(strictness.judge(front)?));
            (front, sources)
        })
    }

    /// Tests that the compiler rejects the program with the expected message.
    fn test_rejection(&self, spec: &TestSpec) {
        let Some(pattern) = &spec.compile_error else { return };
        if !self.options.selects(self.name, "", "compile") {
            return;
        }
        let verdict = match self.options.skip_reason(&spec.tags, None) {
            Some(reason) => Verdict::skipped(reason),
            None => self.rejection(pattern),
        };
        self.tell("compile", verdict);
    }

    /// Returns the verdict on a program that must be rejected with a message that matches the pattern.
    fn rejection(&self, pattern: &Pattern) -> Verdict {
        let (error, sources) = match self.load(false) {
            Guarded::Done((Ok(_), _)) => {
                return Verdict::new(Outcome::AcceptedWrongly, format!("expected: {}", pattern.regex.trim()));
            }
            Guarded::Done((Err(Failed::Error(error @ Error::User(_))), sources)) => (error, sources),
            Guarded::Done((Err(failed), sources)) => return self.verdict_on(&failed, &sources),
            Guarded::TimedOut => return timed_out(self.options),
            Guarded::Panicked(panic) => return Verdict::new(Outcome::Crashed, panic.to_string()),
        };
        let text = message(&error, &sources);
        if self.options.any_message {
            return Verdict::new(Outcome::RejectedAsExpected, "");
        }
        if !pattern::occurs(pattern, &text) {
            let regex = pattern.regex.trim();
            return Verdict::failed(format!("it is rejected with another message than `{regex}`:\n{text}"));
        }
        self.whole_message(&text).err().unwrap_or_else(|| Verdict::new(Outcome::RejectedAsExpected, ""))
    }

    /// Compares the messages of a rejected program with the file beside it, such as `unknown.mc.error`, if there is one.
    /// With `BLESS=1` in the environment it is written instead.
    fn whole_message(&self, text: &str) -> Result<(), Verdict> {
        let path = self.path.with_added_extension("error");
        if !path.exists() {
            return Ok(());
        }
        // The paths of files depend on where the program is tested.
        let folder = self.path.parent().map(|folder| format!("{}/", folder.display())).unwrap_or_default();
        let text = if folder == "/" { text.to_owned() } else { text.replace(&folder, "") } + "\n";
        if std::env::var_os("BLESS").is_some() {
            return std::fs::write(&path, text).map_err(|error| Verdict::failed(load::reason(&error)));
        }
        let written = load::text(&path).map_err(Verdict::failed)?;
        let name = path.display();
        let other = || format!("its messages are not those of {name}, which BLESS=1 rewrites:\n{text}");
        if text == written { Ok(()) } else { Err(Verdict::failed(other())) }
    }

    /// Tests a program that compiles: its cases, and the unit tests of the language that `text` has. Returns the tests
    /// of compiled code.
    fn test_accepted(&self, spec: TestSpec, text: &str) -> Vec<Compiled> {
        let language = self.path.extension().and_then(|extension| Language::from_extension(extension.to_str()?));
        if !language.is_some_and(|language| has_unit_tests(language, text)) {
            return self.test_cases(spec, false);
        }
        let run = Run { name: UNIT_TESTS.to_owned(), ..Run::default() };
        let units = TestSpec { tags: spec.tags.clone(), runs: vec![run], ..TestSpec::default() };
        let mut compiled = if spec.is_empty() { Vec::new() } else { self.test_cases(spec, false) };
        compiled.iter_mut().for_each(|program| program.is_last = false);
        compiled.extend(self.test_cases(units, true));
        compiled.last_mut().into_iter().for_each(|last| last.is_last = true);
        compiled
    }

    /// Tests a program's cases in evaluators. Returns the tests of compiled code.
    fn test_cases(&self, spec: TestSpec, unit_tests: bool) -> Vec<Compiled> {
        for structure in &spec.structures {
            let what = format!("structure on line {}", structure.line);
            self.tell(&what, Verdict::skipped("constructs of another compiler are not counted"));
        }
        let jobs = self.jobs(&spec);
        if jobs.is_empty() {
            return Vec::new();
        }
        let (front, sources) = match self.load(unit_tests) {
            Guarded::Done((Ok(front), sources)) => (front, sources),
            Guarded::Done((Err(failed), sources)) => {
                self.tell_all(&jobs, &self.verdict_on(&failed, &sources));
                return Vec::new();
            }
            Guarded::TimedOut => {
                self.tell_all(&jobs, &timed_out(self.options));
                return Vec::new();
            }
            Guarded::Panicked(panic) => {
                self.tell_all(&jobs, &Verdict::new(Outcome::Crashed, panic.to_string()));
                return Vec::new();
            }
        };
        let mut jobs = jobs;
        if front.module.is_of_host() {
            jobs.retain(|job| !job.way.repeats_host_code(&self.options.ways));
        }
        self.test_warnings(&spec, &front, &sources);
        let folder = self.path.parent().map(Path::to_owned).unwrap_or_default();
        let subject = Subject::new(self.name.to_owned(), folder, spec, sources, front);
        self.run_jobs(jobs, subject)
    }

    /// Returns all jobs of the program. Skipped cases are reported instead.
    fn jobs(&self, spec: &TestSpec) -> Vec<Job> {
        let mut jobs = Vec::new();
        for way in &self.options.ways {
            let target = way.target;
            let job = |entry: &str, name: &str, task| Job {
                way: Arc::clone(way),
                entry: entry.to_owned(),
                name: name.to_owned(),
                task,
            };
            let program = self.options.skip_reason(&spec.tags, Some(target));
            let mut add = |job: Job, tags: Option<&[String]>| {
                let excluded = |tags| self.options.skip_reason(tags, Some(target));
                let skipped = program.clone().or_else(|| tags.and_then(excluded));
                match skipped {
                    _ if !self.options.selects(self.name, &job.entry, &job.name) => {}
                    Some(reason) => self.report.add(job.record(self.name, Verdict::skipped(reason))),
                    None => jobs.push(job),
                }
            };
            for (at, case) in spec.cases.iter().enumerate() {
                for entry in &case.entries {
                    add(job(entry, &case.name, Task::Case(at)), Some(&case.tags));
                }
            }
            for property in &spec.properties {
                add(job(&property.entry, "property", Task::Property), None);
            }
            for (at, run) in spec.runs.iter().enumerate() {
                add(job("main", &run.name, Task::Run(at)), Some(&run.tags));
            }
            if spec.cases.is_empty() && spec.runs.is_empty() && spec.properties.is_empty() {
                add(job("", "compile", Task::Compile), None);
            }
        }
        jobs
    }

    fn tell_all(&self, jobs: &[Job], verdict: &Verdict) {
        jobs.iter().for_each(|job| self.report.add(job.record(self.name, verdict.clone())));
    }

    fn verdict_on(&self, failed: &Failed, sources: &SourceMap) -> Verdict {
        match failed {
            Failed::Error(error) => compile_verdict(error, sources, self.options),
            Failed::Message(message) | Failed::Usage(message) => Verdict::failed(message),
            Failed::Timeout(message) => Verdict::new(Outcome::TimedOut, message),
            Failed::Failure(failure) => Verdict::failed(load::failure_text(failure, sources)),
            Failed::Shown(_) => Verdict::failed("it cannot be compiled"),
        }
    }

    /// Tests that each expected warning occurs in the compiler's warnings. `^$` expects no warnings.
    fn test_warnings(&self, spec: &TestSpec, front: &Front, sources: &SourceMap) {
        let given: Vec<String> = front.warnings.iter().map(|one| message(&one.clone().into(), sources)).collect();
        let given = given.join("\n\n");
        for expected in &spec.warnings {
            let wants_one = !pattern::occurs(expected, "");
            let any = self.options.any_message && wants_one && !given.is_empty();
            let found = any || pattern::occurs(expected, &given);
            let given = if given.is_empty() { "none".to_owned() } else { format!("\n{given}") };
            let missing = || Verdict::failed(format!("no warning `{}`; given: {given}", expected.regex.trim()));
            self.tell(&format!("warning on line {}", expected.line), if found { Verdict::passed() } else { missing() });
        }
    }

    /// Reads the tuning file beside the program.
    fn tuning_file(&self) -> Result<Tuning, Verdict> {
        let path = Tuning::path(self.path);
        if !self.options.reads_tuning || !path.exists() {
            return Ok(Tuning::default());
        }
        Tuning::read(&path).map_err(Verdict::failed)
    }

    /// Runs the jobs of evaluators. Returns the jobs that must run as compiled C.
    fn run_jobs(&self, jobs: Vec<Job>, subject: Subject) -> Vec<Compiled> {
        let (compiled, evaluated): (Vec<Job>, Vec<Job>) =
            jobs.into_iter().partition(|job| job.way.target.is_compiled());
        let subject = Arc::new(subject);
        let mut lowered = Lowered::new(&subject, self.options, self.tuning_file());
        let has_foreign = subject.core.has_foreign();
        let mut known = Evaluated::default();
        for jobs in evaluated.chunk_by(|one, other| Arc::ptr_eq(&one.way, &other.way)) {
            let Some(Job { way, .. }) = jobs.first() else { continue };
            match lowered.program(way, &Foreign::default()) {
                Ok(_) if has_foreign => {
                    self.tell_all(jobs, &Verdict::skipped("foreign functions run in compiled programs only"));
                }
                Err(verdict) => self.tell_all(jobs, &verdict),
                Ok(module) => {
                    let known = known.of(&module);
                    for job in jobs {
                        let run =
                            |arguments, _: &[FlatType]| subject.evaluate(&module, &job.entry, arguments, self.options);
                        let act = |given| run::evaluate(&module, given, &subject.sources, self.options);
                        let verdict = known.verdict(job, || subject.perform(job, self.options, run, act));
                        self.report.add(job.record(self.name, verdict));
                    }
                }
            }
        }
        let mut programs = Vec::new();
        for jobs in compiled.chunk_by(|one, other| Arc::ptr_eq(&one.way, &other.way)) {
            match self.prepare(jobs, &subject, &mut lowered) {
                Ok(program) => programs.push(program),
                Err(verdict) => self.tell_all(jobs, &verdict),
            }
        }
        programs.last_mut().into_iter().for_each(|last: &mut Compiled| last.is_last = true);
        programs
    }

    /// Lowers the program for the target of these jobs, all of which run as compiled C.
    fn prepare(&self, jobs: &[Job], subject: &Arc<Subject>, lowered: &mut Lowered) -> Result<Compiled, Verdict> {
        let Some(Job { way, .. }) = jobs.first() else { return Err(Verdict::skipped("there is nothing to run")) };
        let device = way.target.device();
        let mut foreign = Foreign::default();
        if subject.core.has_foreign() {
            let found = Named::default().find(self.path, device);
            foreign = found.map_err(|failed| self.verdict_on(&failed, &subject.sources))?;
        }
        let mut module = lowered.program(way, &foreign)?;
        if subject.core.has_foreign() {
            foreign.bind(Arc::make_mut(&mut module));
        }
        let tuning = lowered.tuning(way)?;
        let (subject, jobs) = (Arc::clone(subject), jobs.to_vec());
        Ok(Compiled { subject, module, device, tuning, jobs, foreign, is_last: false })
    }
}
