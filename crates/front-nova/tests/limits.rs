//! Tests of unusual programs: deeply nested ones, types of exponential size, programs of many parts. They are compiled
//! or rejected in time about linear in their length. Valid programs with changed words are also tested: if they
//! compile, the result is verified, else there is a message.

use base::{Diagnostic, Error, FileId, SourceMap};
use front_nova::lexer::lex;
use std::fmt::Write;
use std::time::{Duration, Instant};

const STACK: usize = 1 << 30;
const LONGEST: Duration = Duration::from_secs(20);

/// Whether the program compiles. If it is rejected, there must be a message.
fn compiles(program: String) -> bool {
    let run = move || {
        let start = Instant::now();
        let compiled = judge(&program);
        assert!(start.elapsed() < LONGEST, "{:?}", start.elapsed());
        compiled
    };
    std::thread::Builder::new().stack_size(STACK).spawn(run).unwrap().join().unwrap()
}

fn judge(program: &str) -> bool {
    let mut sources = SourceMap::default();
    let file = sources.add("program.nova", program);
    match front_nova::compile(&sources, file) {
        Ok(compiled) => {
            assert_eq!(core_ir::verify::problems(&compiled), Vec::<String>::new(), "{program}");
            true
        }
        Err(Error::Bug(bug)) => panic!("{bug}: {program}"),
        Err(Error::User(diagnostics)) => {
            assert!(!diagnostics.is_empty());
            diagnostics.iter().for_each(|diagnostic| has_place(diagnostic, program));
            false
        }
        Err(Error::Limitation(diagnostic)) => {
            has_place(&diagnostic, program);
            false
        }
    }
}

fn has_place(diagnostic: &Diagnostic, program: &str) {
    assert!(diagnostic.headline.chars().count() < 70, "{}", diagnostic.headline);
    let span = diagnostic.labels.first().expect("a label").span;
    assert!(program.get(span.start as usize..span.end as usize).is_some(), "{span:?} of {program}");
}

/// Words are omitted, doubled, exchanged, or taken from another program.
#[test]
fn programs_with_words_changed_compile_or_have_messages() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/nova");
    let folders = [folder.clone(), folder.join("foreign")];
    let files = folders.iter().flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let mut paths: Vec<_> = files.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "nova"));
    paths.sort();
    let texts: Vec<String> = paths.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
    let words = |text| -> Vec<&str> {
        let tokens = lex(FileId(0), text).tokens;
        tokens.iter().map(|token| &text[token.start as usize..token.end as usize]).collect()
    };
    let programs: Vec<Vec<&str>> = texts.iter().map(|text| words(text)).collect();
    let all: Vec<&str> = programs.iter().flatten().copied().collect();
    let mut state = 1u64;
    let mut below = |limit: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % limit.max(1)
    };
    let mut right = 0;
    for program in &programs {
        for _ in 0..1_000 {
            let mut changed = program.clone();
            for _ in 0..=below(2) {
                let (at, other) = (below(changed.len()), below(changed.len()));
                match below(4) {
                    0 => drop(changed.remove(at)),
                    1 => changed.insert(at, changed[other]),
                    2 => changed.swap(at, other),
                    _ => changed[at] = all[below(all.len())],
                }
            }
            right += usize::from(judge(&changed.join(" ")));
        }
    }
    assert!(right > 100, "{right} programs are right");
}

/// Returns a program with `count` definitions in one `let`, each made from its number.
fn definitions(count: usize, definition: impl Fn(usize) -> String, body: &str) -> String {
    let mut program = "((x : int)) (let".to_owned();
    (0..count).for_each(|at| write!(program, " {}", definition(at)).unwrap());
    write!(program, " in {body})").unwrap();
    program
}

#[test]
fn deep_programs_compile() {
    for (open, close) in [("(+ 1 ", ")"), ("(let (y x) in ", ")"), ("((lambda (y : int) : int y) ", ")")] {
        assert!(compiles(format!("((x : int)) {}x{}", open.repeat(600), close.repeat(600))));
    }
}

