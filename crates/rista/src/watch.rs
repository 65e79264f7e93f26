//! Cleans up when this process ends, however it ends: kills its children, those with a process group together with their
//! own children, and deletes its temporary folders.
//!
//! A second process, the watcher (`rista watch`), reads from a pipe which processes, groups and folders exist. The pipe is closed
//! when this process ends, even if it is killed. Then the watcher cleans up and ends. The watcher is started with the
//! first of them. A signal handler waits for the watcher before this process ends, so callers that waited for this
//! process find nothing left. A terminal's stop signal (Ctrl-Z) does not reach children with groups of their own. The
//! signal handler stops all children, and continues them with this process.

use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGTSTP};
use signal_hook::iterator::Signals;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::io::{self, BufRead, BufReader, PipeReader, PipeWriter, Read, Write};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Name of the hidden command that runs the watcher.
pub const COMMAND: &str = "watch";

/// Message to the watcher before a new process, which registers itself or its group.
const BEGIN: &[u8] = b"=\0";
/// Message to the watcher that the process did not come to run its command: it is removed, if it was registered since
/// the last `BEGIN`.
const UNDO: &[u8] = b"~\0";

/// A resource that the watcher cleans up.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ward {
    /// A process group, by its number. It is killed.
    Group(u32),
    /// A process, by its number. It is killed.
    Process(u32),
    /// A folder, by its absolute path. It is deleted with its contents.
    Folder(PathBuf),
}

impl Ward {
    /// Returns a message to the watcher: the sign `+` to add or `-` to remove the ward, the ward's kind, its number or
    /// path, and a byte 0.
    fn message(&self, sign: u8) -> Vec<u8> {
        match self {
            Ward::Group(id) => [&[sign, b'g'], id.to_string().as_bytes(), &[0]].concat(),
            Ward::Process(id) => [&[sign, b'p'], id.to_string().as_bytes(), &[0]].concat(),
            Ward::Folder(path) => [&[sign, b'f'], path.as_os_str().as_bytes(), &[0]].concat(),
        }
    }

    /// Parses a message without its last byte.
    fn read(message: &[u8]) -> Option<(u8, Ward)> {
        let (&[sign, kind], rest) = message.split_at_checked(2)? else { return None };
        let ward = match kind {
            b'g' => Ward::Group(str::from_utf8(rest).ok()?.parse().ok()?),
            b'p' => Ward::Process(str::from_utf8(rest).ok()?.parse().ok()?),
            b'f' => Ward::Folder(OsString::from_vec(rest.to_vec()).into()),
            _ => return None,
        };
        Some((sign, ward))
    }

    /// Kills the processes or deletes the folder. They may be gone already.
    pub fn clean_up(&self) {
        match self {
            Ward::Group(_) | Ward::Process(_) => self.signal(Signal::KILL),
            Ward::Folder(path) => drop(fs::remove_dir_all(path)),
        }
    }

    /// Sends a signal to the process, or to all processes of the group.
    fn signal(&self, signal: Signal) {
        // The system gives the numbers 0 and 1 a special meaning.
        let number = |id: u32| i32::try_from(id).ok().filter(|id| *id > 1).and_then(Pid::from_raw);
        match self {
            Ward::Group(id) => drop(number(*id).map(|id| kill_process_group(id, signal))),
            Ward::Process(id) => drop(number(*id).map(|id| kill_process(id, signal))),
            Ward::Folder(_) => {}
        }
    }
}

/// A running watcher process and the pipe to it.
struct Watcher {
    process: Child,
    pipe: Arc<PipeWriter>,
    /// The other end of the pipe. It stays open, so that writing to a watcher that was killed sends no signal.
    _end: PipeReader,
    /// What the watcher would clean up now.
    wards: BTreeSet<Ward>,
}

/// Whether the watcher is running.
enum State {
    NotNeeded,
    Running(Watcher),
    /// The watcher could not be started.
    Missing,
}

static STATE: Mutex<State> = Mutex::new(State::NotNeeded);

fn state() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes a folder with `make`, which returns its absolute path, and registers it with the watcher. If this process is
/// killed between the two, the folder is left.
///
/// # Errors Errors of `make`.
pub fn folder(make: impl FnOnce() -> io::Result<PathBuf>) -> io::Result<PathBuf> {
    let mut state = running();
    let path = make()?;
    if let State::Running(watcher) = &mut *state {
        watcher.add(Ward::Folder(path.clone()));
    }
    Ok(path)
}

