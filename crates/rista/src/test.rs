//! `rista test`: runs the tests in the comments of programs (see `value::test_block`), on the evaluators of the
//! compiler's levels and as compiled C, and reports the results.
//!
//! `program` reads and checks a program, which decides tests of the compiler's messages, and runs its cases in the
//! evaluators. Programs to be run as C are lowered and passed to `compiled`, where many programs share one C file. In
//! both, `subject` provides the arguments and judges the results, `run` runs programs with input and output, and
//! `property` searches for inputs that falsify a property. Counts of constructs (`structure`) are skipped, because they describe another compiler's representation.

mod compiled;
mod file;
pub mod inputs;
mod lowered;
mod options;
mod outcome;
mod pattern;
mod pool;
pub mod program;
mod property;
mod report;
mod run;
mod script;
mod subject;
mod values;
mod way;

use crate::load::{Strictness, USAGE};
use crate::out;
use crate::passes::{AddedPass, Choice};
use crate::tuning;
use driver::{Language, Pass};
use options::Options;
use report::Report;
use std::num::NonZero;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args)]
pub struct Arguments {
    /// Source files, and folders to search for them
    #[arg(default_value = ".", value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// The targets for the cases: core, fun, funmem, imp, tasks and kernels are evaluators; c, multicore, opencl and
    /// cuda are compiled; all means all but those that need a device
    #[arg(short, long = "target", value_name = "TARGET", value_delimiter = ',', default_value = "c")]
    targets: Vec<String>,
    /// The device for opencl and cuda, by a part of its name, or by number as `#0`; see `rista devices`
    #[arg(short, long, value_name = "NAME")]
    device: Option<String>,
    /// The same as `--target all`
    #[arg(long)]
    all_targets: bool,
    /// Also run the cases in evaluators after other ways of lowering: flattened, with memory expanded, with memory as
    /// it is lowered, and with other thresholds
    #[arg(long, conflicts_with_all = ["with", "thresholds"])]
    matrix: bool,
    /// Skip programs and cases with this tag, besides `disable`, `notest` and `no_TARGET`; may be given several times
    #[arg(long, value_name = "TAG")]
    exclude: Vec<String>,
    /// Run only cases whose names, like `folder/program.fut:entry:case`, match this regular expression
    #[arg(long, value_name = "REGEX")]
    filter: Option<String>,
    /// The time limit for compiling a program, and for each run
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    timeout: f64,
    /// The number of programs to test at once; by default the number of processors
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZero<usize>>,
    /// Optimise the compiled programs, which takes longer than most tests run
    #[arg(short = 'O', long)]
    optimise: bool,
    /// Also run this pass at the end of its level's pipeline; the target of that level then gets its result
    #[arg(long, value_name = "PASS", value_parser = AddedPass, hide_possible_values = true)]
    with: Vec<&'static Pass>,
    /// Verify the program after every pass
    #[arg(long)]
    verify: bool,
    /// Set all thresholds to N, to run other versions of the code: with 0 only outer operations are parallel, with a
    /// large number all nested ones are, too
    #[arg(long, value_name = "N", value_parser = tuning::number)]
    thresholds: Option<i64>,
    /// Ignore the tuning file beside a program (such as `sum.fut.tuning`), which the targets with kernels read
    /// otherwise
    #[arg(long)]
    no_tuning: bool,
    #[command(flatten)]
    passes: Choice,
    #[command(flatten)]
    strictness: Strictness,
    /// Skip programs that need what the compiler does not support yet; otherwise they fail
    #[arg(long)]
    allow_limitations: bool,
    /// Accept any message of an expected rejection or failure
    #[arg(long)]
    any_message: bool,
    /// Print one line of JSON on standard output for every case, and the summary on standard error
    #[arg(long)]
    json: bool,
    /// Also list the cases that passed or were skipped
    #[arg(short, long)]
    verbose: bool,
}

/// Runs the tests. The exit code is 0 if no test failed, 1 if one failed, and 2 if the command line is wrong.
pub fn run(arguments: &Arguments) -> ExitCode {
    match Options::new(arguments).and_then(|options| Ok((options, crate::sources::find(&arguments.paths)?))) {
        Ok((options, files)) if !files.is_empty() => test(&options, files, arguments),
        Ok(_) => usage(&format!("there are no {} files to test", Language::extensions())),
        Err(message) => usage(&message),
    }
}

fn usage(message: &str) -> ExitCode {
    out::tell(format_args!("error: {message}"));
    ExitCode::from(USAGE)
}

/// Runs the tests of the files: the tests without C file by file, then the compiled tests of all files together.
fn test(options: &Options, files: Vec<PathBuf>, arguments: &Arguments) -> ExitCode {
    let report = Report::new(arguments.json, arguments.verbose, files.len());
    let prepared = pool::each(options.jobs, files, |path| {
        let prepared = program::test(&path, options, &report);
        if prepared.is_empty() {
            report.step();
        }
        prepared
    });
    compiled::test(prepared.into_iter().flatten().collect(), options, &report);
    if let Some(filter) = arguments.filter.as_ref().filter(|_| report.is_empty()) {
        return usage(&format!("no test matches the filter `{filter}`"));
    }
    report.finish()
}