#[test]
fn vectors_have_at_most_five_levels() {
    for levels in [5, 6, 300] {
        let maps = "(map ".repeat(levels) + "(+ 1)" + &")".repeat(levels);
        let vectors = "vector ".repeat(levels);
        assert_eq!(compiles(format!("((x : {vectors} int)) ({maps} x)")), levels == 5, "{levels}");
        let pairs = "vector (int, ".repeat(levels) + "int" + &")".repeat(levels);
        assert_eq!(compiles(format!("((x : {pairs})) x")), levels == 5, "{levels}");
        assert_eq!(compiles(format!("((x : {vectors} int)) (length x)")), levels == 5, "{levels}");
    }
    assert!(compiles("((x : vector vector vector vector vector#3 int)) x".to_owned()));
}

#[test]
fn types_of_exponential_size_are_refused() {
    let pair = |at| if at == 0 { "(y0 (x, x))".to_owned() } else { format!("(y{at} (y{0}, y{0}))", at - 1) };
    assert!(!compiles(definitions(60, pair, "(y59.0)")));
    let double = |at| match at {
        0 => "(f0 (lambda (x : 'a) (x, x)))".to_owned(),
        at => format!("(f{at} (lambda (x : 'a) (f{0} (f{0} x))))", at - 1),
    };
    assert!(!compiles(definitions(20, double, "(f19 x)")));
    let deeper = |at| if at == 0 { "(y0 (x, x))".to_owned() } else { format!("(y{at} (y{}, x))", at - 1) };
    assert!(!compiles(definitions(3_000, deeper, "x")));
    let name = |at| format!("(T{at} : (T{0}, T{0}))", at + 1);
    let names: String = (0..60).map(name).collect();
    assert!(!compiles(format!("((x : int)) (types {names} (T60 : int)) x")));
}

#[test]
fn recursive_types_without_end_are_refused() {
    let program = |types: &str, body: &str| format!("((x : int)) (types {types}) {body}");
    let list = "(List 'a : (+ (Nil : unit) (Cons : ('a, (List 'a)))))";
    assert!(compiles(program(list, "(case (Cons (x, (Nil nil))) (Nil u 0) (Cons c (c.0)))")));
    assert!(compiles(program(list, "(Cons (x, (Nil nil)))")));
    assert!(compiles(format!("((l : vector (List int))) (types {list}) 1")));
    assert!(!compiles(format!("((l : vector vector (List int))) (types {list}) 1")));
    let perfect = "(Perfect 'a : (+ (One : 'a) (More : (Perfect ('a, 'a)))))";
    assert!(!compiles(program(perfect, "(case (One x) (One y y) (More m 0))")));
    let longer = "(Longer 'a : (+ (End : 'a) (More : (Longer ('a, int)))))";
    assert!(!compiles(program(longer, "(case (End x) (End y y) (More m 0))")));
    let ring: String =
        (0..2_000).map(|at| format!("(T{at} : (+ (Next{at} : T{}) (End{at} : int)))", (at + 1) % 2_000)).collect();
    assert!(compiles(program(&ring, "(case (Next0 (End1 x)) (Next0 t 1) (End0 y y))")));
}

#[test]
fn long_programs_compile() {
    let next = |at| if at == 0 { "(y0 x)".to_owned() } else { format!("(y{at} (+ y{} 1))", at - 1) };
    assert!(compiles(definitions(20_000, next, "y19999")));
    let function = |at| match at {
        0 => "(f0 (lambda (x : 'a) : 'a x))".to_owned(),
        at => format!("(f{at} (lambda (x : 'a) : 'a (f{} x)))", at - 1),
    };
    assert!(compiles(definitions(5_000, function, "(f4999 x)")));
    let waiting = |at| if at == 0 { "(m0 map)".to_owned() } else { format!("(m{at} m{})", at - 1) };
    assert!(compiles(definitions(2_000, waiting, "(reduce + 0 (m1999 (+ 1) (range x)))")));
}

#[test]
fn copies_without_end_are_refused() {
    let double = |at| match at {
        0 => "(f0 (lambda (x : 'a) (y : 'b) : int 1))".to_owned(),
        at => format!("(f{at} (lambda (x : 'a) (y : 'b) : int (+ (f{0} x 1L) (f{0} 1.5f y))))", at - 1),
    };
    assert!(compiles(definitions(30, double, "(f29 x x)")));
    let tuples = |at| match at {
        0 => "(f0 (lambda (x : 'a) : int 1))".to_owned(),
        at => format!("(f{at} (lambda (x : 'a) : int (+ (f{0} (x, 1)) (f{0} (1L, x)))))", at - 1),
    };
    assert!(!compiles(definitions(20, tuples, "(f19 x)")));
}
