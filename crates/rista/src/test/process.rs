//! One run of a compiled program: its input, its output, a time limit, and how much memory it took.

use std::io::{self, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The longest pause between two looks at a running process.
const PAUSE: Duration = Duration::from_millis(5);

/// What a process left behind.
pub struct Ended {
    /// `None` when it was killed at its time limit.
    pub status: Option<ExitStatus>,
    pub stdout: Vec<u8>,
    pub stderr: String,
    pub seconds: f64,
    /// As last seen while it ran; a process that ends at once may not be seen.
    pub peak_bytes: Option<u64>,
}

/// Starts the command, feeds it the input and waits for its end, or kills it at the limit.
///
/// # Errors
/// When the process cannot be started or waited for.
pub fn run(command: &mut Command, input: &[u8], limit: Duration) -> io::Result<Ended> {
    let start = Instant::now();
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    thread::scope(|scope| {
        // A program that fails before it has read everything closes its input.
        scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(input)));
        let stdout = scope.spawn(move || read_all(stdout));
        let stderr = scope.spawn(move || read_all(stderr));
        let (status, peak_bytes) = wait(&mut child, start, limit)?;
        let seconds = start.elapsed().as_secs_f64();
        let stdout = stdout.join().unwrap_or_default();
        let stderr = String::from_utf8_lossy(&stderr.join().unwrap_or_default()).into_owned();
        Ok(Ended { status, stdout, stderr, seconds, peak_bytes })
    })
}

/// As much as can be read.
fn read_all(pipe: Option<impl Read>) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(mut pipe) = pipe {
        let _ = pipe.read_to_end(&mut bytes);
    }
    bytes
}

fn wait(child: &mut Child, start: Instant, limit: Duration) -> io::Result<(Option<ExitStatus>, Option<u64>)> {
    let mut pause = Duration::from_micros(50);
    let mut peak = None;
    loop {
        peak = peak_bytes(child.id()).or(peak);
        if let Some(status) = child.try_wait()? {
            return Ok((Some(status), peak));
        }
        if start.elapsed() >= limit {
            child.kill()?;
            child.wait()?;
            return Ok((None, peak));
        }
        thread::sleep(pause);
        pause = (pause * 2).min(PAUSE);
    }
}

/// The most memory that a running process has held; `None` where the system does not say, or when it has ended.
fn peak_bytes(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str, input: &[u8], limit: Duration) -> Ended {
        run(Command::new("sh").args(["-c", script]), input, limit).unwrap()
    }

    #[test]
    fn processes_are_fed_and_read() {
        let large = vec![b'x'; 1 << 20];
        let ended = shell("cat; echo ill >&2; exit 3", &large, Duration::from_secs(60));
        assert_eq!((ended.status.and_then(|status| status.code()), ended.stderr.as_str()), (Some(3), "ill\n"));
        assert!(ended.stdout == large);
        let ended = shell("exit 0", &large, Duration::from_secs(60));
        assert!(ended.status.is_some_and(|status| status.success()));
        assert!(run(&mut Command::new("/no/such/program"), b"", Duration::ZERO).is_err());
    }

    #[test]
    fn processes_are_killed_at_their_limit() {
        let ended = shell("exec sleep 60", b"", Duration::from_millis(200));
        assert!(ended.status.is_none() && ended.seconds < 30.0);
        assert!(!cfg!(target_os = "linux") || ended.peak_bytes.is_some_and(|bytes| bytes > 10_000));
    }
}
