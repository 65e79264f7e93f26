//! Running other programs: the C compiler, and what it has compiled.
//!
//! Each runs in a process group of its own, which ends at a time limit, or with this process (`watch`).

use crate::out;
use crate::watch::{self, Ward};
use std::io::{self, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The longest pause between two looks at a running process.
const PAUSE: Duration = Duration::from_millis(5);

/// How a process is run.
pub struct Conditions {
    /// How long it may run, if not for ever.
    pub limit: Option<Duration>,
    /// Where its messages go.
    pub messages: Messages,
}

/// Where standard error of a process goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Messages {
    /// Into `Ended::messages`.
    Kept,
    /// To our own standard error, as they come.
    Shown,
}

/// What a process left behind.
pub struct Ended<T> {
    /// `None` when it was killed at its time limit.
    pub status: Option<ExitStatus>,
    /// What was made of its output.
    pub output: T,
    pub messages: String,
    pub seconds: f64,
    /// As last seen while it ran, if there is a limit; a process that ends at once may not be seen.
    pub peak_bytes: Option<u64>,
}

/// Starts the command, feeds it the input and waits for its end, or kills it at the limit. Gives all of its output.
///
/// # Errors
/// When the process cannot be started or waited for.
pub fn run(command: &mut Command, input: &[u8], conditions: &Conditions) -> io::Result<Ended<Vec<u8>>> {
    let feed = |stdin: &mut dyn Write| stdin.write_all(input);
    stream(command, feed, |stdout| all_of(stdout), conditions)
}

/// Like `run`, but `feed` writes the input and `read` reads the output, at the same time. What `read` leaves is dropped, so
/// that the process can end.
///
/// # Errors
/// When the process cannot be started or waited for. The process decides whether input that it does not read is an error.
pub fn stream<T: Send>(
    command: &mut Command,
    feed: impl FnOnce(&mut dyn Write) -> io::Result<()> + Send,
    read: impl FnOnce(&mut dyn Read) -> T + Send,
    conditions: &Conditions,
) -> io::Result<Ended<T>> {
    let start = Instant::now();
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut group = Group::spawn(command)?;
    let (stdin, stdout, stderr) = (group.leader.stdin.take(), group.leader.stdout.take(), group.leader.stderr.take());
    let (Some(mut stdin), Some(mut stdout), Some(mut stderr)) = (stdin, stdout, stderr) else {
        return Err(io::ErrorKind::BrokenPipe.into());
    };
    thread::scope(|scope| {
        scope.spawn(move || feed(&mut stdin));
        let output = scope.spawn(move || read(&mut stdout));
        let messages = scope.spawn(move || match conditions.messages {
            Messages::Kept => all_of(&mut stderr),
            Messages::Shown => show(&mut stderr),
        });
        let (status, peak_bytes) = group.wait(start, conditions.limit)?;
        let seconds = start.elapsed().as_secs_f64();
        let output = output.join().map_err(|_| io::Error::other("its output could not be read"))?;
        let messages = String::from_utf8_lossy(&messages.join().unwrap_or_default()).into_owned();
        Ok(Ended { status, output, messages, seconds, peak_bytes })
    })
}

/// As much as can be read.
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

/// A process and those that it starts. They are killed where the value is dropped before the process has ended.
struct Group {
    leader: Child,
    ward: Ward,
    has_ended: bool,
}

impl Group {
    fn spawn(command: &mut Command) -> io::Result<Group> {
        let leader = watch::guard(|| command.process_group(0).spawn(), |child| Ward::Group(child.id()))?;
        let ward = Ward::Group(leader.id());
        Ok(Group { leader, ward, has_ended: false })
    }

    /// Waits for the end, or kills the group at the limit. Where there is a limit, also gives the most memory that the process
    /// was seen to hold.
    fn wait(&mut self, start: Instant, limit: Option<Duration>) -> io::Result<(Option<ExitStatus>, Option<u64>)> {
        let Some(limit) = limit else {
            let status = self.leader.wait()?;
            self.has_ended = true;
            return Ok((Some(status), None));
        };
        let mut pause = Duration::from_micros(50);
        let mut peak = None;
        loop {
            peak = peak_bytes(self.leader.id()).or(peak);
            if let Some(status) = self.leader.try_wait()? {
                self.has_ended = true;
                return Ok((Some(status), peak));
            }
            if start.elapsed() >= limit {
                self.kill();
                return Ok((None, peak));
            }
            thread::sleep(pause);
            pause = (pause * 2).min(PAUSE);
        }
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

/// The most memory that a running process has held; `None` where the system does not say, or when it has ended.
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
    fn processes_are_killed_at_their_limit_with_those_that_they_started() {
        // The second holds the output, which is waited for.
        let ended = shell("sleep 600 & exec sleep 600", b"", Duration::from_millis(200));
        assert!(ended.status.is_none() && ended.seconds < 30.0);
        assert!(!cfg!(target_os = "linux") || ended.peak_bytes.is_some_and(|bytes| bytes > 10_000));
    }
}
