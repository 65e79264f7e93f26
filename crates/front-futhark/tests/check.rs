//! Programs through the whole front end: CORE that verifies and evaluates to the right values.

use base::{Error, SourceMap};
use core_ir::eval::run_entry;
use value::Value;

fn compile(text: &str) -> Result<core_ir::def::Program, String> {
    let mut sources = SourceMap::default();
    let file = sources.add("test.fut", text);
    match front_futhark::compile(&mut sources, file) {
        Ok(checked) => {
            if let Err(bug) = core_ir::verify::verify(&checked.program) {
                panic!("{bug}\n{}", core_ir::text::print(&checked.program));
            }
            Ok(checked.program)
        }
        Err(Error::User(diagnostics)) => Err(diagnostics
            .iter()
            .map(|d| format!("{} {} {:?}", d.code, d.headline, d.labels))
            .collect::<Vec<_>>()
            .join("\n")),
        Err(Error::Limitation(d)) => Err(format!("{} {}", d.code, d.headline)),
        Err(Error::Bug(bug)) => panic!("{bug}"),
    }
}

/// The results of `main` as text.
fn run(text: &str, args: &str) -> String {
    let program = compile(text).unwrap_or_else(|error| panic!("{error}"));
    let args: Vec<Value> = value::read_values(args.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    match run_entry(&program, "main", args, Default::default()) {
        Ok(values) => values.iter().map(|value| value.to_string()).collect::<Vec<_>>().join(" "),
        Err(stop) => format!("{stop:?}"),
    }
}

#[test]
fn arithmetic() {
    assert_eq!(run("def main (x: i32) : i32 = x * 2 + 1", "20"), "41i32");
    assert_eq!(run("def main = (1 + 2, 0.5, true && false)", ""), "3i32 0.5f64 false");
}

#[test]
fn traversals() {
    assert_eq!(run("def main (xs: []i32) = reduce (+) 0 (map (\\x -> x * x) xs)", "[1, 2, 3]"), "14i32");
    assert_eq!(
        run("def main [n] (xs: [n]f64) (ys: [n]f64) = f64.sum (map2 (*) xs ys)", "[1.0, 2.0] [3.0, 4.0]"),
        "11.0f64"
    );
    assert_eq!(run("def main (n: i64) = scan (+) 0 (iota n)", "5i64"), "[0i64, 1i64, 3i64, 6i64, 10i64]");
    assert_eq!(run("def main (n: i64) = filter (\\x -> x % 2 == 1) (iota n)", "6i64"), "[1i64, 3i64, 5i64]");
}
