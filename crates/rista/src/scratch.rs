//! Temporary folders, in the system's folder for temporary files or beside a file that is to be written.
//!
//! A folder is deleted when its value is dropped, or by the watcher if this process ends earlier (`watch`). If both
//! were killed, the folder is deleted when the next one is made in the same place. Each process holds locks on its
//! folders. A lock ends with its process, so an unlocked folder is unused.

use crate::files::cannot_write;
use crate::load::Failed;
use crate::watch::{self, Ward};
use rustix::process::geteuid;
use std::collections::BTreeSet;
use std::fs::{self, DirEntry, File, TryLockError};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Prefix of the names of temporary folders.
const PREFIX: &str = ".rista-temporary-";

/// A temporary folder.
#[derive(Debug)]
pub struct Scratch {
    /// Absolute path.
    path: PathBuf,
    /// Lock on the folder, held as long as the folder is in use.
    _lock: File,
}

impl Scratch {
    /// Creates a folder in the system's folder for temporary files, which `TMPDIR` can name.
    ///
    /// # Errors A message if no folder can be created.
    pub fn new() -> Result<Scratch, Failed> {
        let parent = std::env::temp_dir();
        Scratch::within(&parent).map_err(|error| cannot_write(&parent, &error))
    }

    /// Creates a folder inside `parent`, after deleting folders that dead processes have left there.
    pub fn within(parent: &Path) -> io::Result<Scratch> {
        let parent = std::path::absolute(parent)?;
        sweep_once(&parent);
        loop {
            let make = || {
                let folder = tempfile::Builder::new().prefix(PREFIX).rand_bytes(8).tempdir_in(&parent)?;
                Ok(folder.keep())
            };
            let path = watch::folder(make)?;
            if let Some(lock) = lock(&path)? {
                return Ok(Scratch { path, _lock: lock });
            }
        }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let ward = Ward::Folder(self.path.clone());
        ward.clean_up();
        watch::release(&ward);
    }
}

/// Locks a new folder. `None` if another process has locked it first, to delete it as unused. If the file system has no
/// locks, no process deletes such folders.
fn lock(path: &Path) -> io::Result<Option<File>> {
    let Ok(folder) = File::open(path) else { return Ok(None) };
    if let Err(TryLockError::WouldBlock) = folder.try_lock() {
        return Ok(None);
    }
    let locked = folder.metadata()?.ino();
    Ok(fs::metadata(path).is_ok_and(|found| found.ino() == locked).then_some(folder))
}

/// Deletes unused folders in `parent`, once in the lifetime of this process.
fn sweep_once(parent: &Path) {
    static SWEPT: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    if SWEPT.lock().unwrap_or_else(PoisonError::into_inner).insert(parent.to_owned()) {
        sweep(parent);
    }
}

fn sweep(parent: &Path) {
    let Ok(entries) = fs::read_dir(parent) else { return };
    for entry in entries.flatten().filter(is_ours) {
        let path = entry.path();
        let Ok(folder) = File::open(&path) else { continue };
        if folder.try_lock().is_ok() {
            Ward::Folder(path).clean_up();
        }
    }
}

/// Whether an entry of a folder is a temporary folder that this user made.
fn is_ours(entry: &DirEntry) -> bool {
    let is_named_so = entry.file_name().as_encoded_bytes().starts_with(PREFIX.as_bytes());
    // The metadata are those of the entry itself: symbolic links are not followed.
    is_named_so && entry.metadata().is_ok_and(|data| data.is_dir() && data.uid() == geteuid().as_raw())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_that_nobody_uses_are_swept() {
        let parent = tempfile::tempdir().unwrap();
        let used = Scratch::within(parent.path()).unwrap();
        let at = |name: &str| parent.path().join(name);
        let left = at(&format!("{PREFIX}12345678"));
        let others = [at("rista-temporary-1"), at(".rista"), at("link")];
        for folder in [&left, &others[0], &others[1]] {
            fs::create_dir(folder).unwrap();
            fs::write(folder.join("file"), "").unwrap();
        }
        std::os::unix::fs::symlink(&others[0], &others[2]).unwrap();
        std::os::unix::fs::symlink(&others[0], at(&format!("{PREFIX}87654321"))).unwrap();
        sweep(parent.path());
        assert!(!left.exists() && used.path().exists());
        assert!(others.iter().all(|folder| folder.join("file").exists() || folder.is_symlink()));
        drop(used);
        assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 4);
    }
}
