//! Runs the machine's C compiler and the programs that it compiles, and keeps a cache of these programs.

use crate::files::{self, cannot_write, folder};
use crate::foreign::Foreign;
use crate::load::{Failed, reason};
use crate::out;
use crate::process::{self, Conditions, Ended, Messages};
use crate::scratch::Scratch;
use back::c::FLAGS;
use base::{Bug, Error};
use rustix::fs::{Access, access};
use rustix::process::geteuid;
use std::fs::{self, DirBuilder, DirEntry, File};
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::time::{Duration, SystemTime};

/// Environment variable with the path of the cache folder.
pub const CACHE_VARIABLE: &str = "RISTA_CACHE";

/// Largest size of the cache on disk, in bytes.
const CACHE_LIMIT: u64 = 512 << 20;

/// Environment variable with the time limit of the C compiler, in seconds.
const TIME_VARIABLE: &str = "RISTA_CC_TIMEOUT";

/// Default time limit of the C compiler. The largest programs take it a minute.
const TIME_LIMIT: Duration = Duration::from_secs(300);

/// Arguments of the C compiler after the files.
const LIBRARIES: &[&str] = &["-lm", "-pthread", "-ldl"];

/// A compiled program on disk. If it is not in the cache, it is deleted when this value is dropped.
pub struct Program {
    path: PathBuf,
    _folder: Option<Scratch>,
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
    /// Time limit of a run.
    limit: Duration,
}

/// The exit status of the C compiler and its messages.
struct Compilation {
    status: ExitStatus,
    output: Vec<u8>,
    complaint: String,
}

impl Compiler {
    /// Returns `$CC`, which may have arguments, or else the first of `cc`, `gcc` and `clang` that exists.
    fn find() -> Result<Compiler, Failed> {
        let limit = time_limit()?;
        let chosen = std::env::var("CC").unwrap_or_default();
        let words = shlex::split(&chosen).ok_or_else(|| {
            Failed::Message(format!("the environment variable CC has a quotation mark without its pair: {chosen}"))
        })?;
        let mut words = words.into_iter();
        if let Some(name) = words.next() {
            let program = which::which(&name).map_err(|_| {
                Failed::Message(format!("the environment variable CC names `{name}`, which is not a program here"))
            })?;
            return Ok(Compiler { program, arguments: words.collect(), limit });
        }
        let program = ["cc", "gcc", "clang"].iter().find_map(|name| which::which(name).ok());
        let program = program.ok_or_else(|| {
            Failed::message(
                "there is no C compiler (cc, gcc or clang) on this machine\n\
                 help: install one, such as gcc with `apt install gcc libc6-dev`, or name one in the variable CC\n\
                 help: `--target core` runs a program without one",
            )
        })?;
        Ok(Compiler { program, arguments: Vec::new(), limit })
    }

