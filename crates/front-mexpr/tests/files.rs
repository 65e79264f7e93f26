//! Tests of programs in several files.

use base::{Diagnostic, Error, SourceMap};
use front_mexpr::{Options, Root, compile, library};

/// Returns the names of the files that are read, and the errors of a program: for each the place of its first label,
/// the headline, and the other labels.
fn read(files: &[(&str, &str)]) -> (Vec<String>, Vec<String>) {
    let mut sources = SourceMap::default();
    let root = sources.add(files[0].0, files[0].1);
    let mut read = |path: &str| {
        let found = files.iter().find(|(name, _)| *name == path);
        found.map(|(_, text)| (*text).to_owned()).ok_or_else(|| format!("there is no file {path}"))
    };
    let roots = vec![Root { name: "lib".to_owned(), folder: "other/lib".to_owned() }];
    let errors = match compile(&mut sources, root, &Options { roots, ..Options::default() }, &mut read, &|_, _, _| None)
    {
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
    assert_eq!(names, ["src/main.mc", "src/lib/a.mc", "src/b.mc", "builtins.mc", "externals.mc"]);
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

#[test]
fn files_of_the_library_and_of_roots_are_found() {
    let (names, errors) = read(&[
        (
            "src/main.mc",
            "include \"option.mc\" include \"stdlib::bool.mc\" include \"lib::a.mc\" mexpr and (optionIsSome b) (not true)",
        ),
        ("other/lib/a.mc", "include \"b.mc\" include \"./option.mc\""),
        ("other/lib/b.mc", "include \"basic-types.mc\" let b = Some true"),
        ("other/lib/option.mc", "let a = 1"),
    ]);
    let loaded = [
        "src/main.mc",
        "stdlib::option.mc",
        "stdlib::basic-types.mc",
        "stdlib::bool.mc",
        "other/lib/a.mc",
        "other/lib/b.mc",
        "other/lib/option.mc",
        "builtins.mc",
        "externals.mc",
    ];
    assert_eq!(names, loaded);
    assert_eq!(errors, [""; 0]);
}

#[test]
fn a_path_of_two_files_and_unknown_roots_are_errors() {
    let (_, errors) = read(&[
        ("a/main.mc", "include \"option.mc\"\ninclude \"no::a.mc\"\ninclude \"stdlib::no.mc\"\ninclude \"./bool.mc\""),
        ("a/option.mc", ""),
    ]);
    assert_eq!(
        errors,
        [
            "a/main.mc:1:1-19: E0208: the path is that of two files: both a/option.mc and stdlib::option.mc exist",
            "a/main.mc:2:1-18: E0206: the included file cannot be read: there is no folder for `no`, as in MCORE_LIBS=no=folder",
            "a/main.mc:3:1-23: E0206: the included file cannot be read: the library has no file no.mc",
            "a/main.mc:4:1-19: E0206: the included file cannot be read: there is no file a/bool.mc",
        ]
    );
}

/// Everything in the library has the layout of the formatter, and each of its files can be checked alone and whole.
#[test]
fn the_library_is_correct_and_formatted() {
    for (path, text) in library::FILES {
        let mut sources = SourceMap::default();
        let file = sources.add(*path, *text);
        let formatted = front_mexpr::format::format(file, text).expect("it can be parsed");
        assert!(formatted == *text, "{path}: the formatter writes\n{formatted}");
        let program = syntax::files::load(&mut sources, file, &mut syntax::files::no_other_files);
        let checked = front_mexpr::check::check(&mut sources, &program.expect("its files exist"));
        if let Err(Error::User(errors)) = checked {
            let shown: Vec<_> = errors
                .iter()
                .map(|d| (sources.place(d.labels[0].span).unwrap_or_default(), &d.headline, &d.labels))
                .collect();
            panic!("{path}: {shown:#?}");
        }
    }
}

/// Each function of the library occurs in a program of `tests/mexpr/library`, whose unit tests run on every target, or
/// another function of the library uses it.
#[test]
fn the_library_is_tested() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/mexpr/library");
    let tests = std::fs::read_dir(folder).unwrap().map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap());
    let tests: Vec<String> = tests.collect();
    let count =
        |text: &str, name: &str| text.split(|c: char| !c.is_alphanumeric()).filter(|word| *word == name).count();
    let is_used = |name: &str| {
        let in_library: usize = library::FILES.iter().map(|(_, text)| count(text, name)).sum();
        in_library > 1 || tests.iter().any(|text| count(text, name) > 0)
    };
    for (path, text) in library::FILES.iter().filter(|(path, _)| *path != "utest.mc") {
        let tree = front_mexpr::parse(base::FileId(0), text).0;
        for top in tree.tops {
            let names = match &top.decl {
                front_mexpr::ast::Decl::Let(bind) => vec![bind.name.name],
                front_mexpr::ast::Decl::Recursive(binds) => binds.iter().map(|bind| bind.name.name).collect(),
                _ => Vec::new(),
            };
            for name in names {
                assert!(is_used(name.as_str()), "{path}: no test uses `{name}`");
            }
        }
    }
}

#[test]
fn only_what_a_program_reaches_of_the_library_is_compiled() {
    let mut sources = SourceMap::default();
    let root = sources.add(
        "main.mc",
        "include \"option.mc\" include \"bool.mc\" mexpr optionIsSome (optionOr (Some true) (None ()))",
    );
    let read = &mut syntax::files::no_other_files;
    let program = compile(&mut sources, root, &Options::default(), read, &|_, _, _| None).expect("it is right");
    let names: Vec<String> = program.defs.iter().map(|(_, def)| def.name.to_string()).collect();
    assert_eq!(names, ["optionIsSome", "optionOr", "main"]);
    assert_eq!(program.datas.iter().count(), 1);
}
