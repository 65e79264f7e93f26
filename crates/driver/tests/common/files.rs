//! Finds the programs of the repository.

use rista_driver::Language;
use std::path::{Path, PathBuf};

/// Returns the language of the program, by its file extension.
pub fn language(path: &Path) -> Option<Language> {
    Language::from_extension(path.extension()?.to_str()?)
}

/// Returns all programs in these folders of the repository, at any depth, sorted by name.
pub fn files(folders: &[&str]) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    let mut open: Vec<PathBuf> = folders.iter().map(|folder| root.join(folder)).collect();
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if language(&path).is_some() {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}
