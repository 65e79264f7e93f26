//! Reading and writing of files. Files are written atomically: first to a temporary file in the same folder, which is
//! then renamed.

use crate::load::{Failed, reason};
use crate::scratch::Scratch;
use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};

/// A written file that still has its temporary name. If dropped before `keep`, the file is deleted.
pub struct Waiting {
    path: PathBuf,
    /// Folder of the temporary file, beside the final path.
    folder: Scratch,
}

impl Waiting {
    fn written(&self) -> PathBuf {
        self.folder.path().join("file")
    }

    /// Renames the file to its final path, replacing any file there.
    pub fn keep(self) -> Result<(), Failed> {
        fs::rename(self.written(), &self.path).map_err(|error| cannot_write(&self.path, &error))
    }
}

/// Writes a file beside `path`, with the permissions of the file that it will replace; `write` writes its contents.
/// Devices and pipes cannot be replaced, so they are written at once, and `None` is returned.
pub fn prepare(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<Option<Waiting>, Failed> {
    let write_to = |file: File| {
        let mut out = BufWriter::new(file);
        write(&mut out)?;
        out.flush()
    };
    let prepared = || {
        if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
            write_to(File::create(path)?)?;
            return Ok(None);
        }
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let waiting = Waiting { folder: Scratch::within(folder(&path))?, path };
        let file = File::create(waiting.written())?;
        if let Ok(replaced) = fs::metadata(&waiting.path) {
            file.set_permissions(replaced.permissions())?;
        }
        write_to(file)?;
        Ok(Some(waiting))
    };
    prepared().map_err(|error| cannot_write(path, &error))
}

/// Copies a file atomically: after an error, `to` is unchanged.
pub fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let folder = Scratch::within(folder(to))?;
    let copied = folder.path().join("file");
    fs::copy(from, &copied)?;
    fs::rename(copied, to)
}

/// Writes all files. If one of them cannot be written, none is replaced.
pub fn write_all(files: &[(PathBuf, Vec<u8>)]) -> Result<(), Failed> {
    let prepared = files.iter().map(|(path, contents)| prepare(path, |out| out.write_all(contents)));
    keep_all(prepared.collect::<Result<_, _>>()?)
}

/// Renames all files to their final paths. Stops at the first that cannot be renamed.
pub fn keep_all(waiting: Vec<Option<Waiting>>) -> Result<(), Failed> {
    waiting.into_iter().flatten().try_for_each(Waiting::keep)
}

/// Largest size in bytes of a program or another text.
pub const MAX_TEXT_BYTES: u64 = 1 << 28;

/// Largest number of bytes read from a device. Some devices have no end (`/dev/zero`).
const MAX_DEVICE_BYTES: u64 = 1 << 26;

/// Reads all bytes of a stream.
///
/// # Errors Errors of the stream; `FileTooLarge` if it has more than `max` bytes.
pub fn read_bounded(stream: impl Read, max: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    stream.take(max.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > max {
        return Err(io::Error::new(ErrorKind::FileTooLarge, format!("there are more than {max} bytes")));
    }
    Ok(bytes)
}

/// Reads all bytes of an open file with values, which may be a pipe. A device with more than `MAX_DEVICE_BYTES` is an
/// error.
pub fn read_values(file: &File) -> io::Result<Vec<u8>> {
    if file.metadata().is_ok_and(|data| data.file_type().is_char_device()) {
        return read_bounded(file, MAX_DEVICE_BYTES);
    }
    // `File` reserves memory by the file's size, unlike `Take`.
    let (mut file, mut bytes) = (file, Vec::new());
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns standard input as a file, which may be a pipe.
pub fn standard_input() -> io::Result<File> {
    Ok(File::from(io::stdin().as_fd().try_clone_to_owned()?))
}

/// Returns the folder that contains a file.
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
