//! The C compiler of the machine, a cache of what it has compiled, and running the results.

use crate::files::{cannot_write, folder};
use crate::foreign::Foreign;
use crate::load::{Failed, reason};
use back::c::FLAGS;
use base::{Bug, Error};
use std::fs::{self, DirEntry, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::SystemTime;
use tempfile::TempDir;

/// Names the folder of the cache, if set.
pub const CACHE_VARIABLE: &str = "RISTA_CACHE";

/// What the cache may take on disk, in bytes.
const CACHE_LIMIT: u64 = 512 << 20;

/// What follows the files on the C compiler's command line.
const LIBRARIES: &[&str] = &["-lm", "-pthread", "-ldl"];

/// A compiled program on disk, which is deleted with this value if it is in no cache.
pub struct Program {
    path: PathBuf,
    _folder: Option<TempDir>,
}

impl Program {
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// A C compiler: a program, and the arguments that always come first.
struct Compiler {
    program: PathBuf,
    arguments: Vec<String>,
}

impl Compiler {
    /// `$CC`, which may have arguments; otherwise the first of `cc`, `gcc` and `clang` that is there.
    fn find() -> Result<Compiler, Failed> {
        let chosen = std::env::var("CC").unwrap_or_default();
        let words = shlex::split(&chosen).ok_or_else(|| {
            Failed::Message(format!("the environment variable CC has a quotation mark without its pair: {chosen}"))
        })?;
        let mut words = words.into_iter();
        if let Some(name) = words.next() {
            let program = which::which(&name).map_err(|_| {
                Failed::Message(format!("the environment variable CC names `{name}`, which is not a program here"))
            })?;
            return Ok(Compiler { program, arguments: words.collect() });
        }
        let program = ["cc", "gcc", "clang"].iter().find_map(|name| which::which(name).ok());
        let program = program.ok_or_else(|| {
            Failed::message(
                "there is no C compiler (cc, gcc or clang) on this machine\n\
                 help: install one, such as gcc with `apt install gcc libc6-dev`, or name one in the variable CC\n\
                 help: `--target core` runs a program without one",
            )
        })?;
        Ok(Compiler { program, arguments: Vec::new() })
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).stdin(Stdio::null());
        command
    }

    fn output(&self, command: &mut Command) -> Result<Output, Failed> {
        let cannot = |error| Failed::Message(format!("cannot run {}: {}", self.program.display(), reason(&error)));
        command.output().map_err(cannot)
    }

    /// Compiles the file `source`.
    fn compile(&self, source: &Path, output: &Path, foreign: &Foreign, optimise: bool) -> Result<(), Failed> {
        let mut command = self.command();
        command.args(flags(optimise)).arg("-o").arg(output).arg(source);
        foreign.add(folder(source), &mut command).map_err(|error| cannot_write(source, &error))?;
        command.args(LIBRARIES);
        let Output { status, stderr, .. } = self.output(&mut command)?;
        if status.success() && output.exists() {
            return Ok(());
        }
        if status.success() {
            return Err(Failed::Message(format!("the C compiler {} makes no programs", self.program.display())));
        }
        if status.code().is_none() {
            return Err(Failed::Message(format!("the C compiler was killed ({status}); is there enough memory?")));
        }
        self.probe(source, optimise)?;
        let program = fs::read_to_string(source).map_err(|error| cannot_write(source, &error))?;
        foreign.blame_names(&program, |text| self.takes(source, text))?;
        if let Some(failed) = foreign.blame(String::from_utf8_lossy(&stderr).trim_end()) {
            return Err(failed);
        }
        Err(rejected(source, String::from_utf8_lossy(&stderr).trim_end()))
    }

    /// Whether the compiler takes any program at all, with our flags; if not, it is not our C that is wrong.
    fn probe(&self, beside: &Path, optimise: bool) -> Result<(), Failed> {
        let (source, program) = (beside.with_file_name("probe.c"), beside.with_file_name("probe"));
        fs::write(&source, "int main(void) { return 0; }\n").map_err(|error| cannot_write(&source, &error))?;
        let mut command = self.command();
        command.args(flags(optimise)).arg("-o").arg(&program).arg(&source).args(LIBRARIES);
        let Output { status, stderr, .. } = self.output(&mut command)?;
        if status.success() {
            return Ok(());
        }
        let complaint = String::from_utf8_lossy(&stderr).trim_end().to_owned();
        let message = format!("the C compiler {} does not work here ({status})\n{complaint}", self.program.display());
        Err(Failed::message(message.trim_end()))
    }

    /// Whether the compiler takes a text, in a file beside another one.
    fn takes(&self, beside: &Path, text: &str) -> Result<bool, Failed> {
        let source = beside.with_file_name("question.c");
        fs::write(&source, text).map_err(|error| cannot_write(&source, &error))?;
        let mut command = self.command();
        command.args(flags(false)).args(["-D_GNU_SOURCE", "-w", "-fsyntax-only"]).arg(&source);
        Ok(self.output(&mut command)?.status.success())
    }

    /// What decides what a source is compiled to, apart from the source.
    fn fingerprint(&self, optimise: bool) -> Result<String, Failed> {
        let version = self.output(self.command().arg("--version"))?.stdout;
        let words = [&self.arguments[..], &flags(optimise).map(str::to_owned).collect::<Vec<_>>()].concat();
        let (program, version) = (self.program.display(), String::from_utf8_lossy(&version).into_owned());
        Ok(format!("{program}\n{version}\n{}\n{}", words.join(" "), processor()))
    }
}

/// The flags for the C compiler; without optimisation it is several times faster.
fn flags(optimise: bool) -> impl Iterator<Item = &'static str> {
    FLAGS.iter().map(move |&flag| if flag == "-O3" && !optimise { "-O0" } else { flag })
}

