//! Imported files.

use base::{Diagnostic, SourceMap};
use front_futhark::ast::File;
use front_futhark::imports::*;
use syntax::files::{Place, Tree};

#[test]
fn paths_are_relative_to_the_importing_file() {
    let cases = [
        ("main.fut", "lib/a", "lib/a.fut"),
        ("lib/a.fut", "b", "lib/b.fut"),
        ("lib/a.fut", "../main", "main.fut"),
        ("lib/a.fut", "./b", "lib/b.fut"),
        ("lib/a.fut", "../../up", "../up.fut"),
        ("../a.fut", "../b", "../../b.fut"),
        ("/home/a.fut", "b", "/home/b.fut"),
        ("/a.fut", "b", "/b.fut"),
        ("a.fut", "/home/b", "/home/b.fut"),
    ];
    for (importing, import, expected) in cases {
        let places = File::places(importing, import, &[]);
        assert_eq!(places, Ok(vec![Place::File(expected.to_owned())]), "{importing} imports {import}");
    }
    assert_eq!(normal("./a//b/../c.fut"), "a/c.fut");
}

/// Returns the names of the files in order, or the errors.
fn load_from(files: &[(&str, &str)]) -> Result<Vec<String>, Vec<String>> {
    let mut sources = SourceMap::default();
    let root = sources.add(files[0].0, files[0].1);
    let mut read = |path: &str| {
        let found = files.iter().find(|(name, _)| *name == path);
        found.map(|(_, text)| text.to_string()).ok_or_else(|| format!("cannot read {path}: there is no such file"))
    };
    match load::<File>(&mut sources, root, &mut read) {
        Ok(program) => Ok(program.files.iter().map(|(file, _)| sources.file(*file).name.clone()).collect()),
        Err(errors) => {
            let shown = |error: Diagnostic| {
                let labels: Vec<String> = error.labels.iter().map(|label| label.text.clone()).collect();
                format!("{} {}", error.code, labels.join("; "))
            };
            Err(errors.into_iter().map(shown).collect())
        }
    }
}

#[test]
fn files_come_once_and_after_those_that_they_import() {
    let files = [
        ("main.fut", "import \"a\" module b = import \"lib/b\" open import \"a\" local import \"./lib/../a\""),
        ("a.fut", "module c = (\\(P: {}) -> import \"lib/c\") {}"),
        ("lib/b.fut", "module m = { open import \"c\" }"),
        ("lib/c.fut", "def x = 1"),
    ];
    let expected = ["lib/c.fut", "a.fut", "lib/b.fut", "main.fut"].map(str::to_owned).to_vec();
    assert_eq!(load_from(&files), Ok(expected));
}

#[test]
fn circles_and_missing_files_are_all_reported() {
    let files = [
        ("main.fut", "import \"a\" import \"none\" import \"b\""),
        ("a.fut", "import \"b\" def ="),
        ("b.fut", "import \"c\""),
        ("c.fut", "import \"a\" import \"c\""),
    ];
    let errors = load_from(&files).unwrap_err();
    let circle = "E0207 c.fut imports a.fut; a.fut imports b.fut; b.fut imports c.fut";
    assert!(errors[0].starts_with("E010"), "{errors:?}");
    let rest = [circle, "E0207 c.fut imports c.fut", "E0206 cannot read none.fut: there is no such file"];
    assert_eq!(errors[1..], rest);
}

#[test]
fn programs_have_a_bounded_number_of_files() {
    let mut sources = SourceMap::default();
    let root = sources.add("0.fut", "import \"1\"");
    let mut read = |path: &str| {
        let at: usize = path.trim_end_matches(".fut").parse().unwrap();
        Ok(format!("import \"{}\"", at + 1))
    };
    let errors = load::<File>(&mut sources, root, &mut read).err().unwrap();
    assert_eq!(errors.len(), 1);
    assert_eq!(errors[0].headline, "a program with more than 10000 files");
}