/// Starts a command as the first process of a new group.
///
/// # Errors Errors of `Command::spawn`.
pub fn group(command: &mut Command) -> io::Result<Child> {
    start(command.process_group(0), 'g', Ward::Group)
}

/// Runs a command in this process's group, where it can read from the terminal, and waits for its end.
///
/// # Errors Errors of `Command::spawn` and `Child::wait`.
pub fn status(command: &mut Command) -> io::Result<ExitStatus> {
    let mut child = start(command, 'p', Ward::Process)?;
    let status = child.wait();
    release(&Ward::Process(child.id()));
    status
}

/// Starts a command. The new process registers the ward of this kind with the watcher itself, before it runs the
/// command, so the watcher knows of it even if this process is killed at any moment.
fn start(command: &mut Command, kind: char, ward: fn(u32) -> Ward) -> io::Result<Child> {
    let mut state = running();
    let State::Running(watcher) = &mut *state else { return command.spawn() };
    // The command may live longer than the watcher. If it held the pipe, the watcher would wait for it.
    let pipe = Arc::downgrade(&watcher.pipe);
    let register = move || {
        let mut message = [0; 16];
        let mut rest = &mut message[..];
        write!(rest, "+{kind}{}\0", std::process::id())?;
        let unused = rest.len();
        let _ = pipe.upgrade().map(|pipe| (&*pipe).write_all(message.split_at(16 - unused).0));
        Ok(())
    };
    // SAFETY: between `fork` and `exec`, `register` only counts references and calls `getpid` and `write`. It neither
    // allocates nor locks.
    #[allow(unsafe_code)]
    unsafe {
        command.pre_exec(register);
    }
    let _ = (&*watcher.pipe).write_all(BEGIN);
    match command.spawn() {
        Ok(child) => {
            watcher.wards.insert(ward(child.id()));
            Ok(child)
        }
        Err(error) => {
            let _ = (&*watcher.pipe).write_all(UNDO);
            Err(error)
        }
    }
}

/// Returns the state after starting the watcher, if that was not tried before. A watcher that has ended is missing.
fn running() -> MutexGuard<'static, State> {
    let mut state = state();
    if let State::NotNeeded = *state {
        *state = Watcher::start().map_or(State::Missing, State::Running);
    }
    if let State::Running(watcher) = &mut *state
        && !matches!(watcher.process.try_wait(), Ok(None))
    {
        *state = State::Missing;
    }
    state
}

/// Unregisters a ward.
pub fn release(ward: &Ward) {
    if let State::Running(watcher) = &mut *state() {
        watcher.remove(ward);
    }
}

/// Ends the watcher, if it runs, and waits until it has cleaned up.
pub fn end() {
    end_in(&mut state());
}

fn end_in(state: &mut State) {
    if let State::Running(Watcher { mut process, pipe, .. }) = std::mem::replace(state, State::Missing) {
        drop(pipe);
        let _ = process.wait();
    }
}

impl Watcher {
    /// Starts the watcher in a process group of its own, so that signals from a terminal do not reach it.
    fn start() -> io::Result<Watcher> {
        let mut command = Command::new(this_program()?);
        command.arg(COMMAND).process_group(0).current_dir("/");
        let (end, pipe) = io::pipe()?;
        let process = command.stdin(end.try_clone()?).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        let caught = [SIGTERM, SIGINT, SIGHUP, SIGTSTP];
        let mut signals = Signals::new(caught.iter().filter(|signal| !is_ignored(**signal)))?;
        std::thread::spawn(move || {
            for signal in signals.forever() {
                if signal == SIGTSTP {
                    stop_for_a_while(&state());
                    continue;
                }
                // The lock is kept, so that no group or folder is made after this.
                let mut state = state();
                end_in(&mut state);
                let _ = signal_hook::low_level::emulate_default_handler(signal);
            }
        });
        Ok(Watcher { process, pipe: Arc::new(pipe), _end: end, wards: BTreeSet::new() })
    }

    // If the watcher was killed, this process continues without it. So failures to write are ignored.

    fn add(&mut self, ward: Ward) {
        let _ = (&*self.pipe).write_all(&ward.message(b'+'));
        self.wards.insert(ward);
    }

