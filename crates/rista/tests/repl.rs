//! Tests of `rista repl` with input from a pipe: its output, its messages, and its end.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn repl(words: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rista"));
    command.arg("repl").args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // The program may end before it has read all input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Checks that the input has this output and no messages.
#[track_caller]
fn gives(input: &str, expected: &str) {
    let output = repl(&[], input);
    assert_eq!((text(&output.stderr).as_str(), text(&output.stdout).as_str()), ("", expected), "{input}");
    assert!(output.status.success());
}

/// Checks that the input has this output, messages with all of `parts`, and exit code 1.
#[track_caller]
fn complains(input: &str, expected: &str, parts: &[&str]) {
    let output = repl(&[], input);
    assert_eq!(text(&output.stdout), expected, "{input}");
    let said = text(&output.stderr);
    parts.iter().for_each(|part| assert!(said.contains(part), "{part} in\n{said}"));
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn values_are_printed_as_the_language_writes_them() {
    gives("1 + 2", "3i32\n");
    gives("(1, true, {x = 2.5, y = [1i8]})\n()", "(1i32, true, {x = 2.5f64, y = [1i8]})\n()\n");
    gives("#some (-3) : (#none | #some i32)", "#some -3i32\n");
    gives("#a (#b 1i8) 2u8 : (#a (#b i8) u8)", "#a (#b 1i8) 2u8\n");
    gives(
        "[[1, 2], [3, 4]]\nmap (\\x -> (x, f32.i64 x)) (iota 2)",
        "[[1i32, 2i32], [3i32, 4i32]]\n[(0i64, 0.0f32), (1i64, 1.0f32)]\n",
    );
    gives("filter (> 5) (iota 3)\nf64.nan", "empty([0]i64)\nf64.nan\n");
    gives("[#b, #a (1u8, [2i8])] : [](#a (u8, []i8) | #b)", "[#b, #a (1u8, [2i8])]\n");
    gives("filter (.1) [(1i8, false)]", "[]\n");
}

#[test]
fn functions_are_shown_by_their_types() {
    gives("\\x -> x + 1i32\ni32.max\n\\x -> x", "i32 -> i32\ni32 -> i32 -> i32\na -> a\n");
    gives("(1i8, i32.neg)\nreplicate 2 ()", "(i8, i32 -> i32)\n[2]()\n");
    gives(":type map", "(a -> b) -> [n]a -> *[n]b\n");
    gives(":t reduce (+) 0f32", "[n]f32 -> f32\n");
    gives(":type [1u8, 2]", "[2]u8\n");
}

#[test]
fn definitions_stay_and_are_hidden_by_later_ones() {
    gives("def f x = x + 1i64\ndef g x = f (f x)\ndef f x = x * 2.0\nf 3\ng 3", "6.0f64\n5i64\n");
    gives("type t = {a: i32}\nlet x : t = {a = 1}\nx.a", "1i32\n");
    gives("module m = { def two = 2i8\n def four = two + two }\nm.four\nopen m\ntwo", "4i8\n2i8\n");
    gives("def keep = 5u8\n:clear\ndef keep' = 6u8\nkeep'", "6u8\n");
}

#[test]
fn inputs_go_on_until_they_are_finished() {
    gives("def abs (x: i32) =\n  if x < 0\n  then -x\n  else x\nabs (-4)", "4i32\n");
    gives("[1,\n 2\n]\nlet x = 1 in\nx + x", "[1i32, 2i32]\n2i32\n");
    complains("(1,\n\n2", "2i32\n", &["unexpected end of the file"]);
}

#[test]
fn mistakes_are_shown_and_the_session_goes_on() {
    complains("1 + true\n2", "2i32\n", &["error[E0304]", "1 | 1 + true", "input 1:1:5"]);
    complains("def f (x: i32) = y\nf 1\n3", "3i32\n", &["`y` is not defined", "`f` is not defined"]);
    let failing = "def get (xs: []i32) (i: i64) = xs[i]\nget [1] 7\nget [1] 0";
    let trace = "Error: Index [7] out of bounds for array of shape [1].\n\nBacktrace:\n-> #0  input 1:1:32-36\n-> #1  input 2:1:1-9\n";
    complains(failing, "1i32\n", &[trace]);
    complains("def f (xs: *[]i32) = xs\ndef g (xs: []i32) = f xs\n1", "1i32\n", &["error[E0402]"]);
    complains(":nothing\n:type\n1", "1i32\n", &["there is no command `:nothing`", "`:type` needs an argument"]);
}

#[test]
fn files_are_loaded_and_loaded_again() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("repl");
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("p.fut");
    let name = file.to_str().unwrap();
    fs::write(&file, "def two = 2i64\nentry main (x: i64) = x * two\n").unwrap();
    let output = repl(&[name], "main 4\ndef two = 3i64\nmain two\n:reload\nmain two\n:load nowhere.fut\ntwo");
    assert_eq!(text(&output.stdout), "8i64\n6i64\n6i64\n3i64\n");
    assert_eq!(text(&output.stderr), "error: cannot read nowhere.fut: there is no such file\n");
    fs::write(folder.join("wrong.fut"), "def x = y\n").unwrap();
    let output = repl(&[folder.join("wrong.fut").to_str().unwrap()], "1");
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(1), String::new()));
    let output = repl(&[], &format!("def x = 1\n:load {name}\ntwo\nx\n:quit\ntwo"));
    assert_eq!(text(&output.stdout), "2i64\n");
    assert!(text(&output.stderr).contains("`x` is not defined"));
}

