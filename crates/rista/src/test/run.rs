//! Runs of programs with input and output: in an evaluator with a world in memory, or as a process of its own.

use crate::load;
use crate::process::{self, Conditions, Messages};
use crate::scratch::Scratch;
use crate::test::options::Options;
use crate::test::outcome::{Outcome, Verdict};
use crate::test::pattern;
use crate::test::subject::{limited, timed_out};
use crate::test::values;
use base::guard::{self, Guarded};
use base::{SourceMap, Stop};
use driver::Module;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Instant;
use value::test_block::{Run, Stream};
use value::world::Memory;

/// What a program is given.
pub struct Given {
    pub arguments: Vec<String>,
    pub input: Vec<u8>,
}

/// How a run of a program ended.
pub struct Acted {
    pub code: u8,
    pub output: Vec<u8>,
    /// The standard error; in an evaluator, the message of a failure, too.
    pub errors: String,
    pub seconds: f64,
}

/// Performs a run, and judges how it ends. Paths are relative to `folder`.
pub fn test(run: &Run, folder: &Path, options: &Options, act: impl FnOnce(Given) -> Result<Acted, Verdict>) -> Verdict {
    let bytes = |stream: &Stream| match stream {
        Stream::Text(text) => Ok(text.clone().into_bytes()),
        Stream::File(path) => values::bytes(&folder.join(path)).map_err(Verdict::failed),
    };
    let judged = || {
        let expected = run.prints.as_ref().map(bytes).transpose()?;
        let given = Given { arguments: run.arguments.clone(), input: bytes(&run.input)? };
        let acted = act(given)?;
        let verdict = judge(run, expected.as_deref(), &acted, options);
        Ok(Verdict { seconds: Some(acted.seconds), ..verdict })
    };
    judged().unwrap_or_else(|verdict| verdict)
}

/// Refuses to run a program without input and output.
pub fn refuse(_: Given) -> Result<Acted, Verdict> {
    Err(Verdict::failed("only programs with input or output are run; others have cases with `input`"))
}

fn judge(run: &Run, expected: Option<&[u8]>, acted: &Acted, options: &Options) -> Verdict {
    let output = String::from_utf8_lossy(&acted.output);
    let errors = acted.errors.trim_end();
    if acted.code != run.exit {
        return Verdict::failed(format!(
            "it ends with exit code {}, not {}\nstandard output:\n{output}\nstandard error:\n{errors}",
            acted.code, run.exit
        ));
    }
    if expected.is_some_and(|expected| expected != acted.output) {
        let expected = String::from_utf8_lossy(expected.unwrap_or_default());
        return Verdict::failed(format!("it prints\n{output}\ninstead of\n{expected}"));
    }
    match &run.error {
        Some(pattern) if !options.any_message && !pattern::occurs(pattern, errors) => {
            Verdict::failed(format!("it fails with another message than `{}`:\n{errors}", pattern.regex.trim()))
        }
        _ => Verdict::passed(),
    }
}

/// Runs a program in its level's evaluator.
pub fn evaluate(module: &Arc<Module>, given: Given, sources: &SourceMap, options: &Options) -> Result<Acted, Verdict> {
    let start = Instant::now();
    let shared = Arc::clone(module);
    let arguments = given.arguments.into_iter().map(String::into_bytes).collect();
    let mut world = Memory { input: given.input, arguments, ..Memory::default() };
    let ended = guard::run(options.timeout, move || {
        let ended = shared.eval_valid_in(&mut world, "main", Vec::new());
        (ended, world)
    });
    let (ended, world) = match ended {
        Guarded::Done(done) => done,
        Guarded::TimedOut => return Err(timed_out(options)),
        Guarded::Panicked(panic) => return Err(Verdict::new(Outcome::Crashed, panic.to_string())),
    };
    let errors = String::from_utf8_lossy(&world.errors).into_owned();
    let (code, errors) = match ended {
        Ok(_) => (0, errors),
        Err(Stop::Exit(code)) => (code, errors),
        Err(Stop::Failure(failure)) => (1, errors + &load::failure_text(&failure, sources)),
        Err(Stop::Limit(message)) => return Err(limited(message, options)),
        Err(stop @ Stop::Stuck { .. }) => return Err(Verdict::new(Outcome::Crashed, stop.to_string())),
    };
    Ok(Acted { code, output: world.output, errors, seconds: start.elapsed().as_secs_f64() })
}

/// Runs a compiled program in an empty folder.
pub fn execute(mut command: Command, given: &Given, options: &Options) -> Result<Acted, Verdict> {
    let cannot = |error: std::io::Error| Verdict::failed(format!("the compiled program cannot be run: {error}"));
    let start = Instant::now();
    let folder = Scratch::within(&std::env::temp_dir()).map_err(cannot)?;
    let conditions = Conditions { limit: Some(options.timeout), messages: Messages::Kept };
    command.args(&given.arguments).current_dir(folder.path());
    let ended = process::run(&mut command, &given.input, &conditions).map_err(cannot)?;
    let Some(status) = ended.status else { return Err(timed_out(options)) };
    let Some(code) = status.code().and_then(|code| u8::try_from(code).ok()) else {
        let message = format!("the compiled program ended with {status}\n{}", ended.messages);
        return Err(Verdict::new(Outcome::Crashed, message.trim_end()));
    };
    Ok(Acted { code, output: ended.output, errors: ended.messages, seconds: start.elapsed().as_secs_f64() })
}