/// What the system tells of the processor's instructions, which `-march=native` compiles for.
fn processor() -> String {
    let told = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = told.lines().find(|line| line.starts_with("flags") || line.starts_with("Features"));
    line.unwrap_or_default().to_owned()
}

/// C that we wrote and the compiler does not take: our mistake. The file stays for the report.
fn rejected(source: &Path, complaint: &str) -> Failed {
    let kept = tempfile::Builder::new().prefix("rista-").suffix(".c").disable_cleanup(true).tempfile();
    let place = kept.and_then(|file| fs::copy(source, file.path()).map(|_| file.path().display().to_string()));
    let place = place.map(|path| format!("\nThe C file is kept in {path}.")).unwrap_or_default();
    let message = format!("it does not take the generated code:\n{complaint}{place}");
    Failed::Error(Error::from(Bug::new("C compiler", message)))
}

/// Compiles C to a program. `output` is there whole or, after an error, as it was.
pub fn compile(c_source: &str, output: &Path, foreign: &Foreign, optimise: bool) -> Result<(), Failed> {
    let compiler = Compiler::find()?;
    let folder = temporary(folder(output)).map_err(|error| cannot_write(output, &error))?;
    let program = compile_in(&compiler, folder.path(), c_source, foreign, optimise)?;
    fs::rename(program, output).map_err(|error| cannot_write(output, &error))
}

/// Compiles C to a program, or takes the program from the cache if it is there. A cache that cannot be written to is
/// not used.
pub fn compile_cached(c_source: &str, foreign: &Foreign, optimise: bool, use_cache: bool) -> Result<Program, Failed> {
    let compiler = Compiler::find()?;
    let cache = if use_cache { cache_folder() } else { None };
    let Some(cache) = cache.filter(|cache| fs::create_dir_all(cache).is_ok()) else {
        return compile_once(&compiler, c_source, foreign, optimise);
    };
    let fingerprint = format!("{}\n{}", compiler.fingerprint(optimise)?, foreign.fingerprint()?);
    let key = blake3::hash(format!("{fingerprint}\n{c_source}").as_bytes());
    let path = cache.join(key.to_hex().as_str());
    if is_whole(&path) {
        return Ok(Program { path, _folder: None });
    }
    let program = compile_once(&compiler, c_source, foreign, optimise)?;
    if enter(program.path(), &path).is_err() {
        return Ok(program);
    }
    evict(&cache, &path, CACHE_LIMIT);
    Ok(Program { path, _folder: None })
}

/// Where the cache has the checksum of a program.
fn checksum_path(path: &Path) -> PathBuf {
    path.with_extension("blake3")
}

/// Copies a program into the cache, with its checksum.
fn enter(program: &Path, path: &Path) -> io::Result<()> {
    let folder = temporary(folder(path))?;
    let (copy, checksum) = (folder.path().join("program"), folder.path().join("checksum"));
    fs::copy(program, &copy)?;
    fs::write(&checksum, blake3::hash(&fs::read(program)?).as_bytes())?;
    fs::rename(copy, path)?;
    fs::rename(checksum, checksum_path(path))
}

/// Whether a program is in the cache as it was put there; a full disk or a loss of power can damage it.
fn is_whole(path: &Path) -> bool {
    let checksum = checksum_path(path);
    let (Ok(program), Ok(expected)) = (fs::read(path), fs::read(&checksum)) else { return false };
    // The time says when it was last used.
    for path in [path, &checksum] {
        let _ = File::open(path).and_then(|found| found.set_modified(SystemTime::now()));
    }
    expected == blake3::hash(&program).as_bytes()
}

/// Compiles to a program that lasts as long as the value.
fn compile_once(compiler: &Compiler, c_source: &str, foreign: &Foreign, optimise: bool) -> Result<Program, Failed> {
    let folder = TempDir::with_prefix("rista-").map_err(|error| cannot_write(&std::env::temp_dir(), &error))?;
    let path = compile_in(compiler, folder.path(), c_source, foreign, optimise)?;
    Ok(Program { path, _folder: Some(folder) })
}