    /// Returns a command that runs the compiler with English messages.
    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).env("LC_ALL", "C.UTF-8");
        command
    }

    /// Runs a command of the compiler. Its temporary files go into `folder`.
    fn output(&self, command: &mut Command, folder: &Path) -> Result<Compilation, Failed> {
        let cannot = |error| Failed::Message(format!("cannot run {}: {}", self.program.display(), reason(&error)));
        let conditions = Conditions { limit: Some(self.limit), messages: Messages::Kept };
        let ended = process::run(command.env("TMPDIR", folder), &[], &conditions).map_err(cannot)?;
        let Ended { status: Some(status), output, messages, .. } = ended else {
            let (limit, program) = (self.limit.as_secs_f64(), self.program.display());
            return Err(Failed::Timeout(format!(
                "the C compiler did not end within {limit} seconds\n\
                 note: it is {program}, and it was stopped\n\
                 help: if it needs more time, set {TIME_VARIABLE} to a number of seconds"
            )));
        };
        Ok(Compilation { status, output, complaint: messages.trim_end().to_owned() })
    }

    /// Compiles the C file `source` to the program `output`.
    fn compile(&self, source: &Path, output: &Path, foreign: &Foreign, optimise: bool) -> Result<(), Failed> {
        let mut command = self.command();
        command.args(flags(optimise)).arg("-o").arg(output).arg(source);
        foreign.add(folder(source), &mut command).map_err(|error| cannot_write(source, &error))?;
        command.args(LIBRARIES);
        let Compilation { status, complaint, .. } = self.output(&mut command, folder(source))?;
        if status.success() && output.exists() {
            return Ok(());
        }
        if status.success() {
            return Err(Failed::Message(format!("the C compiler {} cannot make programs", self.program.display())));
        }
        check_space(source, &complaint)?;
        if status.code().is_none() {
            return Err(Failed::Message(format!("the C compiler was killed ({status}); is there enough memory?")));
        }
        self.probe(source, optimise)?;
        let program = fs::read_to_string(source).map_err(|error| cannot_write(source, &error))?;
        foreign.blame_names(&program, |text| self.takes(source, text))?;
        if let Some(failed) = foreign.blame(&complaint) {
            return Err(failed);
        }
        Err(rejected(source, &complaint))
    }

    /// Checks that the compiler compiles an empty program with our flags. If not, the generated C is not at fault.
    fn probe(&self, beside: &Path, optimise: bool) -> Result<(), Failed> {
        let (source, program) = (beside.with_file_name("probe.c"), beside.with_file_name("probe"));
        fs::write(&source, "int main(void) { return 0; }\n").map_err(|error| cannot_write(&source, &error))?;
        let mut command = self.command();
        command.args(flags(optimise)).arg("-o").arg(&program).arg(&source).args(LIBRARIES);
        let Compilation { status, complaint, .. } = self.output(&mut command, folder(&source))?;
        if status.success() {
            return Ok(());
        }
        let message = format!("the C compiler {} does not work here ({status})\n{complaint}", self.program.display());
        Err(Failed::message(message.trim_end()))
    }

    /// Whether the compiler accepts a text, which is written to a file in the same folder as `beside`.
    fn takes(&self, beside: &Path, text: &str) -> Result<bool, Failed> {
        let source = beside.with_file_name("question.c");
        fs::write(&source, text).map_err(|error| cannot_write(&source, &error))?;
        let mut command = self.command();
        command.args(flags(false)).args(["-D_GNU_SOURCE", "-w", "-fsyntax-only"]).arg(&source);
        Ok(self.output(&mut command, folder(beside))?.status.success())
    }

    /// Returns the cache key of the compiler: its version, its arguments and flags, and the processor.
    fn fingerprint(&self, optimise: bool) -> Result<String, Failed> {
        let version = self.output(self.command().arg("--version"), &std::env::temp_dir())?.output;
        let words = [&self.arguments[..], &flags(optimise).map(str::to_owned).collect::<Vec<_>>()].concat();
        let (program, version) = (self.program.display(), String::from_utf8_lossy(&version).into_owned());
        Ok(format!("{program}\n{version}\n{}\n{}", words.join(" "), processor()))
    }
}

/// Returns the flags for the C compiler. Without optimisation it is several times faster.
fn flags(optimise: bool) -> impl Iterator<Item = &'static str> {
    FLAGS.iter().map(move |&flag| if flag == "-O3" && !optimise { "-O0" } else { flag })
}

/// Returns the processor's instruction sets as Linux lists them. `-march=native` depends on them.
fn processor() -> String {
    let told = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = told.lines().find(|line| line.starts_with("flags") || line.starts_with("Features"));
    line.unwrap_or_default().to_owned()
}

/// Returns the time limit of the C compiler.
fn time_limit() -> Result<Duration, Failed> {
    let Ok(chosen) = std::env::var(TIME_VARIABLE) else { return Ok(TIME_LIMIT) };
    let limit = chosen.trim().parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    limit.ok_or_else(|| {
        Failed::Message(format!("the environment variable {TIME_VARIABLE} is not a number of seconds: {chosen}"))
    })
}

