//! Programs that no one writes: nested deeply, with types of exponential size, of many parts. They compile, or are refused,
//! in time that is about linear in their length.

use base::{Error, SourceMap};
use std::fmt::Write;
use std::time::{Duration, Instant};

const STACK: usize = 1 << 30;
const LONGEST: Duration = Duration::from_secs(20);

/// Whether the program compiles; what refuses it must be a message.
fn compiles(program: String) -> bool {
    let run = move || {
        let mut sources = SourceMap::default();
        let file = sources.add("program.nova", program);
        let start = Instant::now();
        let compiled = front_nova::compile(&sources, file);
        assert!(start.elapsed() < LONGEST, "{:?}", start.elapsed());
        match compiled {
            Ok(program) => {
                assert_eq!(core_ir::verify::problems(&program), Vec::<String>::new());
                true
            }
            Err(Error::Bug(bug)) => panic!("{bug}"),
            Err(Error::User(_) | Error::Limitation(_)) => false,
        }
    };
    std::thread::Builder::new().stack_size(STACK).spawn(run).unwrap().join().unwrap()
}

/// Definitions in one `let`, each from its number.
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
    let maps = "(map ".repeat(300) + "(+ 1)" + &")".repeat(300);
    assert!(compiles(format!("((x : {} int)) ({maps} x)", "vector ".repeat(300))));
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
