//! Tests that NOVA programs at the limits of the reader's depth and width compile on all levels. Larger programs are
//! the user's error, never a fault of a pass. The code of a Futhark program does not grow exponentially.

use crate::common::on_large_stack;
use base::SourceMap;
use rista_driver::{Language, Level, Machine, Settings, compile_source, no_other_files, run_through};

/// The greatest nesting depth of the tested part, without the code around it.
const DEPTH: usize = 630;
/// The greatest number of constructors of a sum.
const CONSTRUCTORS: usize = 500;

fn nested(start: &str, open: &str, core: &str, close: &str, depth: usize) -> String {
    format!("{start} {}{core}{}", open.repeat(depth), close.repeat(depth))
}

fn sum(constructors: usize) -> String {
    let list = |one: &dyn Fn(usize) -> String| (0..constructors).map(one).collect::<Vec<_>>().join(" ");
    let types = list(&|at| format!("(C{at} : int)"));
    let cases = list(&|at| format!("(C{at} y (+ y {at}))"));
    format!("((x : (+ {types}))) (case x {cases})")
}

/// Whether the program compiles to IMP.
fn compiles(program: &str, machine: Machine) -> bool {
    size(Language::Nova, program, machine).is_some()
}

/// The size of the program's text at the level of IMP, if it gets there.
fn size(language: Language, program: &str, machine: Machine) -> Option<usize> {
    let mut sources = SourceMap::default();
    let file = sources.add(format!("deep.{}", language.extension()), program);
    let settings = Settings { verify: true, machine, ..Settings::default() };
    let compiled = compile_source(language, &mut sources, file, &mut no_other_files)
        .and_then(|front| run_through(front.module, Level::Imp, settings, &mut ()));
    match compiled {
        Ok(module) => Some(module.print().len()),
        Err(base::Error::Bug(bug)) => panic!("{bug}: {program:.200}"),
        Err(_) => None,
    }
}

/// A loop whose condition contains such a loop, and so on.
fn loops_in_conditions(depth: usize) -> String {
    let condition = (0..depth).fold("x > 0".to_owned(), |condition, _| {
        format!("(loop (y, x) = (x, x) while (let x = y in {condition}) do (y - 1, x)).0 > 0 || x > 3")
    });
    format!("def main (n: i64) : i64 = loop x = n while {condition} do x - 1")
}

/// A match on the payload of one constructor.
fn cases_of_a_constructor(cases: usize) -> String {
    let cases: String = (0..cases).map(|at| format!(" case #a {at} -> n - {at}")).collect();
    format!(
        "def main (n: i32) : i32 = let v : #a i32 | #b = if n < 0 then #b else #a n in match v case #b -> 0{cases} case #a _ -> n"
    )
}

#[test]
fn code_grows_with_the_program() {
    on_large_stack(|| {
        let size = |program: &str| size(Language::Futhark, program, Machine::Thread).expect("it compiles");
        let [shallow, deep] = [4, 16].map(|depth| size(&loops_in_conditions(depth)));
        assert!(deep < 8 * shallow, "{shallow} {deep}");
        let [few, many] = [300, 2400].map(|cases| size(&cases_of_a_constructor(cases)));
        assert!(many < 12 * few, "{few} {many}");
    });
}

#[test]
fn what_the_reader_takes_goes_through_all_levels() {
    on_large_stack(|| {
        let number = "((x : int))";
        let vector = "((x : vector int))";
        let programs = [
            nested(vector, "(x ! ", "0", ")", DEPTH),
            nested(number, "(+ ", "x", " 1)", DEPTH),
            nested(number, "(if (> x 0) then ", "x", " else x)", DEPTH),
            nested(number, "(if (> x 0) then x else ", "x", ")", DEPTH),
            nested(number, "(let (y x) in ", "y", ")", DEPTH),
            nested(number, "(let (y ", "x", ") in (+ y 1))", DEPTH / 2),
            nested(number, "((lambda (y : int) ", "y", ") x)", DEPTH / 2),
            nested("((x : (+ (A : int) (B : int))))", "(case x (A a ", "a", ") (B b b))", DEPTH / 2),
            nested(vector, "(map (+ 1) ", "x", ")", DEPTH),
            sum(CONSTRUCTORS),
        ];
        for program in &programs {
            assert!(compiles(program, Machine::Thread), "{program:.200}");
        }
        assert!(compiles(&programs[0], Machine::Threads) && compiles(&programs[0], Machine::Device));
        assert!(!compiles(&nested(number, "(+ ", "x", " 1)", 2 * DEPTH), Machine::Thread));
        assert!(!compiles(&sum(CONSTRUCTORS + 1), Machine::Thread));
    });
}
