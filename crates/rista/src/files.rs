//! Writing files so that they are there either whole or not at all: in a temporary file of the same folder first, which
//! then takes the name.

use crate::load::{Failed, reason};
use crate::scratch::Scratch;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};

/// A file that is written and waits for its name; dropped before, it vanishes.
pub struct Waiting {
    path: PathBuf,
    /// Where it is written, beside its place.
    folder: Scratch,
}

impl Waiting {
    fn written(&self) -> PathBuf {
        self.folder.path().join("file")
    }

    /// Gives the file its name, over any file that has it.
    pub fn keep(self) -> Result<(), Failed> {
        fs::rename(self.written(), &self.path).map_err(|error| cannot_write(&self.path, &error))
    }
}

/// Writes a file beside `path`, with the permissions of the one whose place it takes. Devices and pipes are written to
/// at once, as nothing can take their place.
pub fn prepare(path: &Path, contents: &[u8]) -> Result<Option<Waiting>, Failed> {
    let prepared = || {
        if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
            File::create(path)?.write_all(contents)?;
            return Ok(None);
        }
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let waiting = Waiting { folder: Scratch::within(folder(&path))?, path };
        let mut file = File::create(waiting.written())?;
        if let Ok(replaced) = fs::metadata(&waiting.path) {
            file.set_permissions(replaced.permissions())?;
        }
        file.write_all(contents)?;
        Ok(Some(waiting))
    };
    prepared().map_err(|error| cannot_write(path, &error))
}

/// Copies a program. `to` is there whole or, after an error, as it was.
pub fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let folder = Scratch::within(folder(to))?;
    let copied = folder.path().join("file");
    fs::copy(from, &copied)?;
    fs::rename(copied, to)
}

/// Writes all files, or none of them.
pub fn write_all(files: &[(PathBuf, Vec<u8>)]) -> Result<(), Failed> {
    let waiting: Vec<Option<Waiting>> =
        files.iter().map(|(path, contents)| prepare(path, contents)).collect::<Result<_, _>>()?;
    waiting.into_iter().flatten().try_for_each(Waiting::keep)
}

/// The most bytes of a program or of another text.
pub const MAX_TEXT_BYTES: u64 = 1 << 28;

/// The most bytes that are read from a device, as some have no end (`/dev/zero`).
const MAX_DEVICE_BYTES: u64 = 1 << 26;

/// Reads all bytes of a stream.
///
/// # Errors
/// Those of the stream; `FileTooLarge` if it has more than `max` bytes, of which one more is read.
pub fn read_bounded(stream: impl Read, max: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    stream.take(max.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > max {
        return Err(io::Error::new(ErrorKind::FileTooLarge, format!("there are more than {max} bytes")));
    }
    Ok(bytes)
}

/// Reads all bytes of values from an open file, which may be a pipe. Of devices there is a bound.
pub fn read_values(file: &File) -> io::Result<Vec<u8>> {
    if file.metadata().is_ok_and(|data| data.file_type().is_char_device()) {
        return read_bounded(file, MAX_DEVICE_BYTES);
    }
    // The file tells how much room it needs.
    let (mut file, mut bytes) = (file, Vec::new());
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads all values on standard input.
pub fn read_standard_input() -> io::Result<Vec<u8>> {
    read_values(&File::from(io::stdin().as_fd().try_clone_to_owned()?))
}

/// The folder that a file is in.
pub fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

pub fn cannot_write(path: &Path, error: &io::Error) -> Failed {
    let reason = match error.kind() {
        io::ErrorKind::NotFound => "there is no such folder".into(),
        _ => reason(error),
    };
    Failed::Message(format!("cannot write {}: {reason}", path.display()))
}