/// Compiles in a folder of its own; gives the program's path.
fn compile_in(
    compiler: &Compiler,
    folder: &Path,
    c_source: &str,
    foreign: &Foreign,
    optimise: bool,
) -> Result<PathBuf, Failed> {
    let (source, program) = (folder.join("program.c"), folder.join("program"));
    fs::write(&source, c_source).map_err(|error| cannot_write(&source, &error))?;
    compiler.compile(&source, &program, foreign, optimise)?;
    Ok(program)
}

fn temporary(within: &Path) -> io::Result<TempDir> {
    tempfile::Builder::new().prefix(".rista-").tempdir_in(within)
}

/// `$RISTA_CACHE`, or `rista` where the system keeps caches.
fn cache_folder() -> Option<PathBuf> {
    use etcetera::BaseStrategy;
    if let Some(folder) = std::env::var_os(CACHE_VARIABLE).filter(|folder| !folder.is_empty()) {
        return Some(folder.into());
    }
    etcetera::choose_base_strategy().ok().map(|strategy| strategy.cache_dir().join("rista"))
}

/// Deletes the programs that were not used for longest, until the rest takes no more than `limit` bytes.
fn evict(cache: &Path, newest: &Path, limit: u64) {
    let entry = |entry: DirEntry| {
        let data = entry.metadata().ok().filter(|data| data.is_file())?;
        Some((data.modified().ok()?, data.len(), entry.path()))
    };
    let Ok(entries) = fs::read_dir(cache) else { return };
    let mut programs: Vec<(SystemTime, u64, PathBuf)> = entries.flatten().filter_map(entry).collect();
    programs.sort();
    let mut total: u64 = programs.iter().map(|(_, bytes, _)| bytes).sum();
    for (_, bytes, path) in programs.iter().filter(|(_, _, path)| path != newest) {
        if total <= limit {
            return;
        }
        if fs::remove_file(path).is_ok() {
            total -= bytes;
        }
    }
}

/// Runs an entry point of a compiled program with values in `input`, and gives its results in binary form on
/// `stdout`. Its messages go to our standard error.
pub fn execute(program: &Path, entry: &str, options: &[String], input: &[u8]) -> Result<Output, Failed> {
    let mut command = Command::new(program);
    command.arg(format!("--entry-point={entry}")).arg("--binary").args(options);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
    let mut run = || {
        let mut child = command.spawn()?;
        let stdin = child.stdin.take();
        std::thread::scope(|scope| {
            // A program that fails early does not read everything; its exit code tells, not the broken pipe.
            scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(input)));
            let (mut stdout, mut pipe) = (Vec::new(), child.stdout.take());
            let read = pipe.as_mut().map_or(Ok(0), |pipe| pipe.read_to_end(&mut stdout));
            // Results that do not fit into memory are not waited for.
            drop(pipe);
            let status = child.wait()?;
            read.map(|_| Output { status, stdout, stderr: Vec::new() })
        })
    };
    let cannot = |error| Failed::Message(format!("cannot run the compiled program: {}", reason(&error)));
    run().map_err(cannot)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn damaged_programs_in_the_cache_are_noticed() {
        let cache = TempDir::new().unwrap();
        let (program, path) = (cache.path().join("program"), cache.path().join("key"));
        fs::write(&program, "whole").unwrap();
        assert!(!is_whole(&path));
        enter(&program, &path).unwrap();
        assert!(is_whole(&path));
        for damaged in ["", "who", "whale"] {
            fs::write(&path, damaged).unwrap();
            assert!(!is_whole(&path), "{damaged}");
        }
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        assert!(!is_whole(&path));
    }

    #[test]
    fn a_c_compiler_that_takes_nothing_is_blamed_itself() {
        let folder = TempDir::new().unwrap();
        let source = folder.path().join("program.c");
        fs::write(&source, "int main(void) { return 0; }").unwrap();
        let broken = Compiler { program: which::which("false").unwrap(), arguments: Vec::new() };
        let Err(Failed::Message(message)) =
            broken.compile(&source, &folder.path().join("program"), &Foreign::default(), false)
        else {
            panic!("no message")
        };
        assert!(message.contains("false does not work here"), "{message}");
    }

    #[test]
    fn the_cache_forgets_what_was_not_used_for_longest() {
        let cache = TempDir::new().unwrap();
        let put = |name: &str, age: u64| {
            let path = cache.path().join(name);
            fs::write(&path, [0; 100]).unwrap();
            let time = SystemTime::now() - Duration::from_secs(age);
            File::open(&path).unwrap().set_modified(time).unwrap();
            path
        };
        let (recent, old, older, newest) = (put("a", 10), put("b", 20), put("c", 30), put("d", 40));
        evict(cache.path(), &newest, 400);
        assert!([&recent, &old, &older, &newest].iter().all(|path| path.exists()));
        evict(cache.path(), &newest, 250);
        assert_eq!([&recent, &old, &older, &newest].map(|path| path.exists()), [true, false, false, true]);
    }
}
