//! Builds the stand-in libraries for the tests of several crates. Their sources are compiled once, by whichever test is
//! first.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns the folder of the stand-in libraries, built again if their sources have changed. Tests in other processes
/// wait during a build.
pub fn libraries() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("stand-in");
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let lock = File::create(folder.join("lock")).expect("the lock can be made");
    lock.lock().expect("the lock can be taken");
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../back/tests/cuda");
    let changed = |path: &Path| path.metadata().and_then(|data| data.modified()).ok();
    let files = std::fs::read_dir(&sources).expect("the sources can be listed").flatten();
    let newest = files.filter_map(|entry| changed(&entry.path())).max();
    // The last file that the script writes.
    if changed(&folder.join("functions.h")) < newest {
        let output = Command::new(sources.join("build.sh")).arg(&folder).output().expect("the script runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    folder
}
