//! Runs cases as compiled C. Many programs share one C file, because starting a C compiler and reading the runtime
//! takes longer than compiling a small program.

use crate::foreign::Foreign;
use crate::load::Failed;
use crate::native::{self, Program};
use crate::process::{Ended, Reply, Session};
use crate::test::options::Options;
use crate::test::outcome::{Outcome, Verdict};
use crate::test::program::Job;
use crate::test::report::Report;
use crate::test::subject::{End, Run, Subject, compile_verdict, timed_out};
use crate::test::{pool, run, values};
use crate::tuning::Tuning;
use back::c::Device;
use base::guard::{self, Guarded};
use driver::{Level, Module, run_to};
use std::cell::RefCell;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::path::Path;
use std::process::{ChildStdout, Command};
use std::sync::Arc;
use std::time::Instant;
use value::entry::FlatType;
use value::{Value, write_binary};

/// Largest number of programs in a C file. Larger files would slow the C compiler down.
const GROUP: usize = 24;
/// Time limit for compiling the kernels of a group, as a multiple of the limit for a case.
const COMPILING: u32 = 10;
/// Largest length of the first line of an answer, in bytes.
const LINE: u64 = 64;

/// A program whose cases run as C.
pub struct Compiled {
    pub subject: Arc<Subject>,
    /// Program at level IMP.
    pub module: Arc<Module>,
    /// Device that runs its launches.
    pub device: Option<Device>,
    /// Settings of tuning parameters for the device, except thresholds.
    pub tuning: Tuning,
    pub jobs: Vec<Job>,
    /// Definitions of its foreign functions. A program that has any gets a C file of its own, because names of several
    /// programs could clash.
    pub foreign: Foreign,
    /// Whether these are the last jobs of the program that run as compiled C.
    pub is_last: bool,
}

/// Compiles the programs in groups and runs their cases.
pub fn test(programs: Vec<Compiled>, options: &Options, report: &Report) {
    let (actions, programs): (Vec<Compiled>, Vec<Compiled>) =
        programs.into_iter().partition(|program| program.subject.core.acts());
    pool::each(options.jobs, actions, |program| {
        test_action(&program, options, report);
        if program.is_last {
            report.step();
        }
    });
    let size = programs.len().div_ceil(options.jobs).clamp(1, GROUP);
    let mut groups: Vec<Vec<Compiled>> = Vec::new();
    for program in programs {
        match groups.last_mut() {
            Some(group) if group.len() < size && shares(&group[0], &program) => group.push(program),
            _ => groups.push(vec![program]),
        }
    }
    pool::each(options.jobs, groups, |group| {
        test_group(&group, options, report);
        group.iter().filter(|program| program.is_last).for_each(|_| report.step());
    });
}

/// Compiles a program with input and output to a program of its own, and performs its runs.
fn test_action(program: &Compiled, options: &Options, report: &Report) {
    let Module::Imp(module) = program.module.as_ref() else { return };
    if !back::c::is_action(module) {
        return tell_all(program, &Verdict::failed("it has input or output, but its `main` returns something"), report);
    }
    let c = back::c::write_program(module, &program.subject.sources, program.device);
    let executable = match native::compile_temporary(&c, &program.foreign, options.optimise) {
        Ok(executable) => executable,
        Err(failed) => return tell_all(program, &rejected(&failed), report),
    };
    for job in &program.jobs {
        let no_case = |_, _: &[FlatType]| Run {
            end: End::Decided(Verdict::failed("programs with input or output have runs instead of cases")),
            seconds: 0.0,
            peak_bytes: None,
        };
        let act = |given| run::execute(command(executable.path(), &program.tuning, options), &given, options);
        report.add(job.record(&program.subject.name, program.subject.perform(job, options, no_case, act)));
    }
}

/// Whether two programs may be in the same C file.
fn shares(one: &Compiled, other: &Compiled) -> bool {
    one.device == other.device && one.foreign.is_empty() && other.foreign.is_empty()
}

/// Compiles the programs of a group together and runs their tests. If that fails, splits the group to find the program
/// at fault.
fn test_group(group: &[Compiled], options: &Options, report: &Report) {
    match compile(group, options) {
        Ok(executable) => run_group(group, executable.path(), options, report),
        Err(failed) => match group {
            [program] => tell_all(program, &rejected(&failed), report),
            // Compiling the halves of the group would take as long again.
            _ if matches!(failed, Failed::Timeout(_)) => {
                group.iter().for_each(|program| tell_all(program, &rejected(&failed), report));
            }
            // Compiling the halves separately shows which program is at fault.
            _ => {
                let (first, second) = group.split_at(group.len() / 2);
                test_group(first, options, report);
                test_group(second, options, report);
            }
        },
    }
}