#[test]
fn imported_files_are_found_from_where_they_are_imported() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("repl_imports");
    fs::create_dir_all(folder.join("lib")).unwrap();
    fs::write(folder.join("lib/a.fut"), "import \"b\"\ndef four = two + two\n").unwrap();
    fs::write(
        folder.join("lib/b.fut"),
        "def two = 2i64\nmodule shown: {type t val x : t} = {type t = i64 def x = 5i64}\n",
    )
    .unwrap();
    let program = folder.join("p.fut");
    fs::write(&program, "module a = import \"lib/a\"\nentry main = a.four\n").unwrap();
    let lib = folder.join("lib").display().to_string();
    let input = format!(
        "import \"{lib}/b\"\ntwo\n:load {}\nmain\nimport \"{lib}/a\"\nfour\n:reload\nfour + main",
        program.display()
    );
    gives(&input, "2i64\n4i64\n4i64\n8i64\n");
    // A file that is imported twice is one module: its types are the same.
    gives(
        &format!("module a = import \"{lib}/b\"\nmodule b = import \"{lib}/b\"\n[a.shown.x, b.shown.x]"),
        "[5i64, 5i64]\n",
    );
    complains("import \"nowhere/b\"\n1", "1i32\n", &["error[E0206]", "cannot read nowhere/b.fut"]);
    complains(
        &format!("import \"{lib}/b\"\ndef two = true\nimport \"{lib}/b\"\ntwo + 1\n:clear\ntwo"),
        "3i64\n",
        &["`two` is not defined"],
    );
}

#[test]
fn traces_are_shown_on_standard_error() {
    let output = repl(&[], "def f (x: i32) = trace (x + 1)\nf 1 + f 2\n#[trace(pair)] (1, true)");
    assert_eq!(text(&output.stdout), "5i32\n(1i32, true)\n");
    assert_eq!(text(&output.stderr), "trace: 2\ntrace: 3\npair: (1, true)\n");
}

#[test]
fn recursion_goes_deep_and_comes_to_an_end() {
    let sum = "def sum (n: i64) : i64 = if n == 0 then 0 else n + sum (n - 1)\n";
    gives(&format!("{sum}sum 100000"), "5000050000i64\n");
    complains(
        &format!("{sum}sum (-1)\nsum 3"),
        "6i64\n",
        &["Error: calls of recursive functions are nested too deep\n"],
    );
}

#[test]
fn loops_are_quick() {
    let output = repl(&[], "def f (n: i32) = loop s = 0 for i < n do (s * 3 + i) ^ 5\n:time f 1000000");
    let (value, seconds) = text(&output.stdout).split_once('\n').map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
    assert_eq!(value, "-736061920i32");
    let seconds: f64 = seconds.trim_end_matches(" s\n").parse().unwrap();
    // A hundred times the usual time: the test detects another order of growth, not a slow machine.
    assert!(seconds < 10.0, "{seconds} s");
}