    fn remove(&mut self, ward: &Ward) {
        let _ = (&*self.pipe).write_all(&ward.message(b'-'));
        self.wards.remove(ward);
    }

    fn signal_children(&self, signal: Signal) {
        self.wards.iter().for_each(|ward| ward.signal(signal));
    }
}

/// Stops the children and this process. Returns when this process continues, and has the children continue.
fn stop_for_a_while(state: &State) {
    let signal_children = |signal| {
        if let State::Running(watcher) = state {
            watcher.signal_children(signal);
        }
    };
    signal_children(Signal::STOP);
    let _ = signal_hook::low_level::emulate_default_handler(SIGTSTP);
    signal_children(Signal::CONT);
}

/// Returns the path of the running program. On Linux, it is valid even if the file was replaced or deleted.
fn this_program() -> io::Result<PathBuf> {
    let linux = Path::new("/proc/self/exe");
    if linux.exists() { Ok(linux.to_owned()) } else { std::env::current_exe() }
}

/// Whether the signal was ignored when this process started, as with `nohup`; then it must stay ignored. Only known on
/// Linux.
fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default();
    mask >> (signal - 1) & 1 == 1
}

/// Runs the watcher: reads messages to the end of the input, then cleans up the wards that are left.
pub fn run() -> ExitCode {
    clean_up_after(io::stdin().lock());
    ExitCode::SUCCESS
}

/// Reads messages until the input ends, then cleans up all wards that were not removed.
fn clean_up_after(input: impl Read) {
    let mut wards = BTreeSet::new();
    let mut last = None;
    for message in BufReader::new(input).split(0).map_while(Result::ok) {
        match (Ward::read(&message), &message[..]) {
            (Some((b'+', ward)), _) => {
                last = Some(ward.clone());
                wards.insert(ward);
            }
            (Some((_, ward)), _) => _ = wards.remove(&ward),
            (None, b"=") => last = None,
            (None, b"~") => _ = last.take().map(|ward| wards.remove(&ward)),
            (None, _) => {}
        }
    }
    // Folders come last, because killed processes make no more files.
    wards.iter().for_each(Ward::clean_up);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_as_they_were_written() {
        for ward in
            [Ward::Group(4711), Ward::Process(12), Ward::Folder("/tmp/a b\n\u{e9}".into()), Ward::Folder("/".into())]
        {
            let message = ward.message(b'+');
            let (last, rest) = message.split_last().unwrap();
            assert_eq!((*last, Ward::read(rest)), (0, Some((b'+', ward))));
        }
        for wrong in [&b""[..], b"+", b"+g", b"+gx", b"+h1", b"+g-1", b"+p"] {
            assert_eq!(Ward::read(wrong), None);
        }
    }

    #[test]
    fn what_is_left_at_the_end_is_cleaned_up() {
        let parent = tempfile::tempdir().unwrap();
        let folders = ["left", "released"].map(|name| parent.path().join(name));
        for folder in &folders {
            fs::create_dir(folder).unwrap();
            fs::write(folder.join("file"), "").unwrap();
        }
        let mut sleeper = Command::new("sleep").arg("600").process_group(0).spawn().unwrap();
        let mut alone = Command::new("sleep").arg("600").spawn().unwrap();
        let process = Ward::Process(alone.id());
        let [left, released] = folders.clone().map(Ward::Folder);
        let group = Ward::Group(sleeper.id());
        // Of the processes that did not come to run their commands, one registered its group, and one did not.
        let unborn = Ward::Group(std::process::id()).message(b'+');
        let failed = [BEGIN, &unborn[..], UNDO, BEGIN, UNDO].concat();
        let before = [left.message(b'+'), released.message(b'+'), group.message(b'+'), process.message(b'+')].concat();
        let input = [before, failed, released.message(b'-')].concat();
        clean_up_after(&input[..]);
        assert_eq!(folders.map(|folder| folder.exists()), [false, true]);
        assert!(!sleeper.wait().unwrap().success());
        assert!(!alone.wait().unwrap().success());
    }

    #[test]
    fn the_groups_of_the_system_are_never_killed() {
        // If these groups were killed, this test would be killed, too.
        [0, 1, u32::MAX].into_iter().for_each(|id| Ward::Group(id).clean_up());
    }
}
