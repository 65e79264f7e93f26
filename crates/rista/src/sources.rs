//! Finds the source files that paths on the command line name.

use crate::load::reason;
use driver::Language;
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the named files, and all source files in the named folders and their subfolders. They are sorted by name,
/// without a leading `./`. Symbolic links to folders are not followed.
///
/// # Errors A path that does not exist, or a file that is not in a known language.
pub fn find(paths: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    for path in paths {
        let about =
            fs::metadata(path).map_err(|error| format!("cannot read {}: {}", path.display(), reason(&error)))?;
        if about.is_dir() {
            find_below(path, &mut files)?;
        } else if is_source(path) {
            files.push(path.clone());
        } else {
            return Err(format!("{} is not a {} file", path.display(), Language::extensions()));
        }
    }
    files.sort();
    files.dedup();
    Ok(files)
}

/// Adds all source files in the folder and below it.
fn find_below(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let error = |error| format!("cannot read {}: {}", folder.display(), reason(&error));
        for item in fs::read_dir(&folder).map_err(error)? {
            let item = item.map_err(error)?;
            let path = item.path();
            if item.file_type().map_err(error)?.is_dir() {
                folders.push(path);
            } else if is_source(&path) && path.is_file() {
                files.push(path.strip_prefix(".").map(Path::to_owned).unwrap_or(path));
            }
        }
    }
    Ok(())
}

fn is_source(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.and_then(Language::from_extension).is_some()
}
