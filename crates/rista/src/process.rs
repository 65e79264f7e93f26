//! Runs other programs: the C compiler and compiled programs.
//!
//! Each runs in a process group of its own. The group is killed at a time limit, or when this process ends (`watch`).

use crate::out;
use crate::watch::{self, Ward};
use std::io::{self, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Longest pause between two checks of a running process.
const PAUSE: Duration = Duration::from_millis(5);

/// Conditions under which a process runs.
pub struct Conditions {
    /// Time limit; `None` for no limit.
    pub limit: Option<Duration>,
    /// Destination of the process's messages on standard error.
    pub messages: Messages,
}

/// The destination of a process's standard error.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Messages {
    /// They are stored in `Ended::messages`.
    Kept,
    /// They are copied to our own standard error.
    Shown,
}

/// The result of a process that has ended.
pub struct Ended<T> {
    /// Exit status; `None` if the process was killed at its time limit.
    pub status: Option<ExitStatus>,
    /// Value that the reader of its output returned.
    pub output: T,
    pub messages: String,
}

/// Starts the command, writes the input to it and waits for its end, or kills it at the limit. Returns all of its
/// output.
///
/// # Errors If the process cannot be started or waited for.
pub fn run(command: &mut Command, input: &[u8], conditions: &Conditions) -> io::Result<Ended<Vec<u8>>> {
    let feed = |stdin: &mut dyn Write| stdin.write_all(input);
    stream(command, feed, |stdout| all_of(stdout), conditions)
}

/// Like `run`, but `feed` writes the input while `read` reads the output. Output that `read` leaves is discarded, so
/// that the process can end.
///
/// # Errors If the process cannot be started or waited for. An error of `feed` is ignored, because the process need not
/// read all of its input.
pub fn stream<T: Send>(
    command: &mut Command,
    feed: impl FnOnce(&mut dyn Write) -> io::Result<()> + Send,
    read: impl FnOnce(&mut dyn Read) -> T + Send,
    conditions: &Conditions,
) -> io::Result<Ended<T>> {
    let (mut group, pipes) = Group::start(command)?;
    let Pipes { mut stdin, mut stdout, mut stderr } = pipes;
    thread::scope(|scope| {
        scope.spawn(move || feed(&mut stdin));
        let output = scope.spawn(move || read(&mut stdout));
        let messages = scope.spawn(move || match conditions.messages {
            Messages::Kept => all_of(&mut stderr),
            Messages::Shown => show(&mut stderr),
        });
        let status = group.wait(conditions.limit)?;
        let output = output.join().map_err(|_| io::Error::other("its output could not be read"))?;
        let messages = String::from_utf8_lossy(&messages.join().unwrap_or_default()).into_owned();
        Ok(Ended { status, output, messages })
    })
}

/// A process that answers requests, one after the other.
pub struct Session<A> {
    group: Group,
    requests: ChildStdin,
    answers: Receiver<A>,
    messages: JoinHandle<Vec<u8>>,
}

/// The reaction of a session to a request, or to its start.
pub enum Reply<A> {
    Answer(A),
    TimedOut,
    /// The process has ended, or its output is not an answer.
    Ended,
}

impl<A: Send + 'static> Session<A> {
    /// Starts the command. `read` parses an answer.
    ///
    /// # Errors If the process cannot be started.
    pub fn start(
        command: &mut Command,
        mut read: impl FnMut(&mut BufReader<ChildStdout>) -> io::Result<A> + Send + 'static,
    ) -> io::Result<Session<A>> {
        let (group, pipes) = Group::start(command)?;
        let Pipes { stdin: requests, stdout, mut stderr } = pipes;
        let (sender, answers) = mpsc::channel();
        thread::spawn(move || {
            let mut stdout = BufReader::new(stdout);
            while let Ok(answer) = read(&mut stdout) {
                if sender.send(answer).is_err() {
                    break;
                }
            }
        });
        let messages = thread::spawn(move || all_of(&mut stderr));
        Ok(Session { group, requests, answers, messages })
    }

    /// Waits for an answer.
    pub fn wait(&mut self, limit: Duration) -> Reply<A> {
        match self.answers.recv_timeout(limit) {
            Ok(answer) => Reply::Answer(answer),
            Err(RecvTimeoutError::Timeout) => Reply::TimedOut,
            Err(RecvTimeoutError::Disconnected) => Reply::Ended,
        }
    }

    /// Sends a request and waits for its answer. The process reads a request after it has answered the previous one.
    pub fn ask(&mut self, request: &[u8], limit: Duration) -> Reply<A> {
        // If the process has ended, the missing answer shows it.
        let _ = self.requests.write_all(request).and_then(|()| self.requests.flush());
        self.wait(limit)
    }

    /// Returns the peak memory of the process in bytes since the last call of `forget_peak`.
    pub fn peak_bytes(&self) -> Option<u64> {
        peak_bytes(self.group.leader.id())
    }

    /// Resets the peak of the process's memory, if the system supports it.
    pub fn forget_peak(&self) {
        let _ = std::fs::write(format!("/proc/{}/clear_refs", self.group.leader.id()), "5");
    }

    /// Ends the session. A process that does not end within the limit is killed.
    ///
    /// # Errors If the process cannot be waited for.
    pub fn end(mut self, limit: Duration) -> io::Result<Ended<()>> {
        drop(self.requests);
        let status = self.group.wait(Some(limit))?;
        let messages = String::from_utf8_lossy(&self.messages.join().unwrap_or_default()).into_owned();
        Ok(Ended { status, output: (), messages })
    }
}