/// Reports that the disk is full if the compiler says so, or if a test file cannot be written.
fn check_space(source: &Path, complaint: &str) -> Result<(), Failed> {
    let is_told = ["No space left on device", "Disk quota exceeded"].iter().any(|words| complaint.contains(words));
    let filler = source.with_file_name("filler");
    let tried = fs::read(source).and_then(|bytes| fs::write(&filler, bytes));
    let _ = fs::remove_file(&filler);
    let is_full = |error: io::Error| matches!(error.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded);
    if is_told || tried.is_err_and(is_full) {
        let place = std::env::temp_dir();
        return Err(Failed::Message(format!(
            "there is no space left for temporary files in {}\n\
             help: make room there, or name another folder in the environment variable TMPDIR",
            place.display()
        )));
    }
    Ok(())
}

/// Returns the bug report for generated C that the compiler rejects. The C file is kept for it.
fn rejected(source: &Path, complaint: &str) -> Failed {
    let kept = tempfile::Builder::new().prefix("rista-").suffix(".c").disable_cleanup(true).tempfile();
    let place = kept.and_then(|file| fs::copy(source, file.path()).map(|_| file.path().display().to_string()));
    let place = place.map(|path| format!("\nThe C file is kept in {path}.")).unwrap_or_default();
    let message = format!("it rejects the generated code:\n{complaint}{place}");
    Failed::Error(Error::from(Bug::new("C compiler", message)))
}

/// Compiles C to a program. After an error, `output` is unchanged.
pub fn compile(c_source: &str, output: &Path, foreign: &Foreign, optimise: bool) -> Result<(), Failed> {
    let program = compile_temporary(c_source, foreign, optimise)?;
    files::copy(program.path(), output).map_err(|error| cannot_write(output, &error))
}

/// Compiles C to a program that is deleted when the returned value is dropped.
pub fn compile_temporary(c_source: &str, foreign: &Foreign, optimise: bool) -> Result<Program, Failed> {
    compile_once(&Compiler::find()?, c_source, foreign, optimise)
}

/// Compiles C to a program, or takes the program from the cache. The cache is not used if it is not writable, or if
/// other users can write to it.
pub fn compile_cached(c_source: &str, foreign: &Foreign, optimise: bool, use_cache: bool) -> Result<Program, Failed> {
    let compiler = Compiler::find()?;
    let cache = if use_cache { cache_folder() } else { None };
    let Some(cache) = cache.filter(|cache| is_private(cache)) else {
        return compile_once(&compiler, c_source, foreign, optimise);
    };
    let fingerprint = format!("{}\n{}", compiler.fingerprint(optimise)?, foreign.fingerprint()?);
    let key = blake3::hash(format!("{fingerprint}\n{c_source}").as_bytes());
    let path = cache.join(key.to_hex().as_str());
    if is_whole(&path) && can_be_executed(&path) {
        return Ok(Program { path, _folder: None });
    }
    let program = compile_once(&compiler, c_source, foreign, optimise)?;
    // Some file systems do not allow execution.
    if enter(program.path(), &path).is_err() || !can_be_executed(&path) {
        return Ok(program);
    }
    evict(&cache, &path, CACHE_LIMIT);
    Ok(Program { path, _folder: None })
}

/// Returns the path of the checksum of a program in the cache.
fn checksum_path(path: &Path) -> PathBuf {
    path.with_extension("blake3")
}

/// Copies a program into the cache, with its checksum.
fn enter(program: &Path, path: &Path) -> io::Result<()> {
    let folder = Scratch::within(folder(path))?;
    let (copy, checksum) = (folder.path().join("program"), folder.path().join("checksum"));
    fs::copy(program, &copy)?;
    fs::write(&checksum, blake3::hash(&fs::read(program)?).as_bytes())?;
    fs::rename(copy, path)?;
    fs::rename(checksum, checksum_path(path))
}

/// Whether a program in the cache matches its checksum. A full disk or a loss of power can damage it. Also updates its
/// time of last use.
fn is_whole(path: &Path) -> bool {
    let checksum = checksum_path(path);
    let (Ok(program), Ok(expected)) = (fs::read(path), fs::read(&checksum)) else { return false };
    // The modification time is the time of last use.
    for path in [path, &checksum] {
        let _ = File::open(path).and_then(|found| found.set_modified(SystemTime::now()));
    }
    expected == blake3::hash(&program).as_bytes()
}

