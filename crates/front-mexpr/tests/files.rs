//! Tests of programs in several files.

use base::{Diagnostic, Error, SourceMap};
use front_mexpr::compile;

/// Returns the names of the files that are read, and the errors of a program: for each the place of its first label,
/// the headline, and the other labels.
fn read(files: &[(&str, &str)]) -> (Vec<String>, Vec<String>) {
    let mut sources = SourceMap::default();
    let root = sources.add(files[0].0, files[0].1);
    let mut read = |path: &str| {
        let found = files.iter().find(|(name, _)| *name == path);
        found.map(|(_, text)| (*text).to_owned()).ok_or_else(|| format!("there is no file {path}"))
    };
    let errors = match compile(&mut sources, root, &mut read) {
        Ok(_) => Vec::new(),
        Err(Error::User(errors)) => errors,
        Err(other) => panic!("{other:?}"),
    };
    let show = |d: &Diagnostic| {
        let place = sources.place(d.labels[0].span).unwrap_or_default();
        let labels: Vec<&str> = d.labels.iter().map(|label| label.text.as_str()).collect();
        format!("{place}: {}: {}: {}", d.code, d.headline, labels.join("; "))
    };
    (sources.files().map(|(_, file)| file.name.clone()).collect(), errors.iter().map(show).collect())
}

#[test]
fn each_file_is_read_once() {
    let (names, errors) = read(&[
        ("src/main.mc", "include \"lib/a.mc\" include \"b.mc\" include \"./b.mc\" mexpr ()"),
        ("src/lib/a.mc", "include \"../b.mc\" let a = 1"),
        ("src/b.mc", "let b = 1"),
    ]);
    assert_eq!(names, ["src/main.mc", "src/lib/a.mc", "src/b.mc", "builtins.mc"]);
    assert_eq!(errors, [""; 0]);
}

#[test]
fn files_that_cannot_be_read_and_errors_in_others() {
    let (_, errors) = read(&[("main.mc", "include \"a.mc\"\ninclude \"c.mc\""), ("a.mc", "let x =")]);
    assert_eq!(
        errors,
        [
            "a.mc:1:8-8: E0102: unexpected end of the file: expected an expression",
            "main.mc:2:1-14: E0206: the included file cannot be read: there is no file c.mc",
        ]
    );
}

#[test]
fn cycles_are_errors() {
    let (_, errors) = read(&[("a.mc", "include \"b.mc\""), ("b.mc", "include \"a.mc\"")]);
    assert_eq!(
        errors,
        ["b.mc:1:1-14: E0207: files include each other in a cycle: b.mc includes a.mc; a.mc includes b.mc"]
    );
}
