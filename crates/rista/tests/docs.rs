//! Tests of the book: paths and names in its pages exist, every page is in the contents, and links have targets.

use crate::pages::{code_spans, pages, prose, read, root, shown};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders of the repository; a code span that starts with one is a path.
const FOLDERS: &[&str] = &["crates/", "docs/", "tests/", "examples/", "bench/"];

/// The requirements of the five papers and of the Futhark language: their letters and numbers.
const REQUIREMENTS: &[(char, usize)] = &[('A', 14), ('D', 12), ('F', 100), ('M', 9), ('N', 9), ('S', 8)];

#[test]
fn paths_and_crates_exist() {
    let crates = crate_names();
    let mut problems = Vec::new();
    for path in pages() {
        for span in code_spans(&prose(&read(&path))) {
            let is_path = FOLDERS.iter().any(|folder| span.starts_with(folder)) && !span.contains(['*', ' ']);
            let is_crate = span.starts_with("rista-") && !span.contains(' ');
            if is_path && !root().join(&span).exists() || is_crate && !crates.contains(&span) {
                problems.push(format!("{}: {span}", shown(&path)));
            }
        }
    }
    assert!(problems.is_empty(), "these do not exist:\n{}", problems.join("\n"));
}

/// Returns the names of the workspace's packages.
fn crate_names() -> BTreeSet<String> {
    let crates = fs::read_dir(root().join("crates")).unwrap();
    let manifests = crates.map(|entry| read(&entry.unwrap().path().join("Cargo.toml")));
    manifests
        .filter_map(|text| text.lines().find_map(|line| line.strip_prefix("name = ")).map(|name| name.replace('"', "")))
        .collect()
}

#[test]
fn every_page_is_in_the_contents() {
    let summary = read(&root().join("docs/SUMMARY.md"));
    let listed: BTreeSet<String> = links(&summary).into_iter().collect();
    let book: Vec<String> =
        pages().iter().filter_map(|page| shown(page).strip_prefix("docs/").map(str::to_owned)).collect();
    let missing: Vec<&String> = book.iter().filter(|page| *page != "SUMMARY.md" && !listed.contains(*page)).collect();
    assert!(missing.is_empty(), "docs/SUMMARY.md lacks {missing:?}");
    let messages = read(&root().join("docs/reference/messages.md"));
    let untold: Vec<&String> =
        book.iter().filter(|page| page.starts_with("errors/") && !messages.contains(page.as_str())).collect();
    assert!(untold.is_empty(), "docs/reference/messages.md lacks {untold:?}");
    let plans: Vec<&String> = listed.iter().filter(|page| page.starts_with("notes/")).collect();
    assert!(plans.is_empty(), "plans are no part of the book: {plans:?}");
}

#[test]
fn links_resolve() {
    let mut problems = Vec::new();
    for page in pages() {
        let text = prose(&read(&page));
        for link in links(&text).into_iter().filter(|link| !link.contains("://")) {
            if !resolves(&page, &link) {
                problems.push(format!("{}: {link}", shown(&page)));
            }
        }
    }
    assert!(problems.is_empty(), "these links lead nowhere:\n{}", problems.join("\n"));
}

/// Returns the targets of the links of a text, `](target)`, also if the words before contain line breaks.
fn links(text: &str) -> Vec<String> {
    let ends = text.split("](").skip(1);
    ends.filter_map(|rest| rest.split_once(')').map(|(target, _)| target.to_owned())).collect()
}

/// Whether the file, and the heading if one is named, exists.
fn resolves(page: &Path, link: &str) -> bool {
    let (file, heading) = link.split_once('#').map_or((link, None), |(file, heading)| (file, Some(heading)));
    let target: PathBuf = if file.is_empty() { page.to_owned() } else { page.parent().unwrap().join(file) };
    let has = |heading: &str| headings(&read(&target)).contains(heading);
    target.exists() && heading.is_none_or(has)
}

/// Returns the names of a page's headings in links: letters and digits, with `-` for blanks.
fn headings(page: &str) -> BTreeSet<String> {
    let text = prose(page);
    let headings = text.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    let letter = |c: char| match c {
        ' ' => Some('-'),
        c if c.is_alphanumeric() || "-_".contains(c) => Some(c.to_ascii_lowercase()),
        _ => None,
    };
    headings.map(|heading| heading.chars().filter_map(letter).collect()).collect()
}

#[test]
fn every_requirement_has_a_row_and_what_is_done_has_tests() {
    let page = read(&root().join("docs/conformance.md"));
    let rows: Vec<Vec<&str>> = page
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| id"))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    let ids: Vec<String> =
        REQUIREMENTS.iter().flat_map(|&(letter, count)| (1..=count).map(move |n| format!("{letter}{n}"))).collect();
    for id in &ids {
        let found: Vec<_> = rows.iter().filter(|row| row.first() == Some(&id.as_str())).collect();
        let [row] = found[..] else { panic!("{id} has {} rows", found.len()) };
        let begun = row.get(2).is_some_and(|state| *state != "not yet");
        let tests = row.get(4).copied().unwrap_or_default();
        assert!(!begun || code_spans(tests).iter().any(|span| root().join(span).exists()), "{id} names no tests");
    }
}

#[test]
fn every_invariant_names_its_test() {
    let page = read(&root().join("docs/architecture.md"));
    let section = page.split("## Invariants").nth(1).and_then(|rest| rest.split("\n## ").next()).unwrap();
    let items: Vec<String> = section.split("\n\n").flat_map(items).collect();
    assert!(items.len() >= 6, "there are {} invariants", items.len());
    for (at, item) in items.iter().enumerate() {
        assert!(item.starts_with(&format!("{}. ", at + 1)), "number {}: {item}", at + 1);
        let spans = code_spans(item);
        let files: Vec<String> =
            spans.iter().filter(|span| span.ends_with(".rs")).map(|file| read(&root().join(file))).collect();
        let names: Vec<&String> = spans.iter().filter(|span| is_test_name(span)).collect();
        assert!(!files.is_empty() && !names.is_empty(), "an invariant names its test and the file: {item}");
        for name in names {
            let defined = format!("fn {name}()");
            assert!(files.iter().any(|file| file.contains(&defined)), "there is no test {name}: {item}");
        }
    }
}

/// Returns the items of a numbered list.
fn items(list: &str) -> Vec<String> {
    let mut items: Vec<String> = Vec::new();
    for line in list.lines() {
        if line.starts_with(|c: char| c.is_ascii_digit()) {
            items.push(line.to_owned());
        } else if let Some(last) = items.last_mut() {
            *last = format!("{last} {}", line.trim());
        }
    }
    items
}

/// Whether a code span is the name of a test: at least three words in lower case with `_` between.
fn is_test_name(span: &str) -> bool {
    span.matches('_').count() >= 2 && span.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}