/// Whether this user may execute the file.
fn can_be_executed(path: &Path) -> bool {
    access(path, Access::EXEC_OK).is_ok()
}

fn compile_once(compiler: &Compiler, c_source: &str, foreign: &Foreign, optimise: bool) -> Result<Program, Failed> {
    let folder = Scratch::new()?;
    let (source, path) = (folder.path().join("program.c"), folder.path().join("program"));
    fs::write(&source, c_source).map_err(|error| cannot_write(&source, &error))?;
    compiler.compile(&source, &path, foreign, optimise)?;
    Ok(Program { path, _folder: Some(folder) })
}

/// Whether the folder exists and only this user can write to it. Creates the folder if necessary.
fn is_private(folder: &Path) -> bool {
    // Write permission for the user's group or for all.
    const OTHERS: u32 = 0o022;
    if DirBuilder::new().recursive(true).mode(0o700).create(folder).is_err() {
        return false;
    }
    let Ok(data) = fs::metadata(folder) else { return false };
    let is_private = data.uid() == geteuid().as_raw() && data.mode() & OTHERS == 0;
    if !is_private {
        let help = "help: make it a folder of your own with `chmod 700`, or name another in RISTA_CACHE";
        out::tell(format_args!("note: the cache {} is not used: others can write to it\n{help}", folder.display()));
    }
    is_private
}

/// Returns `$RISTA_CACHE`, or `rista` in the system's folder for caches; `None` with `RISTA_CACHE=off`.
fn cache_folder() -> Option<PathBuf> {
    use etcetera::BaseStrategy;
    if let Some(folder) = std::env::var_os(CACHE_VARIABLE).filter(|folder| !folder.is_empty()) {
        return (folder != "off").then(|| folder.into());
    }
    etcetera::choose_base_strategy().ok().map(|strategy| strategy.cache_dir().join("rista"))
}

/// Deletes the least recently used programs until the others take no more than `limit` bytes. Keeps `newest`.
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

/// Runs an entry point of a compiled program. `feed` writes its arguments and `read` reads its results, both in binary
/// form. Its messages go to standard error.
pub fn execute<T: Send>(
    mut command: Command,
    entry: &str,
    options: &[String],
    feed: impl FnOnce(&mut dyn Write) -> io::Result<()> + Send,
    read: impl FnOnce(&mut dyn Read) -> T + Send,
) -> Result<(ExitStatus, T), Failed> {
    let program = PathBuf::from(command.get_program());
    command.arg(format!("--entry-point={entry}")).arg("--binary").args(options);
    let conditions = Conditions { limit: None, messages: Messages::Shown };
    let ended = process::stream(&mut command, feed, read, &conditions).map_err(|error| cannot_run(&program, &error))?;
    let status = ended.status.ok_or_else(|| Failed::message("the compiled program did not end"))?;
    Ok((status, ended.output))
}

/// Returns the error for a compiled program that cannot be started.
pub fn cannot_run(program: &Path, error: &io::Error) -> Failed {
    let mut message = format!("cannot run the compiled program: {}", reason(error));
    if error.kind() == ErrorKind::PermissionDenied {
        let folder = folder(program).parent().unwrap_or(program).display();
        message += &format!("\nnote: programs may not be executed in {folder}\nhelp: name another folder in TMPDIR");
    }
    Failed::Message(message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn damaged_programs_in_the_cache_are_noticed() {
        let cache = tempfile::tempdir().unwrap();
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
        let folder = tempfile::tempdir().unwrap();
        let source = folder.path().join("program.c");
        fs::write(&source, "int main(void) { return 0; }").unwrap();
        let broken = Compiler { program: which::which("false").unwrap(), arguments: Vec::new(), limit: TIME_LIMIT };
        let Err(Failed::Message(message)) =
            broken.compile(&source, &folder.path().join("program"), &Foreign::default(), false)
        else {
            panic!("no message")
        };
        assert!(message.contains("false does not work here"), "{message}");
    }

    #[test]
    fn the_cache_forgets_what_was_not_used_for_longest() {
        let cache = tempfile::tempdir().unwrap();
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
