//! Tests of wrong, huge and hostile texts: nothing panics, overflows or takes long, and every error has a place.

use crate::common::{EXAMPLE, Random, errors, on_large_stack};
use base::FileId;
use front_mexpr::format::format;
use front_mexpr::lexer::lex;

#[test]
fn random_words_and_bytes() {
    let words = "( ) [ ] { } , . ; : :: ! & | ++ + _ = < > -> ' \" \n x f Some None Int Tensor 1 -1 1.5 1. 1e 'a' \"a\" /- -/ --c\n \
                 let in lam if then else match with switch case end recursive type con external utest using mexpr lang \
                 use include dive never true all (x {x= [x] ++ #var\"a\" #con\"a\" #frozen\"a\" #label\"0\" é \u{1F600} \0 $ <= \\";
    let words: Vec<&str> = words.split(' ').collect();
    let mut random = Random(1);
    for _ in 0..20_000 {
        let count = random.below(40);
        let text: Vec<&str> = (0..count).map(|_| words[random.below(words.len())]).collect();
        errors(&text.join(if random.below(4) > 0 { " " } else { "" }));
    }
    for _ in 0..5_000 {
        let bytes: Vec<u8> = (0..random.below(60)).map(|_| random.below(256) as u8).collect();
        errors(&String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn files_cut_short() {
    for end in (0..EXAMPLE.len()).filter(|end| EXAMPLE.is_char_boundary(*end)) {
        errors(&EXAMPLE[..end]);
    }
}

/// Some tokens are omitted, doubled or exchanged for others. If the result has no errors, it is formatted.
#[test]
fn files_with_words_changed() {
    let mut random = Random(2);
    let lexed = lex(FileId(0), EXAMPLE);
    let words: Vec<&str> = lexed.tokens.iter().map(|t| &EXAMPLE[t.start as usize..t.end as usize]).collect();
    let mut right = 0;
    for _ in 0..4_000 {
        let mut changed = words.clone();
        for _ in 0..=random.below(2) {
            let (at, other) = (random.below(changed.len()), random.below(changed.len()));
            match random.below(3) {
                0 => drop(changed.remove(at)),
                1 => changed.insert(at, changed[other]),
                _ => changed.swap(at, other),
            }
        }
        let changed = changed.join(if random.below(2) == 0 { " " } else { "\n" });
        if errors(&changed).is_empty() {
            right += 1;
            let once = format(FileId(0), &changed).expect("it has no errors");
            assert_eq!(format(FileId(0), &once).as_ref(), Ok(&once), "{changed}");
        }
    }
    assert!(right > 200, "{right}");
}

/// The text is large enough to reveal quadratic work, and small enough for every run of the tests.
#[test]
fn time_is_linear() {
    const BYTES: usize = 1 << 19;
    on_large_stack(|| {
        let fill = |piece: &str| piece.repeat(BYTES / piece.len());
        let valid = [
            format!("let x = f {}", fill("(g x) ")),
            format!("mexpr {} x", fill("let x = 1 in ")),
            format!("mexpr {} x", fill("print x; ")),
            fill("let x = 1 -- c\n"),
            format!("/- {} -/", fill("/- -/ ")),
        ];
        for text in valid {
            assert!(errors(&text).is_empty());
            assert!(format(FileId(0), &text).is_ok());
        }
        let pieces = [
            "(",
            ")",
            "let ",
            "let x = ",
            "let x = (1 in ",
            "\nlet x = (1 ",
            "in ",
            "if ",
            "match x with ",
            "then ",
            "switch ",
            "case ",
            "lam ",
            "lam x. ",
            "Some ",
            "[",
            "{x = ",
            "x.0.",
            "'",
            "\"a\n",
            "\"",
            "/-",
            "$ ",
            "recursive let f = ",
            "mexpr ",
            "lang A ",
            "use A in ",
            "all a. ",
            ": ",
            "; ",
            "utest ",
            "let x : (",
            "else ",
            "#var\"",
        ];
        for piece in pieces {
            assert!(!errors(&fill(piece)).is_empty(), "{piece}");
        }
    });
}