/// Compiles the programs of a group to one executable.
fn compile(group: &[Compiled], options: &Options) -> Result<Program, Failed> {
    let mut programs = Vec::with_capacity(group.len());
    for program in group {
        let Module::Imp(module) = program.module.as_ref() else {
            return Err(Failed::message("the program is not at the level of IMP"));
        };
        programs.push((module, program.subject.sources.as_ref()));
    }
    let device = group.first().and_then(|program| program.device);
    let foreign = group.first().map(|program| program.foreign.clone()).unwrap_or_default();
    native::compile_temporary(&back::c::write_batch(&programs, device), &foreign, options.optimise)
}

/// Runs an entry point of the program as C for one thread, with all checks.
pub fn run_alone(subject: &Subject, entry: &str, arguments: &[Value], results: &[FlatType], options: &Options) -> End {
    let (core, settings) = (Module::clone(&subject.core), options.settings);
    let lowered = guard::run(options.timeout, move || run_to(core, Level::Imp, settings, &mut ()));
    let program = match lowered {
        Guarded::Done(Ok(Module::Imp(program))) => program,
        Guarded::Done(Ok(_)) => return End::Decided(Verdict::failed("the program is not at the level of IMP")),
        Guarded::Done(Err(error)) => return End::Decided(compile_verdict(&error, &subject.sources, options)),
        Guarded::TimedOut => return End::Decided(timed_out(options)),
        Guarded::Panicked(panic) => return End::Decided(Verdict::new(Outcome::Crashed, panic.to_string())),
    };
    let c = back::c::write_batch(&[(&program, &subject.sources)], None);
    match native::compile_temporary(&c, &Foreign::default(), true) {
        Ok(executable) => {
            let mut batch = Batch::new(executable.path(), &Tuning::default(), options);
            let end = batch.run((0, entry), arguments, results).end;
            batch.end().map_or(end, End::Decided)
        }
        Err(failed) => End::Decided(rejected(&failed)),
    }
}

/// Returns the verdict on a program whose C cannot be compiled.
fn rejected(failed: &Failed) -> Verdict {
    match failed {
        Failed::Error(base::Error::Bug(bug)) => Verdict::new(Outcome::Crashed, bug.to_string()),
        Failed::Message(message) => Verdict::failed(message),
        Failed::Timeout(message) => Verdict::new(Outcome::TimedOut, message),
        _ => Verdict::failed("it cannot be compiled to a program"),
    }
}

fn tell_all(program: &Compiled, verdict: &Verdict, report: &Report) {
    program.jobs.iter().for_each(|job| report.add(job.record(&program.subject.name, verdict.clone())));
}

/// Runs the tests of all programs in a group's executable, in one process for programs with equal tuning.
fn run_group(group: &[Compiled], executable: &Path, options: &Options, report: &Report) {
    let mut position = 0;
    for programs in group.chunk_by(|one, other| one.tuning == other.tuning) {
        let Some((first, last)) = programs.first().zip(programs.last()) else { continue };
        let batch = RefCell::new(Batch::new(executable, &first.tuning, options));
        for (number, program) in (position..).zip(programs) {
            for job in &program.jobs {
                let run = |arguments: Vec<Value>, results: &[FlatType]| {
                    batch.borrow_mut().run((number, &job.entry), &arguments, results)
                };
                let verdict = program.subject.perform(job, options, run, run::refuse);
                report.add(job.record(&program.subject.name, verdict));
            }
        }
        if let (Some(verdict), Some(job)) = (batch.into_inner().end(), last.jobs.last()) {
            report.add(job.record(&last.subject.name, verdict));
        }
        position += programs.len();
    }
}

/// Returns the command that starts a batch process.
fn command(executable: &Path, tuning: &Tuning, options: &Options) -> Command {
    let mut command = Command::new(executable);
    command.envs(options.device.iter().map(|device| ("RISTA_DEVICE", device)));
    // Because these sizes are small, even the little data of tests fills more than one group, and more than all groups.
    let few = [
        ("RISTA_GROUP_SIZE", "group_size", 8),
        ("RISTA_GROUPS", "groups", 3),
        ("RISTA_TILE_SIZE", "tile_size", 4),
        ("RISTA_WARP_SIZE", "warp_size", 8),
    ];
    for (variable, name, few) in few.into_iter().filter(|(variable, ..)| std::env::var_os(variable).is_none()) {
        command.env(variable, tuning.values.get(name).unwrap_or(&few).to_string());
    }
    command
}

/// The answer to a call: an exit code, and the results or the message (`crates/back/rts/batch.h`).
struct Answer {
    code: u8,
    bytes: Vec<u8>,
}

/// The programs of a compiled group. One process runs all calls until it dies.
struct Batch<'a> {
    command: Command,
    options: &'a Options,
    session: Option<Session<Answer>>,
    /// The verdict for every call, if no process can be started.
    refused: Option<Verdict>,
}

