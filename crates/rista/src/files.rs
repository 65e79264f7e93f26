//! Writing files so that they are there either whole or not at all: in a temporary file of the same folder first, which
//! then takes the name.

use crate::load::{Failed, reason};
use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// A file that is written and waits for its name; dropped before, it vanishes.
pub struct Waiting {
    path: PathBuf,
    file: NamedTempFile,
}

impl Waiting {
    /// Gives the file its name, over any file that has it.
    pub fn keep(self) -> Result<(), Failed> {
        self.file.persist(&self.path).map(drop).map_err(|error| cannot_write(&self.path, &error.error))
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
        let permissions = Permissions::from_mode(0o666);
        let mut file =
            tempfile::Builder::new().prefix(".rista-").permissions(permissions).tempfile_in(folder(&path))?;
        if let Ok(replaced) = fs::metadata(&path) {
            file.as_file().set_permissions(replaced.permissions())?;
        }
        file.write_all(contents)?;
        Ok(Some(Waiting { path, file }))
    };
    prepared().map_err(|error| cannot_write(path, &error))
}

/// Writes all files, or none of them.
pub fn write_all(files: &[(PathBuf, Vec<u8>)]) -> Result<(), Failed> {
    let waiting: Vec<Option<Waiting>> =
        files.iter().map(|(path, contents)| prepare(path, contents)).collect::<Result<_, _>>()?;
    waiting.into_iter().flatten().try_for_each(Waiting::keep)
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
