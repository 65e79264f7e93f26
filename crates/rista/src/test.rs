//! `rista test`: runs the tests that programs carry in their comments (see `value::test_block`) on the evaluators of
//! the compiler's levels and as compiled C, and tells what came of each.
//!
//! A program goes through `program`: it is read and checked, which decides a test of the compiler's messages, and its
//! cases run in the evaluators. What is to run as C is lowered and handed on to `compiled`, where many programs share
//! one C file. Either way `subject` provides the arguments and judges the results, and `property` looks for inputs that a
//! property is not true of. Counts of constructs (`structure`) are about another compiler's representation and are
//! skipped.

mod compiled;
mod file;
mod guard;
pub mod inputs;
mod lowered;
mod options;
mod outcome;
mod pattern;
mod pool;
pub mod program;
mod property;
mod report;
mod script;
mod subject;
mod values;
mod way;

use crate::load::{Strictness, USAGE};
use crate::out;
use crate::passes::{AddedPass, Choice};
use crate::tuning;
use driver::Pass;
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
    /// Where to run the cases: core, fun, funmem, imp, tasks and kernels are evaluators; c, multicore, opencl and cuda are
    /// compiled; all is all but those that need a device
    #[arg(short, long = "target", value_name = "TARGET", value_delimiter = ',', default_value = "c")]
    targets: Vec<String>,
    /// Which device runs them, with opencl and cuda: a part of its name, or `#K`; see `rista devices`
    #[arg(short, long, value_name = "NAME")]
    device: Option<String>,
    /// The same as `--target all`
    #[arg(long)]
    all_targets: bool,
    /// Run the cases in the evaluators of other ways of lowering, too: flattened, with memory expanded, with memory as it
    /// is lowered, and with other thresholds
    #[arg(long, conflicts_with_all = ["with", "thresholds"])]
    matrix: bool,
    /// Skip programs and cases with this tag, besides `disable`, `notest` and `no_TARGET`; may be given several times
    #[arg(long, value_name = "TAG")]
    exclude: Vec<String>,
    /// Only what this regular expression occurs in, of names like `folder/program.fut:entry:case`
    #[arg(long, value_name = "REGEX")]
    filter: Option<String>,
    /// The time limit for compiling a program, and for each run
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    timeout: f64,
    /// How many programs to work on at once; by default as many as there are processors
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZero<usize>>,
    /// Optimise the compiled programs, which takes longer than most tests run
    #[arg(short = 'O', long)]
    optimise: bool,
    /// Run this pass too, where its level ends, after the pipeline's; the target of that level is then what it gives
    #[arg(long, value_name = "PASS", value_parser = AddedPass, hide_possible_values = true)]
    with: Vec<&'static Pass>,
    /// Verify the program after every pass
    #[arg(long)]
    verify: bool,
    /// Let all thresholds be N, so that other versions of the code run than otherwise: with 0 outer operations alone are
    /// parallel, with a large number all that is nested is, too
    #[arg(long, value_name = "N", value_parser = tuning::number)]
    thresholds: Option<i64>,
    /// Do not read the tuning file beside a program (as `sum.fut.tuning`), which the targets with kernels obey otherwise
    #[arg(long)]
    no_tuning: bool,
    #[command(flatten)]
    passes: Choice,
    #[command(flatten)]
    strictness: Strictness,
    /// Programs that the compiler does not support yet are skipped; otherwise they fail
    #[arg(long)]
    allow_limitations: bool,
    /// Rejections and failures count as expected whatever their messages say
    #[arg(long)]
    any_message: bool,
    /// One line of JSON on standard output for every case, and the summary on standard error
    #[arg(long)]
    json: bool,
    /// Also list what passed and what was skipped
    #[arg(short, long)]
    verbose: bool,
}

/// The exit code is 0 when nothing failed, 1 when something did, and 2 when the command line is wrong.
pub fn run(arguments: &Arguments) -> ExitCode {
    match Options::new(arguments).and_then(|options| Ok((options, crate::sources::find(&arguments.paths)?))) {
        Ok((options, files)) if !files.is_empty() => test(&options, files, arguments),
        Ok(_) => usage("there are no .fut or .nova files to test"),
        Err(message) => usage(&message),
    }
}

fn usage(message: &str) -> ExitCode {
    out::tell(format_args!("error: {message}"));
    ExitCode::from(USAGE)
}

fn test(options: &Options, files: Vec<PathBuf>, arguments: &Arguments) -> ExitCode {
    guard::quiet_panics();
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
