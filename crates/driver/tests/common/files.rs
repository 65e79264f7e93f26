//! The programs of the project.

use rista_driver::Language;
use std::path::{Path, PathBuf};

/// The language of the program, by the end of its name.
pub fn language(path: &Path) -> Option<Language> {
    Language::from_extension(path.extension()?.to_str()?)
}

/// All programs in these folders of the project, at any depth, in the order of their names.
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
