//! The programs of the project.

use std::path::{Path, PathBuf};

/// All Futhark programs in these folders of the project, at any depth, in the order of their names.
pub fn files(folders: &[&str]) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    let mut open: Vec<PathBuf> = folders.iter().map(|folder| root.join(folder)).collect();
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "fut") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}
