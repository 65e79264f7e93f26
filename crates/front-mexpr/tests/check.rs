//! Tests of the checker on unusual files: changed, deep and long ones, and types of exponential size.

use crate::common::{Random, TYPED, on_large_stack};
use base::{Error, FileId, SourceMap};
use front_mexpr::check::check;
use front_mexpr::lexer::lex;
use std::time::{Duration, Instant};
use syntax::files::{load, no_other_files};

/// Returns the codes of the errors of a text. Each has a place, and there are at most twenty.
fn codes(text: &str) -> Vec<&'static str> {
    let mut sources = SourceMap::default();
    let file = sources.add("main.mc", text);
    let start = Instant::now();
    let checked = load(&mut sources, file, &mut no_other_files).map_err(Error::User);
    let errors = match checked.and_then(|program| check(&mut sources, &program)) {
        Ok(_) => Vec::new(),
        Err(Error::User(errors)) => errors,
        Err(other) => panic!("{other:?}"),
    };
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    assert!(errors.len() <= 20);
    for error in &errors {
        assert!(error.headline.chars().count() < 70, "{}", error.headline);
        let span = error.labels.first().expect("a label").span;
        assert!(
            span.file() == Some(FileId(0)) && text.get(span.start as usize..span.end as usize).is_some(),
            "{error:?}"
        );
    }
    errors.iter().map(|error| error.code.0).collect()
}

#[test]
fn files_with_words_changed_are_checked() {
    assert_eq!(codes(TYPED), [""; 0]);
    let mut random = Random(3);
    let lexed = lex(FileId(0), TYPED);
    let words: Vec<&str> = lexed.tokens.iter().map(|t| &TYPED[t.start as usize..t.end as usize]).collect();
    let mut counts = [0; 3];
    for _ in 0..3_000 {
        let mut changed = words.clone();
        for _ in 0..=random.below(2) {
            let (at, other) = (random.below(changed.len()), random.below(words.len()));
            let alike = lexed.tokens.iter().zip(&words).filter(|(token, _)| token.kind == lexed.tokens[other].kind);
            match random.below(8) {
                0 => drop(changed.remove(at)),
                1 => changed.insert(at, words[other]),
                // A word stands in the place of another one of the same kind.
                _ => {
                    let alike: Vec<&str> = alike.map(|(_, word)| *word).collect();
                    if let Some(place) =
                        changed.iter_mut().filter(|word| alike.contains(word)).nth(random.below(alike.len()))
                    {
                        *place = alike[random.below(alike.len())];
                    }
                }
            }
        }
        match codes(&changed.join(" ")).first() {
            None => counts[0] += 1,
            Some(code) if code.starts_with("E01") => counts[1] += 1,
            Some(_) => counts[2] += 1,
        }
    }
    assert!(counts.iter().all(|count| *count > 100), "{counts:?}");
}

#[test]
fn types_of_exponential_size_are_refused() {
    let lets = |first: &str, next: &dyn Fn(usize) -> String| {
        (1..60).map(next).fold(format!("let x0 = {first}\n"), |text, next| text + &next)
    };
    let pairs = lets("(1, 2)", &|at| format!("let x{at} = (x{0}, x{0})\n", at - 1));
    assert_eq!(codes(&pairs).first(), Some(&"E0104"));
    let functions = lets("lam x. (x, x)", &|at| format!("let x{at} = lam x. x{0} (x{0} x)\n", at - 1));
    assert_eq!(codes(&functions).first(), Some(&"E0104"));
    let names = (1..60)
        .fold("type T0 a = (a, a)\n".to_owned(), |text, at| format!("{text}type T{at} a = T{0} (T{0} a)\n", at - 1));
    assert_eq!(codes(&names).first(), Some(&"E0104"));
}

#[test]
fn deep_and_long_files_are_checked() {
    on_large_stack(|| {
        let around =
            |open: &str, inside: &str, close: &str| format!("mexpr {}{inside}{}", open.repeat(300), close.repeat(300));
        for text in [
            around("(", "1", ")"),
            around("addi 1 (", "1", ")"),
            around("let x = ", "1", " in x"),
            around("if true then 1 else ", "1", ""),
            around("[", "1", "]"),
            around("(lam x. ", "1", ")"),
            around("match 1 with x then ", "x", " else 2"),
        ] {
            assert_eq!(codes(&text), [""; 0], "{}", &text[..40]);
        }
        let long =
            |piece: &str, last: &str| format!("let f = lam x. x\nlet x = 1\nmexpr {}{last}", piece.repeat(10_000));
        for text in [
            long("let x = addi x 1 in ", "x"),
            long("recursive let f = lam x. f x in ", "f"),
            long("match (x, 1) with (x, y) in ", "x"),
            long("print \"a\"; ", "x"),
            long("let f = lam y. f y in ", "f 1"),
            "let f = lam x. x\n".to_owned() + &"let f = lam y. f (f y)\n".repeat(10_000),
        ] {
            assert_eq!(codes(&text), [""; 0], "{}", &text[..40]);
        }
        assert_eq!(codes(&"let x = yy\n".repeat(10_000)).len(), 20);
    });
}
