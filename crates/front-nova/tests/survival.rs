//! Tests of wrong, huge and hostile texts: nothing panics, overflows or takes long, and every error has a place.

use crate::common::EXAMPLES;
use base::{Diagnostic, FileId};
use front_nova::format::format;
use front_nova::lexer::lex;
use front_nova::reader::{MAX_DEPTH, read};

/// Returns the errors of a text. Each has a place in the text, and there are at most twenty.
fn errors(text: &str) -> Vec<Diagnostic> {
    let (_, diagnostics) = read(FileId(0), text);
    assert!(diagnostics.len() <= 20);
    for diagnostic in &diagnostics {
        assert!(diagnostic.headline.chars().count() < 70, "{}", diagnostic.headline);
        let span = diagnostic.labels.first().expect("a label").span;
        assert!(text.get(span.start as usize..span.end as usize).is_some(), "{span:?} of {text}");
    }
    diagnostics
}

/// A generator of random numbers below given ones, the same on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % limit.max(1)
    }
}

/// Runs a test on a stack as large as the compiler's.
fn on_large_stack(run: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(64 << 20).spawn(run);
    assert!(thread.is_ok_and(|thread| thread.join().is_ok()));
}

#[test]
fn random_words_and_bytes() {
    let words = "( ( ( ) ) ) , . ! : ; ' \n x f + - -> → 'a vector vector#2 1 1.5 1. .0 -1 1e 0x lambda mu let in if then \
                 else case types foreign true nil (x:int) (let(x 1)in (lambda(x:int) (case(x) é \u{1F600} \0 $ [ \" \\ ;c\n";
    let words: Vec<&str> = words.split(' ').collect();
    let mut random = Random(1);
    for _ in 0..20_000 {
        let count = random.below(40);
        let text: Vec<&str> = (0..count).map(|_| words[random.below(words.len())]).collect();
        errors(&text.join(if random.below(2) == 0 { " " } else { "" }));
    }
    for _ in 0..5_000 {
        let bytes: Vec<u8> = (0..random.below(60)).map(|_| random.below(256) as u8).collect();
        errors(&String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn programs_cut_short() {
    for text in EXAMPLES {
        for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
            assert!(!errors(&text[..end]).is_empty(), "{}", &text[..end]);
        }
    }
}

/// One token is omitted, doubled or exchanged for another. If the result is still a program, it is formatted.
#[test]
fn programs_with_one_word_changed() {
    let mut random = Random(2);
    for text in EXAMPLES {
        let lexed = lex(FileId(0), text);
        let words: Vec<&str> = lexed.tokens.iter().map(|t| &text[t.start as usize..t.end as usize]).collect();
        for _ in 0..3_000 {
            let (mut changed, at, other) = (words.clone(), random.below(words.len()), random.below(words.len()));
            match random.below(3) {
                0 => drop(changed.remove(at)),
                1 => changed.insert(at, words[at]),
                _ => changed.swap(at, other),
            }
            let changed = changed.join(" ");
            if errors(&changed).is_empty() {
                let once = format(FileId(0), &changed).expect("it has no errors");
                assert_eq!(format(FileId(0), &once).as_ref(), Ok(&once), "{changed}");
            }
        }
    }
}

/// Returns texts nested to the given number of levels.
fn deep(levels: usize) -> [String; 16] {
    let around = |open: &str, inside: &str, close: &str| [&open.repeat(levels), inside, &close.repeat(levels)].concat();
    let ty = |ty: String| format!("((x : {ty})) x");
    [
        around("(", "x", ")"),
        around("(f ", "x", ")"),
        around("(", "f", " x)"),
        around("(x, ", "x", ")"),
        around("(if c then a else ", "x", ")"),
        around("(let (x ", "x", ") in x)"),
        around("(let (x 1) in ", "x", ")"),
        around("(case e (A x ", "x", "))"),
        around("(lambda (x : int) : int ", "x", ")"),
        around("(mu (f : int) ", "x", ")"),
        around("", "x", ".0"),
        around("(x ! ", "x", ")"),
        ty(around("(List ", "x", ")")),
        ty(around("vector ", "int", "")),
        ty(around("int -> ", "int", "")),
        ty(around("(+ (A : ", "int", "))")),
    ]
}

#[test]
fn nesting_has_a_limit() {
    on_large_stack(|| {
        for text in deep(10 * MAX_DEPTH) {
            let codes: Vec<&str> = errors(&text).iter().map(|error| error.code.0).collect();
            assert_eq!(codes, ["E0104"], "{}..", &text[..40]);
        }
        for open in ["(", "(f ", "(if ", "(let (x 1) in "] {
            let codes: Vec<&str> = errors(&open.repeat(10 * MAX_DEPTH)).iter().map(|error| error.code.0).collect();
            assert_eq!(codes, ["E0102"], "{open}: what is not closed is told first");
        }
    });
}

#[test]
fn what_is_below_the_limit_is_read_and_formatted() {
    on_large_stack(|| {
        for text in deep(MAX_DEPTH / 2 - 10) {
            assert!(format(FileId(0), &text).is_ok(), "{}..", &text[..40]);
        }
        let flat = [format!("(f{})", " x".repeat(100_000)), format!("(let{} in x)", " (x x)".repeat(100_000))];
        for text in flat {
            assert!(format(FileId(0), &text).is_ok());
        }
    });
}

/// The text is large enough to reveal quadratic work, and small enough for every run of the tests.
#[test]
fn time_is_linear() {
    const BYTES: usize = 4 << 20;
    on_large_stack(|| {
        let fill = |piece: &str| piece.repeat(BYTES / piece.len());
        let valid = [format!("(f {})", fill("(g x) ")), format!("(let {} in x)", fill("(x 1) ")), fill("; c\n") + "x"];
        for text in valid {
            assert!(errors(&text).is_empty());
        }
        let pieces = ["(", ")", "(let ", "(x ", "x.0 ", ".0", "'", "(let (x 1 in ", "\n(", "(x : ", "$ ", "1", "in "];
        for piece in pieces {
            assert!(!errors(&fill(piece)).is_empty(), "{piece}");
        }
    });
}
