//! Tests that crates depend on each other as in the table of `docs/architecture.md`, and that each third-party
//! dependency has a reason in `docs/dependencies.md`.

use crate::pages::{code_spans, read, root};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// The names in a crate's manifest, from all tables of dependencies.
struct Manifest {
    /// The names in the table `dependencies`.
    normal: BTreeSet<String>,
    dev: BTreeSet<String>,
}

/// Returns the manifests by the names of the folders in `crates/`.
fn manifests() -> BTreeMap<String, Manifest> {
    let folders = fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap());
    let named = folders.map(|folder| (folder.file_name().into_string().unwrap(), folder.path().join("Cargo.toml")));
    named.map(|(name, path)| (name, manifest(&read(&path)))).collect()
}

fn manifest(text: &str) -> Manifest {
    let of = |section: &str| keys(text, section).into_iter().map(|(key, _)| key.replace(".workspace", "")).collect();
    Manifest { normal: of("[dependencies]"), dev: of("[dev-dependencies]") }
}

/// Returns the lines `key = value` of a section of a manifest.
fn keys(text: &str, section: &str) -> Vec<(String, String)> {
    let lines = text.lines().skip_while(|line| line.trim() != section).skip(1);
    let lines = lines.take_while(|line| !line.starts_with('[')).filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once('=').map(|(k, v)| (k.trim().to_owned(), v.trim().to_owned()))).collect()
}

/// Returns the workspace's dependencies: its own crates, as folders by name, and third-party ones.
fn workspace() -> (BTreeMap<String, String>, BTreeSet<String>) {
    let text = read(&root().join("Cargo.toml"));
    let (mut ours, mut theirs) = (BTreeMap::new(), BTreeSet::new());
    for (name, value) in keys(&text, "[workspace.dependencies]") {
        match value.split_once("path = \"crates/").and_then(|(_, rest)| rest.split_once('"')) {
            Some((folder, _)) => {
                ours.insert(name, folder.to_owned());
            }
            None => {
                theirs.insert(name);
            }
        }
    }
    (ours, theirs)
}

/// Returns the rows of the tables of a page, as cells.
fn rows(page: &str) -> Vec<Vec<String>> {
    let page = read(&root().join(page));
    let rows = page.lines().filter(|line| line.starts_with("| ") && !line.starts_with("|--"));
    rows.map(|row| row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()).collect()
}

/// Returns the table of crates: each with those it may use, in the table's order.
fn layers() -> Vec<(String, BTreeSet<String>)> {
    let cells = rows("docs/architecture.md").into_iter().filter_map(|row| {
        let name = code_spans(row.first()?).first()?.strip_prefix("crates/")?.to_owned();
        Some((name, code_spans(row.get(2)?).into_iter().collect()))
    });
    cells.collect()
}

#[test]
fn crates_depend_on_each_other_only_as_the_table_has_it() {
    let (manifests, (ours, _), layers) = (manifests(), workspace(), layers());
    let listed: Vec<&String> = layers.iter().map(|(name, _)| name).collect();
    assert_eq!(listed.iter().copied().collect::<BTreeSet<_>>(), manifests.keys().collect(), "crates and the table");
    for (at, (name, may_use)) in layers.iter().enumerate() {
        let folders = |names: &BTreeSet<String>| names.iter().filter_map(|n| ours.get(n).cloned()).collect();
        let used: BTreeSet<String> = folders(&manifests[name].normal);
        assert_eq!(&used, may_use, "what `{name}` uses, and what the table says");
        let in_tests: BTreeSet<String> = folders(&manifests[name].dev);
        let earlier = |other: &String| listed[..at].contains(&other);
        let late: Vec<&String> = used.union(&in_tests).filter(|other| !earlier(other)).collect();
        assert!(late.is_empty(), "`{name}` uses {late:?}, which stand after it");
    }
}

/// A test file that `main.rs` does not name would not run.
#[test]
fn every_test_file_is_a_module() {
    for name in manifests().keys() {
        let folder = root().join("crates").join(name).join("tests");
        let Ok(main) = fs::read_to_string(folder.join("main.rs")) else { continue };
        for entry in fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
            let is_module = entry.extension().is_some_and(|end| end == "rs") || entry.join("mod.rs").exists();
            let module = entry.file_stem().unwrap().to_string_lossy().into_owned();
            let named = module == "main" || main.contains(&format!("\nmod {module};\n"));
            assert!(named || !is_module, "crates/{name}/tests/main.rs does not name `{module}`");
        }
    }
}

#[test]
fn every_dependency_has_its_reason_and_its_users() {
    let (_, theirs) = workspace();
    let mut users: BTreeMap<String, Vec<String>> = theirs.iter().map(|name| (name.clone(), Vec::new())).collect();
    for (name, manifest) in manifests() {
        for used in manifest.normal.iter().filter(|used| theirs.contains(*used)) {
            users.entry(used.clone()).or_default().push(name.clone());
        }
        for used in manifest.dev.difference(&manifest.normal).filter(|used| theirs.contains(*used)) {
            users.entry(used.clone()).or_default().push(format!("{name} (tests)"));
        }
    }
    users.values_mut().for_each(|users| users.sort());
    let rows = rows("docs/dependencies.md").into_iter().filter(|row| row.len() == 4 && theirs.contains(&row[0]));
    let listed: BTreeMap<String, Vec<String>> = rows
        .map(|row| {
            assert!(!row[2].is_empty() && !row[3].is_empty(), "{} has a licence and a reason", row[0]);
            (row[0].clone(), row[1].split(", ").filter(|user| !user.is_empty()).map(str::to_owned).collect())
        })
        .collect();
    for (name, users) in &users {
        assert_eq!(listed.get(name), Some(users), "docs/dependencies.md on {name}, and who uses it");
    }
}
