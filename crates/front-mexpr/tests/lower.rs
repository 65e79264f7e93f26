//! Tests of the lowering: what compiles is verified, and nothing panics.

use crate::common::{Random, on_large_stack};
use base::{Error, FileId, SourceMap};
use front_mexpr::lexer::lex;
use front_mexpr::{Options, compile};
use syntax::files::no_other_files;

/// Whether the program compiles.
fn compiles(text: &str) -> bool {
    codes(text).is_empty()
}

/// Returns the codes of the program's errors. Each must have a place in the program.
fn codes(text: &str) -> Vec<&'static str> {
    let mut sources = SourceMap::default();
    let file = sources.add("main.mc", text);
    let errors = match compile(&mut sources, file, &Options::default(), &mut no_other_files, &|_, _, _| None) {
        Ok(program) => {
            assert_eq!(core_ir::verify::problems(&program), Vec::<String>::new(), "{text}");
            return Vec::new();
        }
        Err(Error::User(errors)) => errors,
        Err(Error::Limitation(limitation)) => vec![*limitation],
        Err(Error::Bug(bug)) => panic!("{bug}: {text}"),
    };
    for error in &errors {
        assert!(error.headline.chars().count() < 70, "{}", error.headline);
        assert_eq!(error.labels.first().and_then(|label| label.span.file()), Some(file), "{error:?}");
    }
    errors.iter().map(|error| error.code.0).collect()
}

/// Words of the programs of `tests/mexpr` stand in the place of others of the same kind.
#[test]
fn programs_with_words_changed_compile_or_have_messages() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/mexpr");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "mc"));
    paths.sort();
    let mut random = Random(4);
    let mut right = 0;
    for path in paths {
        let text = std::fs::read_to_string(path).unwrap();
        assert!(compiles(&text));
        let lexed = lex(FileId(0), &text);
        let words: Vec<&str> = lexed.tokens.iter().map(|token| lexed.spelling(*token)).collect();
        for _ in 0..400 {
            let mut changed = words.clone();
            for _ in 0..=random.below(2) {
                let at = random.below(words.len());
                let kind = lexed.tokens[at].kind;
                let alike: Vec<usize> = (0..words.len()).filter(|at| lexed.tokens[*at].kind == kind).collect();
                changed[at] = words[alike[random.below(alike.len())]];
            }
            right += usize::from(compiles(&changed.join(" ")));
        }
    }
    assert!(right > 200, "{right} programs are right");
}

#[test]
fn deep_and_long_programs_compile() {
    on_large_stack(|| {
        let around = |open: &str, close: &str| format!("mexpr {}1{}", open.repeat(300), close.repeat(300));
        for (open, close) in
            [("addi 1 (", ")"), ("let x = ", " in x"), ("if true then 1 else ", ""), ("(lam x. ", ") 2")]
        {
            assert!(compiles(&around(open, close)), "{open}");
        }
        let long = |piece: &str| format!("mexpr let x = 1 in let f = lam x. x in {}x", piece.repeat(2_000));
        for piece in ["let x = addi x 1 in ", "recursive let f = lam x. f x in ", "let f = lam y. f y in ", "f x; "] {
            assert!(compiles(&long(piece)), "{piece}");
        }
    });
}

/// The lowering nests the cases of a long `switch`, and the elements of a long pattern. The depth of CORE has a limit.
#[test]
fn flat_programs_may_be_too_deep() {
    on_large_stack(|| {
        let texts = |length: usize| {
            [
                format!("mexpr match \"a\" with [{}_] then 1 else 2", "'b', ".repeat(length)),
                format!("mexpr match 1 with 2{} then 1 else 2", " | 3".repeat(length)),
                format!("let s = [1] mexpr {}1", "match s with [_] ++ _ in ".repeat(length)),
                format!("mexpr switch [1]{} end", " case [2] then 1".repeat(length)),
            ]
        };
        for text in texts(500) {
            assert!(compiles(&text), "{}", &text[..40]);
        }
        for text in texts(2_000) {
            assert_eq!(codes(&text), ["E0104"], "{}", &text[..40]);
        }
        assert!(compiles(&format!("mexpr match \"a\" with \"{}\" then 1 else 2", "b".repeat(20_000))));
    });
}

#[test]
fn what_is_not_supported_has_a_message() {
    let doubled: String = (1..40).map(|at| format!("let x{at} = [x{0}, x{0}] in ", at - 1)).collect();
    assert!(!compiles(&format!("mexpr let x0 = [] in {doubled}length x39")));
    let endless = "recursive let f : all a. a -> () = lam x. dprint x; f [x] end mexpr f 1";
    assert_eq!(codes(endless), ["E0198"]);
}

#[test]
fn the_value_of_a_program_may_have_any_type() {
    assert!(compiles("mexpr lam x. x"));
    assert!(compiles("mexpr [1]"));
}

#[test]
fn top_level_functions_on_plain_data_are_entry_points() {
    let entries = |text: &str| {
        let mut sources = SourceMap::default();
        let file = sources.add("main.mc", text);
        let program = compile(&mut sources, file, &Options::default(), &mut no_other_files, &|_, _, _| None)
            .expect("it is right");
        let entry = |entry: &core_ir::def::Entry| format!("{}/{}", entry.name, entry.params.len());
        program.entries.iter().map(entry).collect::<Vec<_>>()
    };
    assert_eq!(entries("let f = lam x. addi x 1 let x = 1 let id = lam x. x"), ["f/1", "main/0"]);
    assert_eq!(entries("let f = lam x. addi x 1 let f = lam a. lam b. addi a b"), ["f/2", "main/0"]);
    for later in ["let f = 7", "let f = lam s. length s", "recursive let f = lam x. f x end"] {
        assert_eq!(entries(&format!("let f = lam x. addi x 1 {later}")), ["main/0"], "{later}");
    }
    assert_eq!(entries("let f = lam s. length s let #var\"a b\" = lam x. negi x"), ["main/0"]);
    assert_eq!(entries("let negi = lam x. x external negi : Int -> Int"), ["main/0"]);
    assert_eq!(entries("let main = lam x. negi x"), ["main/1"]);
    assert_eq!(entries("let main = lam x. negi x mexpr main 1"), ["main/0"]);
    assert_eq!(entries("let f = lam x. negi x mexpr print \"a\""), ["main/0"]);
}
