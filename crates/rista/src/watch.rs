//! Cleans up when this process ends, however it ends: kills the process groups of its children and deletes its temporary folders.
//!
//! A second process, the watcher (`rista watch`), reads from a pipe which groups and folders there are. The pipe ends with
//! this process, also where that is killed and can do nothing itself. The watcher then cleans up what is left and ends.
//! It starts with the first group or folder. Signals that end a process wait for it, so that whoever has waited for
//! this process finds nothing left.

use rustix::process::{Pid, Signal, kill_process_group};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitCode, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The hidden command that runs the watcher.
pub const COMMAND: &str = "watch";

/// What the watcher cleans up.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ward {
    /// A process group, which is killed.
    Group(u32),
    /// A folder with an absolute path, which is deleted with what is in it.
    Folder(PathBuf),
}

impl Ward {
    /// A message to the watcher: whether the ward is added (`+`) or removed (`-`), its kind, and its number or path, which has no
    /// byte 0.
    fn message(&self, sign: u8) -> Vec<u8> {
        match self {
            Ward::Group(id) => [&[sign, b'g'], id.to_string().as_bytes(), &[0]].concat(),
            Ward::Folder(path) => [&[sign, b'f'], path.as_os_str().as_bytes(), &[0]].concat(),
        }
    }

    /// Reads a message without its last byte.
    fn read(message: &[u8]) -> Option<(u8, Ward)> {
        let (&[sign, kind], rest) = message.split_at_checked(2)? else { return None };
        let ward = match kind {
            b'g' => Ward::Group(str::from_utf8(rest).ok()?.parse().ok()?),
            b'f' => Ward::Folder(OsString::from_vec(rest.to_vec()).into()),
            _ => return None,
        };
        Some((sign, ward))
    }

    /// Kills the group or deletes the folder. Both may be gone already.
    pub fn clean_up(&self) {
        match self {
            Ward::Group(id) => kill_group(*id),
            Ward::Folder(path) => drop(fs::remove_dir_all(path)),
        }
    }
}

/// Kills all processes of a group.
fn kill_group(id: u32) {
    // The groups 0 and 1 have a special meaning for the system.
    let id = i32::try_from(id).ok().filter(|id| *id > 1).and_then(Pid::from_raw);
    let _ = id.map(|id| kill_process_group(id, Signal::KILL));
}

/// The running watcher.
struct Watcher {
    process: Child,
    pipe: ChildStdin,
}

/// Whether there is a watcher.
enum State {
    NotNeeded,
    Running(Watcher),
    /// It could not be started.
    Missing,
}

static STATE: Mutex<State> = Mutex::new(State::NotNeeded);

fn state() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes a group or folder and has it watched. No signal ends this process in between.
///
/// # Errors
/// Those of `make`.
pub fn guard<T>(make: impl FnOnce() -> io::Result<T>, ward: impl FnOnce(&T) -> Ward) -> io::Result<T> {
    let mut state = state();
    if let State::NotNeeded = *state {
        *state = Watcher::start().map_or(State::Missing, State::Running);
    }
    let made = make()?;
    send(&mut state, &ward(&made).message(b'+'));
    Ok(made)
}

/// The ward needs no watching any more.
pub fn release(ward: &Ward) {
    send(&mut state(), &ward.message(b'-'));
}

fn send(state: &mut State, message: &[u8]) {
    if let State::Running(watcher) = state {
        // A watcher that was killed is no reason to stop.
        let _ = watcher.pipe.write_all(message);
    }
}

/// Ends the watcher, if there is one, and waits until it has cleaned up.
pub fn end() {
    end_in(&mut state());
}

fn end_in(state: &mut State) {
    if let State::Running(Watcher { mut process, pipe }) = std::mem::replace(state, State::Missing) {
        drop(pipe);
        let _ = process.wait();
    }
}

impl Watcher {
    /// Starts the watcher in a process group of its own, so that no signal from a terminal reaches it.
    fn start() -> io::Result<Watcher> {
        let mut command = Command::new(this_program()?);
        command.arg(COMMAND).process_group(0).current_dir("/");
        let mut process = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        let pipe = process.stdin.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let mut signals = Signals::new([SIGTERM, SIGINT, SIGHUP].iter().filter(|signal| !is_ignored(**signal)))?;
        std::thread::spawn(move || {
            for signal in signals.forever() {
                // The lock stays, so that nothing new begins.
                let mut state = state();
                end_in(&mut state);
                let _ = signal_hook::low_level::emulate_default_handler(signal);
            }
        });
        Ok(Watcher { process, pipe })
    }
}

/// The program that runs. Its file may have been replaced or deleted since; Linux knows it nevertheless.
fn this_program() -> io::Result<PathBuf> {
    let linux = Path::new("/proc/self/exe");
    if linux.exists() { Ok(linux.to_owned()) } else { std::env::current_exe() }
}

/// Whether this process was started with the signal ignored, as `nohup` does; it must stay so. Linux tells.
fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default();
    mask >> (signal - 1) & 1 == 1
}

/// Runs the watcher: reads what is added and removed, and cleans up what is left at the end of the input.
pub fn run() -> ExitCode {
    clean_up_after(io::stdin().lock());
    ExitCode::SUCCESS
}

fn clean_up_after(input: impl Read) {
    let mut wards = BTreeSet::new();
    for message in BufReader::new(input).split(0).map_while(Result::ok) {
        match Ward::read(&message) {
            Some((b'+', ward)) => drop(wards.insert(ward)),
            Some((_, ward)) => drop(wards.remove(&ward)),
            None => {}
        }
    }
    // Groups come first: what is killed makes no more files.
    wards.iter().for_each(Ward::clean_up);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_as_they_were_written() {
        for ward in [Ward::Group(4711), Ward::Folder("/tmp/a b\n\u{e9}".into()), Ward::Folder("/".into())] {
            let message = ward.message(b'+');
            let (last, rest) = message.split_last().unwrap();
            assert_eq!((*last, Ward::read(rest)), (0, Some((b'+', ward))));
        }
        for wrong in [&b""[..], b"+", b"+g", b"+gx", b"+h1", b"+g-1"] {
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
        let [left, released] = folders.clone().map(Ward::Folder);
        let group = Ward::Group(sleeper.id());
        let input = [left.message(b'+'), released.message(b'+'), group.message(b'+'), released.message(b'-')].concat();
        clean_up_after(&input[..]);
        assert_eq!(folders.map(|folder| folder.exists()), [false, true]);
        assert!(!sleeper.wait().unwrap().success());
    }

    #[test]
    fn the_groups_of_the_system_are_never_killed() {
        // Were they killed, this test would end.
        [0, 1, u32::MAX].into_iter().for_each(kill_group);
    }
}