impl Batch<'_> {
    fn new<'a>(executable: &Path, tuning: &Tuning, options: &'a Options) -> Batch<'a> {
        Batch { command: command(executable, tuning, options), options, session: None, refused: None }
    }

    /// Calls an entry point of a program.
    fn run(&mut self, (program, entry): (usize, &str), arguments: &[Value], results: &[FlatType]) -> Run {
        let decided = |verdict| Run { end: End::Decided(verdict), seconds: 0.0, peak_bytes: None };
        let mut input = Vec::new();
        if let Err(error) = arguments.iter().try_for_each(|value| write_binary(value, &mut input)) {
            return decided(Verdict::failed(format!("the arguments cannot be written: {error}")));
        }
        let mut session = match self.ready() {
            Ok(session) => session,
            Err(verdict) => return decided(verdict),
        };
        let request = [format!("{program} {entry} {}\n", input.len()).into_bytes(), input].concat();
        session.forget_peak();
        let start = Instant::now();
        let reply = session.ask(&request, self.options.timeout);
        let seconds = start.elapsed().as_secs_f64();
        let peak_bytes = session.peak_bytes();
        let end = match reply {
            Reply::Answer(Answer { code, bytes }) => {
                if code < 2 {
                    self.session = Some(session);
                }
                end(code, &bytes, results)
            }
            Reply::TimedOut => End::Decided(timed_out(self.options)),
            Reply::Ended => End::Decided(crashed(session, self.options)),
        };
        Run { end, seconds, peak_bytes }
    }

    /// Returns the process that answered the previous calls, or a new one. A new process has opened its device and
    /// compiled its kernels, so the first case is not charged for this time.
    fn ready(&mut self) -> Result<Session<Answer>, Verdict> {
        if let Some(session) = self.session.take() {
            return Ok(session);
        }
        let opened = self.refused.clone().map_or_else(|| self.open(), Err);
        self.refused = opened.as_ref().err().cloned();
        opened
    }

    fn open(&mut self) -> Result<Session<Answer>, Verdict> {
        let session = Session::start(&mut self.command, read_answer);
        let mut session =
            session.map_err(|error| Verdict::failed(format!("the compiled program cannot be run: {error}")))?;
        match session.wait(self.options.timeout.saturating_mul(COMPILING)) {
            Reply::Answer(_) => Ok(session),
            Reply::TimedOut => Err(timed_out(self.options)),
            Reply::Ended => Err(crashed(session, self.options)),
        }
    }

    /// Ends the process. Returns a verdict if it does not end well.
    fn end(self) -> Option<Verdict> {
        let ended = self.session?.end(self.options.timeout);
        let is_good = ended.as_ref().is_ok_and(|ended| ended.status.is_some_and(|status| status.success()));
        (!is_good).then(|| verdict_on(ended).about("after the last call"))
    }
}

/// Reads the word `ready` as an answer without bytes, and all other answers.
fn read_answer(from: &mut BufReader<ChildStdout>) -> io::Result<Answer> {
    let mut line = String::new();
    from.take(LINE).read_line(&mut line)?;
    let malformed = || io::Error::from(ErrorKind::InvalidData);
    if line == "ready\n" {
        return Ok(Answer { code: 0, bytes: Vec::new() });
    }
    let (code, count) = line.trim_end().split_once(' ').ok_or_else(malformed)?;
    let (code, count) = (code.parse().map_err(|_| malformed())?, count.parse().map_err(|_| malformed())?);
    let mut bytes = Vec::new();
    from.take(count).read_to_end(&mut bytes)?;
    Ok(Answer { code, bytes })
}

/// Returns the verdict on a process that ended without an answer.
fn crashed(session: Session<Answer>, options: &Options) -> Verdict {
    verdict_on(session.end(options.timeout))
}

fn verdict_on(ended: io::Result<Ended<()>>) -> Verdict {
    let message = match ended {
        Ok(Ended { status: Some(status), messages, .. }) => {
            format!("the compiled program ended with {status}\n{messages}")
        }
        Ok(Ended { messages, .. }) => format!("the compiled program had to be killed\n{messages}"),
        Err(error) => format!("the compiled program cannot be waited for: {error}"),
    };
    Verdict::new(Outcome::Crashed, message.trim_end())
}

/// Interprets an answer.
fn end(code: u8, bytes: &[u8], results: &[FlatType]) -> End {
    if code != 0 {
        return End::Failure(String::from_utf8_lossy(bytes).trim_end().to_owned());
    }
    match values::from_bytes(bytes, results) {
        Ok(values) => End::Values(values),
        Err(error) => End::Decided(Verdict::new(Outcome::Crashed, format!("its output is malformed: {error}"))),
    }
}