/// Reads to the end of the pipe, or to the first error.
fn all_of(pipe: &mut dyn Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    let _ = pipe.read_to_end(&mut bytes);
    bytes
}

/// Copies messages to standard error.
fn show(pipe: &mut dyn Read) -> Vec<u8> {
    let mut buffer = [0; 4096];
    while let Ok(count @ 1..) = pipe.read(&mut buffer) {
        out::tell_bytes(buffer.get(..count).unwrap_or_default());
    }
    Vec::new()
}

/// A process and the processes that it starts. If the value is dropped before the process has ended, all are killed.
struct Group {
    leader: Child,
    ward: Ward,
    has_ended: bool,
}

/// Standard streams of the group's first process.
struct Pipes {
    stdin: ChildStdin,
    stdout: ChildStdout,
    stderr: ChildStderr,
}

impl Group {
    /// Starts a command as the first process of a new group, under the watcher's guard.
    fn start(command: &mut Command) -> io::Result<(Group, Pipes)> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let leader = watch::group(command)?;
        let ward = Ward::Group(leader.id());
        let mut group = Group { leader, ward, has_ended: false };
        let leader = &mut group.leader;
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (leader.stdin.take(), leader.stdout.take(), leader.stderr.take())
        else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        Ok((group, Pipes { stdin, stdout, stderr }))
    }

    /// Waits for the end. At the limit, kills the group and returns `None`.
    fn wait(&mut self, limit: Option<Duration>) -> io::Result<Option<ExitStatus>> {
        let start = Instant::now();
        let mut pause = Duration::from_micros(50);
        while let Some(limit) = limit {
            if let Some(status) = self.leader.try_wait()? {
                self.has_ended = true;
                return Ok(Some(status));
            }
            if start.elapsed() >= limit {
                self.kill();
                return Ok(None);
            }
            thread::sleep(pause);
            pause = (pause * 2).min(PAUSE);
        }
        let status = self.leader.wait()?;
        self.has_ended = true;
        Ok(Some(status))
    }

    fn kill(&mut self) {
        self.ward.clean_up();
        let _ = self.leader.wait();
        self.has_ended = true;
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if !self.has_ended {
            self.kill();
        }
        watch::release(&self.ward);
    }
}

/// Returns the peak memory of a running process in bytes. `None` if the system does not report it or the process has
/// ended.
fn peak_bytes(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, input: &[u8], limit: Duration) -> Ended<Vec<u8>> {
        let conditions = Conditions { limit: Some(limit), messages: Messages::Kept };
        run(Command::new("sh").args(["-c", script]), input, &conditions).unwrap()
    }

    #[test]
    fn processes_are_fed_and_read() {
        let large = vec![b'x'; 1 << 20];
        let ended = shell("cat; echo ill >&2; exit 3", &large, Duration::from_secs(60));
        assert_eq!((ended.status.and_then(|status| status.code()), ended.messages.as_str()), (Some(3), "ill\n"));
        assert!(ended.output == large);
        let ended = shell("exit 0", &large, Duration::from_secs(60));
        assert!(ended.status.is_some_and(|status| status.success()));
        let conditions = Conditions { limit: None, messages: Messages::Kept };
        assert!(run(&mut Command::new("/no/such/program"), b"", &conditions).is_err());
    }

    #[test]
    fn sessions_answer_until_they_end() {
        use std::io::BufRead;
        let script =
            r#"while read word; do case $word in end) exit 3;; wait) sleep 600;; *) echo "not $word";; esac; done"#;
        let start = || {
            let read = |stdout: &mut BufReader<ChildStdout>| {
                let mut line = String::new();
                if stdout.read_line(&mut line)? == 0 { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(line) }
            };
            Session::start(Command::new("sh").args(["-c", script]), read).unwrap()
        };
        let (long, short) = (Duration::from_secs(60), Duration::from_millis(100));
        let code = |ended: Ended<()>| ended.status.and_then(|status| status.code());
        let mut session = start();
        for word in ["red", "green"] {
            assert!(
                matches!(session.ask(format!("{word}\n").as_bytes(), long), Reply::Answer(said) if said == format!("not {word}\n"))
            );
        }
        session.forget_peak();
        assert!(!cfg!(target_os = "linux") || session.peak_bytes().is_some_and(|bytes| bytes > 10_000));
        assert_eq!(code(session.end(long).unwrap()), Some(0));
        let mut session = start();
        assert!(matches!(session.ask(b"end\n", long), Reply::Ended));
        assert_eq!(code(session.end(long).unwrap()), Some(3));
        let mut session = start();
        assert!(matches!(session.ask(b"wait\n", short), Reply::TimedOut));
        assert_eq!(code(session.end(short).unwrap()), None);
    }

    #[test]
    fn processes_are_killed_at_their_limit_with_those_that_they_started() {
        // The second process holds the output open, for whose end `run` waits.
        let ended = shell("sleep 600 & exec sleep 600", b"", Duration::from_millis(200));
        assert!(ended.status.is_none());
    }
}
