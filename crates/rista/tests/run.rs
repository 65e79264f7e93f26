//! Tests of the command line: programs with arguments from all sources, and messages about errors. One cache serves all
//! tests, so that the C compiler runs once for each program.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;
use value::{Value, read_npy, read_value_as, read_values};

const PROGRAM: &str = "
entry main [n] (xs: [n]f64) (k: i64) : f64 = f64.sum (map (* f64.i64 k) xs)
entry pair [n] (xs: [n]i32) : ([n]i32, i64) = (map (+ 1) xs, n)
entry element [n] (xs: [n]i32) (i: i64) : i32 = xs[i]
entry negate (x: i8) : i8 = -x
";

/// Programs whose results have more elements than an `i64` can count. The number wraps around to at most 3.
const TOO_LARGE: &str = "
entry tabled (n: i64) : [n][n]i64 = tabulate_2d n n (\\i j -> i * j)
entry written [d] (n: i64) (dst: *[d]i64) : *[d]i64 = dst with [0:n * n] = flatten (tabulate_2d n n (\\i j -> i * j))
entry joined (n: i64) (xs: []i64) : []i64 = flatten (tabulate_2d n n (\\i j -> i * j)) ++ xs
entry carried (n: i64) : [n * n]i64 =
  loop _ = replicate (n * n) 0 for _i < 3 do flatten (tabulate_2d n n (\\i j -> i + j))
entry element (n: i64) : i64 = (flatten (tabulate_2d n n (\\i j -> i * j)))[3]
";

/// Returns a folder shared by all tests, with a program in `p.fut`. Names of other files belong to one test each.
pub fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("run");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("p.fut"), PROGRAM).unwrap();
        folder
    })
}

pub fn command(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rista"));
    command.args(words).current_dir(folder()).env("RISTA_CACHE", folder().join("cache"));
    command
}

pub fn finish(mut command: Command, input: &[u8]) -> Output {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A command that stops early does not read its input.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

pub fn rista(words: &[&str], input: &[u8]) -> Output {
    finish(command(words), input)
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[track_caller]
fn gives(words: &[&str], input: &[u8], expected: &str) {
    let output = rista(words, input);
    assert_eq!((text(&output.stderr).as_str(), text(&output.stdout).as_str()), ("", expected));
    assert!(output.status.success());
}

/// Checks that the command ends with exit code 1, prints no results, and has messages with all of `parts`.
#[track_caller]
pub fn complains(words: &[&str], input: &[u8], parts: &[&str]) {
    says(&rista(words, input), 1, parts);
}

#[track_caller]
pub fn says(output: &Output, code: i32, parts: &[&str]) {
    let messages = text(&output.stderr);
    assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(code), ""), "{messages}");
    parts.iter().for_each(|part| assert!(messages.contains(part), "{part:?} is not in:\n{messages}"));
}

fn value(text: &str) -> Value {
    read_values(text.as_bytes()).unwrap().remove(0)
}

fn write_npy(name: &str, value: &Value) -> Vec<u8> {
    let mut bytes = Vec::new();
    value::write_npy(value, &mut bytes).unwrap();
    fs::write(folder().join(name), &bytes).unwrap();
    bytes
}

#[test]
fn arguments_come_from_the_command_line_and_standard_input() {
    gives(&["run", "p.fut", "[1, 2.5]", "3"], b"", "10.5f64\n");
    gives(&["run", "p.fut", "[1, 2.5]", "-3i64"], b"", "-10.5f64\n");
    gives(&["run", "p.fut", "[1, 2.5]"], b"3 -- the factor\n", "10.5f64\n");
    gives(&["run", "p.fut"], b"[1.0f64, 2.5] 3", "10.5f64\n");
    gives(&["run", "p.fut", "--entry", "pair", "[1, -2]"], b"", "[2i32, -1i32]\n2i64\n");
    gives(&["run", "p.fut", "--entry", "pair", "empty([0]i32)"], b"", "empty([0]i32)\n0i64\n");
}

#[test]
fn every_target_gives_the_same() {
    for target in ["c", "core", "fun", "funmem", "imp"] {
        gives(&["run", "p.fut", "--target", target, "[1, 2.5]", "3"], b"", "10.5f64\n");
    }
}

#[test]
fn helps_name_all_languages() {
    for name in ["run", "build", "dev", "tune"] {
        let help = text(&finish(command(&[name, "--help"]), b"").stdout);
        assert!(help.contains("(.fut, .nova, .mc)") && !help.contains(".nova)"), "{help}");
    }
}

/// The result shows the number of threads, because subtraction is not associative.
#[test]
fn threads_are_as_many_as_one_asks_for() {
    fs::write(folder().join("minus.fut"), "def main (n: i64) = reduce (-) 0 (map (\\i -> i * i % 1000) (iota n))\n")
        .unwrap();
    let run_with = |variables: &[(&str, &str)], option: &[&str]| {
        let mut command = command(&["run", "minus.fut", "--target", "multicore", "3000000"]);
        command.env_remove("RISTA_NUM_THREADS").env_remove("NOVA_NUM_THREADS");
        command.args(option).envs(variables.iter().copied());
        let output = finish(command, b"");
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let run = |threads: &str, option: &[&str]| run_with(&[("RISTA_NUM_THREADS", threads)], option);
    let (one, three) = (run("1", &[]), run("3", &[]));
    assert_ne!(one, three);
    assert_eq!(run("1", &["--threads", "3"]), three);
    assert_eq!(run("3", &["--threads", "1"]), one);
    assert_eq!(run_with(&[("NOVA_NUM_THREADS", "3")], &[]), three);
    assert_eq!(run_with(&[("NOVA_NUM_THREADS", "3"), ("RISTA_NUM_THREADS", "1")], &[]), one);
    gives(&["run", "minus.fut", "3000000"], b"", &one);
}

/// The scan has more pieces than fit into a cache, and the reductions beside it have room for all of them.
#[test]
fn large_scans_have_reductions_beside_them() {
    let code = "def main (n: i64) (k: i64) =
  let xs = tabulate n (\\i -> i * 7919 % 1000003)
  in ((scan (+) 0 (map i8.i64 xs))[k], reduce i64.max 0 xs)
";
    fs::write(folder().join("beside.fut"), code).unwrap();
    let arguments = ["run", "beside.fut", "--target", "multicore", "--threads", "2", "60000000", "3"];
    gives(&arguments, b"", "-102i8\n1000002i64\n");
}

/// All threads have a part of a long row; sums here are exact in any order.
#[test]
fn long_rows_are_the_same_on_all_threads() {
    let code = "((L : vector int))
(let (X (map (lambda (n : int) : vector float (map (lambda (i : int) : float (to_float (& i 3))) (range n))) L))
     (shifted (map (lambda (r : vector float) : vector float (let (s (reduce + 0.0 r)) in (map (+ s) r))) X))
  in ((map (reduce + 0.0) X), (map (reduce max -1.0) shifted)))";
    fs::write(folder().join("long.nova"), code).unwrap();
    let lengths = "[3, 0, 100000, 20, 700000, 0, 500000, 1]";
    let expected = "[3.0f32, 0.0f32, 150000.0f32, 30.0f32, 1050000.0f32, 0.0f32, 750000.0f32, 0.0f32]
[5.0f32, -1.0f32, 150003.0f32, 33.0f32, 1050003.0f32, -1.0f32, 750003.0f32, 0.0f32]
";
    for threads in ["1", "2", "3", "16"] {
        gives(&["run", "long.nova", "--target", "multicore", "--threads", threads, lengths], b"", expected);
    }
}

#[test]
fn values_go_through_in_binary_form() {
    let (xs, k) = (value("[1.0, 2.5]"), value("3i64"));
    let mut input = Vec::new();
    value::write_binary(&xs, &mut input).unwrap();
    value::write_binary(&k, &mut input).unwrap();
    let output = rista(&["run", "p.fut", "--binary"], &input);
    assert_eq!(read_values(&output.stdout).unwrap(), [value("10.5f64")], "{}", text(&output.stderr));
    fs::write(folder().join("both.bin"), &input).unwrap();
    gives(&["run", "p.fut", "-i", "both.bin"], b"", "10.5f64\n");
    input.pop();
    complains(&["run", "p.fut"], &input, &["`k` takes i64", "standard input"]);
}

#[test]
fn files_give_arguments_by_position_and_by_name() {
    let bytes = write_npy("xs.npy", &value("[1.0, 2.5]"));
    write_npy("k.npy", &value("3i64"));
    gives(&["run", "p.fut", "-i", "xs.npy", "3"], b"", "10.5f64\n");
    gives(&["run", "p.fut", "3", "-i", "xs=xs.npy"], b"", "10.5f64\n");
    gives(&["run", "p.fut", "-i", "k=k.npy", "-i", "xs.npy"], b"", "10.5f64\n");
    complains(&["run", "p.fut", "-i", "k=k.npy", "-i", "k=k.npy"], b"", &["`k` is given twice"]);
    complains(&["run", "p.fut", "-i", "y=k.npy"], b"", &["main has no parameter `y`", "main takes xs: [n]f64, k: i64"]);
    fs::write(folder().join("short.npy"), &bytes[..bytes.len() - 1]).unwrap();
    complains(&["run", "p.fut", "-i", "short.npy", "3"], b"", &["short.npy is not one", "16 bytes", "15"]);
    fs::write(folder().join("header.npy"), &bytes[..20]).unwrap();
    complains(&["run", "p.fut", "-i", "header.npy", "3"], b"", &["header.npy is not one", "ends inside its header"]);
    complains(&["run", "p.fut", "-i", "none.npy", "3"], b"", &["cannot read none.npy: there is no such file"]);
    let wrong = ["`xs` takes [n]i32, but xs.npy is of type [2]f64", "astype(\"int32\")"];
    complains(&["run", "p.fut", "-e", "pair", "-i", "xs.npy"], b"", &wrong);
}

#[test]
fn results_go_to_files_all_or_none() {
    gives(&["run", "p.fut", "-e", "pair", "[1, 2]", "-o", "ys.npy", "-o", "n.npy"], b"", "");
    assert_eq!(read_npy(&fs::read(folder().join("ys.npy")).unwrap()).unwrap(), value("[2, 3]"));
    assert_eq!(read_npy(&fs::read(folder().join("n.npy")).unwrap()).unwrap(), value("2i64"));
    let into_nothing = ["run", "p.fut", "-e", "pair", "[1, 2]", "-o", "first.npy", "-o", "nowhere/n.npy"];
    complains(&into_nothing, b"", &["cannot write nowhere/n.npy: there is no such folder"]);
    assert!(!folder().join("first.npy").exists());
    let one = ["run", "p.fut", "-e", "pair", "[1]", "-o", "y.npy"];
    let wanted = ["each scalar and array that pair gives: 2, not 1", "its result ([n]i32, i64) are []i32, i64"];
    says(&rista(&one, b""), 2, &wanted);
    says(&rista(&[&one[..], &["-o", "y.npy"]].concat(), b""), 2, &["y.npy for two results"]);
    says(&rista(&["run", "p.fut", "[1]", "1", "-o", "y.txt"], b""), 2, &["y.txt is not a .npy file"]);
}

#[test]
fn wrong_arguments_are_named_with_both_types() {
    complains(&["run", "p.fut", "[1]", "true"], b"", &["`k` takes i64, but `true`", "is of type bool"]);
    complains(&["run", "p.fut", "[1]", "1.5"], b"", &["`k` takes i64, but `1.5`", "is of type f64"]);
    complains(&["run", "p.fut", "[[1, 2]]", "1"], b"", &["`xs` takes [n]f64, but `[[1, 2]]`", "is of type [1][2]i32"]);
    complains(&["run", "p.fut", "-e", "negate", "200"], b"", &["`x` takes i8", "200", "out of the range of i8"]);
    complains(&["run", "p.fut", "[1, 1e400]", "1"], b"", &["`xs` takes [n]f64", "`1e400` is out of the range of f64"]);
    complains(&["run", "p.fut", "[1, 2", "1"], b"", &["`xs` takes [n]f64", "1:6"]);
    complains(&["run", "p.fut", "[1]"], b"", &["the argument `k` of main is missing", "main takes xs: [n]f64, k: i64"]);
    complains(&["run", "p.fut", "[1]", "2", "3"], b"", &["`3`", "more arguments than main takes"]);
    complains(&["run", "p.fut"], b"[1] 2 3", &["standard input", "more arguments than main takes"]);
    complains(&["run", "p.fut", "[1] 2", "3"], b"", &["more than one value for the parameter `xs`"]);
}

#[test]
fn units_may_stand_or_be_left_out() {
    let program = "((u : unit) (x : int) (v : (unit, int)))\n(u, ((x, (v.1)), v))\n";
    fs::write(folder().join("units.nova"), program).unwrap();
    let expected = "()\n((1i32, 2i32), ((), 2i32))\n";
    let run = |words: &[&str], input: &[u8]| {
        gives(&[&["run", "--target", "core", "units.nova"], words].concat(), input, expected);
    };
    run(&["()", "1", "((), 2)"], b"");
    run(&["1", "2"], b"");
    run(&["()", "1", "()", "2"], b"");
    run(&["()"], b"1 () 2");
    run(&[], b"() 1 2");
    fs::write(folder().join("unit.in"), "()").unwrap();
    run(&["-i", "u=unit.in", "1", "2"], b"");
    let twice = ["run", "--target", "core", "units.nova", "()", "()", "1", "2"];
    complains(&twice, b"", &["`x` takes int, but `()`"]);
    fs::write(folder().join("unit.nova"), "((u : unit))\nu\n").unwrap();
    gives(&["run", "--target", "core", "unit.nova", "()"], b"", "()\n");
    gives(&["run", "--target", "core", "unit.nova"], b"", "()\n");
    complains(&["run", "--target", "core", "unit.nova", "1"], b"", &["`1`", "more arguments than main takes"]);
}

#[test]
fn values_of_recursive_types_are_shown_and_told_apart() {
    let program = "((xs : (List int)) (t : Tree))\n\
                   (types (List 'a : (+ (Nil : unit) (Cons : ('a, (List 'a)))))\n\
                   (Tree : (+ (Leaf : int) (Node : (Tree, Tree)))))\n(t, (xs, 1))\n";
    fs::write(folder().join("recursive.nova"), program).unwrap();
    let run = ["run", "--target", "core", "recursive.nova"];
    let with = |words: &[&'static str]| [&run[..], words].concat();
    gives(&with(&["#Cons (1, #Nil)", "#Leaf 2"]), b"", "#Leaf 2i32\n(#Cons (1i32, #Nil), 1i32)\n");
    complains(&with(&["#Nul"]), b"", &["expected #Cons or #Nil, but found `#Nul`", "is written as #Cons (1, #Nil)"]);
    complains(&with(&["#Nil"]), b"", &["`t` of main is missing", "is written as #Node (#Leaf 1, #Leaf 2)"]);
    complains(
        &run,
        b"[1, 7] empty([0]i32) #Leaf 2",
        &["`xs` does not represent a value: 7 at position 1 of its numbers"],
    );
}

#[test]
fn results_that_share_too_much_are_a_failure() {
    let program = "((n : int))\n(types (Tree : (+ (Leaf : unit) (Node : (Tree, Tree)))))\n\
                   (let (grow (mu (grow : int -> Tree -> Tree) (lambda (n : int) (t : Tree) : Tree\n\
                   (if (= n 0) then t else (grow (- n 1) (Node (t, t))))))) in (grow n (Leaf nil)))\n";
    fs::write(folder().join("shared.nova"), program).unwrap();
    complains(&["run", "shared.nova", "60"], b"", &["the result is too large"]);
}

#[test]
fn wrong_files_and_names_are_said_clearly() {
    complains(&["run", "none.fut"], b"", &["cannot read none.fut: there is no such file"]);
    complains(&["run", "notes.txt"], b"", &["notes.txt is not a program", ".fut"]);
    fs::write(folder().join("latin.fut"), b"-- a\n-- caf\xe9\n").unwrap();
    complains(&["run", "latin.fut"], b"", &["latin.fut is not UTF-8 text", "line 2"]);
    complains(&["run", "p.fut", "-e", "pari", "[1]"], b"", &["no entry point `pari`", "similar name: `pair`"]);
    complains(&["run", "p.fut", "-e", "nothing"], b"", &["main, pair, element, negate"]);
    says(&rista(&["run", "p.fut", "[1]", "2", "--binray"], b""), 2, &["--binary"]);
}

#[test]
fn a_failure_tells_its_place() {
    for target in ["c", "core"] {
        let words = ["run", "p.fut", "-e", "element", "--target", target, "[1, 2]", "2"];
        complains(&words, b"", &["Error: ", "out of bounds", "-> #0  p.fut:4:49-53"]);
    }
}

#[test]
fn a_missing_c_compiler_is_named() {
    let mut without = command(&["run", "p.fut", "[1]", "2"]);
    without.env("PATH", "").env("CC", "");
    says(&finish(without, b""), 1, &["there is no C compiler", "install", "--target core"]);
    let mut idle = command(&["run", "--no-cache", "p.fut", "[1]", "2"]);
    idle.env("CC", "true");
    says(&finish(idle, b""), 1, &["true cannot make programs"]);
    let mut wrong = command(&["run", "p.fut", "[1]", "2"]);
    wrong.env("CC", "no-such-compiler");
    says(&finish(wrong, b""), 1, &["CC names `no-such-compiler`"]);
}

#[test]
fn what_the_c_compiler_does_not_take_is_an_internal_error() {
    let with = |compiler: &str| {
        let mut refuses = command(&["run", "p.fut", "--no-cache", "[1]", "2"]);
        refuses.env("CC", compiler).env("TMPDIR", folder());
        finish(refuses, b"")
    };
    // A compiler that cannot compile anything is itself reported.
    says(&with("false"), 1, &["false does not work here"]);
    says(&with("'cc"), 1, &["CC has a quotation mark without its pair"]);
    let output = with("sh -c 'case \"$*\" in *probe*) exit 0;; esac; exit 1' sh");
    says(&output, 101, &["internal error: C compiler", "The C file is kept in"]);
    let messages = text(&output.stderr);
    let kept = messages.split("kept in ").nth(1).and_then(|rest| rest.split(".c.").next()).unwrap();
    assert!(fs::read_to_string(format!("{kept}.c")).unwrap().contains("int main("));
}

/// Writes a C compiler that counts its calls in the file `NAME.calls` and makes `program`, a shell script.
fn fake_compiler(name: &str, program: &str) -> String {
    let calls = folder().join(format!("{name}.calls"));
    let path = folder().join(name);
    let script = format!(
        "#!/bin/sh\nfor out; do [ \"$last\" = -o ] && break; last=$out; done\n[ \"$2\" = --version ] && exit 0\n\
         echo call >> '{}'\nprintf '#!/bin/sh\\n%s\\n' '{program}' > \"$out\"\nchmod +x \"$out\"\n",
        calls.display()
    );
    let _ = fs::remove_file(&calls);
    fs::write(&path, script).unwrap();
    assert!(Command::new("chmod").arg("+x").arg(&path).status().unwrap().success());
    format!("'{}' -argument", path.display())
}

#[test]
fn the_cache_spares_the_c_compiler() {
    let compiler = fake_compiler("counting", "printf true");
    let cache = folder().join("counting-cache");
    let _ = fs::remove_dir_all(&cache);
    let with = |words: &[&str]| {
        let mut command = command(&[&["run", "p.fut", "[1]", "2"], words].concat());
        command.env("CC", &compiler).env("RISTA_CACHE", &cache);
        finish(command, b"");
        fs::read_to_string(folder().join("counting.calls")).unwrap().lines().count()
    };
    assert_eq!([with(&[]), with(&[]), with(&["--no-cache"]), with(&[])], [1, 1, 2, 2]);
    // A program and its checksum; a damaged program is compiled again.
    let entries: Vec<PathBuf> = fs::read_dir(&cache).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(entries.len(), 2);
    entries.iter().for_each(|path| fs::write(path, "").unwrap());
    assert_eq!([with(&[]), with(&[])], [3, 3]);
    // Other passes make another program.
    assert_eq!([with(&["--without", "fuse"]), with(&["--without", "fuse"]), with(&[])], [4, 4, 4]);
}

/// `off` is no folder: nothing is kept, neither there nor in the usual folder.
#[test]
fn the_cache_can_be_off() {
    let compiler = fake_compiler("uncached", "printf true");
    let home = folder().join("uncached-home");
    let _ = fs::remove_dir_all(&home);
    for runs in 1..=2 {
        let mut command = command(&["run", "p.fut", "[1]", "2"]);
        command.env("CC", &compiler).env("RISTA_CACHE", "off").env("XDG_CACHE_HOME", &home);
        finish(command, b"");
        assert_eq!(fs::read_to_string(folder().join("uncached.calls")).unwrap().lines().count(), runs);
    }
    assert!(!home.exists() && !folder().join("off").exists());
}

#[test]
fn passes_can_be_left_out() {
    let optional = [
        "tail-calls",
        "inline",
        "tidy",
        "slice",
        "hoist",
        "fuse",
        "fuse-reads",
        "distribute",
        "interior",
        "hoist-work",
        "peel",
    ];
    let without = |names: &[&'static str]| names.iter().flat_map(|name| ["--without", name]).collect::<Vec<_>>();
    gives(&[&["run", "p.fut", "[1.5, 2.5]", "2"], &without(&optional)[..]].concat(), b"", "8.0f64\n");
    let imp = |names: &[&'static str]| {
        text(&rista(&[&["dev", "p.fut", "--to", "imp"], &without(names)[..]].concat(), b"").stdout)
    };
    assert!(imp(&["fuse", "fuse-reads"]).lines().count() > imp(&[]).lines().count());
    fs::write(folder().join("twice.fut"), "entry main (x: i64) (y: i64) = (x * y + 1) * (x * y + 1)").unwrap();
    let products = |words: &[&str]| {
        text(&rista(&[&["dev", "twice.fut", "--to", "funmem"], words].concat(), b"").stdout).matches(" * ").count()
    };
    assert_eq!([products(&[]), products(&["--without", "cse"])], [2, 3], "`tidy` runs no pass that is left out");
    let wrong = |name: &str, reason: &str| {
        let output = rista(&["run", "p.fut", "[1]", "2", "--without", name], b"");
        says(&output, 2, &[reason, "these can be left out: keep-checks, tail-calls, inline, "]);
    };
    wrong("fusion", "there is no pass `fusion`");
    wrong("lower-to-imp", "the pass `lower-to-imp` cannot be left out");
}

#[test]
fn what_host_code_calls_is_counted() {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/nova/vectors_in_trees.nova");
    let counted = |report: &str, depth: &str| {
        let words =
            ["dev", program.to_str().unwrap(), "--stats", report, "--json", "--eval", "main", depth, "[1, 2, 3]"];
        let output = rista(&words, b"");
        let json: serde_json::Value = serde_json::from_str(&text(&output.stdout))
            .unwrap_or_else(|error| panic!("{error}: {}", text(&output.stderr)));
        json["evaluated"].clone()
    };
    let scalars = |depth: &str| counted("arrays", depth)["program"]["scalars"].as_u64().unwrap();
    assert!(scalars("3") > scalars("1") && scalars("1") > 0, "calls add up");
    let allocations = |depth: &str| counted("memory", depth)["passes"][0]["allocations"].as_u64().unwrap();
    assert!(allocations("3") > allocations("1"));
}

#[test]
fn rounds_are_limited() {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/passes/proved_loops.fun");
    let lines = |words: &[&str]| {
        let words = [&["dev", program.to_str().unwrap(), "--pass", "tidy"], words].concat();
        text(&rista(&words, b"").stdout).lines().count()
    };
    let whole = lines(&[]);
    assert!(lines(&["--rounds", "1"]) > whole, "one round leaves something to do");
    assert_eq!(lines(&["--rounds", "1000000"]), whole, "to the end");
    says(&rista(&["dev", "p.fut", "--to", "fun", "--rounds", "0"], b""), 2, &["invalid value '0'"]);
    says(&rista(&["dev", "p.fut", "--rounds", "2"], b""), 2, &["--rounds needs passes, and none is run"]);
}

#[test]
fn programs_that_are_killed_or_crash_are_told_apart() {
    let run = |name: &str, program: &str| {
        let mut command = command(&["run", "p.fut", "--no-cache", "[1]", "2"]);
        command.env("CC", fake_compiler(name, program));
        finish(command, b"")
    };
    says(&run("killing", "kill -KILL $$"), 137, &["the program was killed", "memory runs out"]);
    says(&run("crashing", "kill -SEGV $$"), 101, &["internal error: compiled program: it crashed"]);
    says(&run("lying", "printf nonsense"), 101, &["internal error: compiled program: its results are wrong"]);
    says(&run("failing", "echo Error: no >&2; exit 3"), 3, &["Error: no"]);
}

#[test]
fn check_prints_json_lines() {
    fs::write(folder().join("bad.fut"), "entry main (x: i32) : i32 =\n  x + y\n").unwrap();
    let output = rista(&["check", "--json", "p.fut", "bad.fut", "none.fut"], b"");
    assert_eq!(output.status.code(), Some(1));
    let lines: Vec<serde_json::Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let [undefined, missing] = &lines[..] else { panic!("{lines:?}") };
    assert_eq!(undefined["severity"], "error");
    assert!(undefined["headline"].as_str().unwrap().contains("`y`"));
    assert!(undefined["code"].as_str().unwrap().starts_with('E'));
    assert_eq!(undefined["file"], "bad.fut");
    assert_eq!(undefined["start"], serde_json::json!({ "line": 2, "column": 7 }));
    assert_eq!(undefined["end"], serde_json::json!({ "line": 2, "column": 8 }));
    assert_eq!((&missing["code"], &missing["file"]), (&serde_json::Value::Null, &"none.fut".into()));
    gives(&["check", "p.fut"], b"", "");
    complains(&["check", "bad.fut"], b"", &["`y`", "bad.fut:2:7"]);
}

#[test]
fn denied_warnings_are_errors() {
    fs::write(folder().join("warned.fut"), "def n : i64 = 3\nentry main (xs: [n]i32) : [3]i32 = xs\n").unwrap();
    let warned = rista(&["check", "warned.fut"], b"");
    assert!(warned.status.success() && text(&warned.stderr).contains("warning[E0704]: not portable"));
    for words in [["check", "warned.fut"], ["run", "warned.fut"], ["build", "warned.fut"], ["test", "warned.fut"]] {
        let denied = rista(&[words.as_slice(), &["--deny", "warnings"]].concat(), b"[1, 2, 3]");
        let said = text(&denied.stderr) + &text(&denied.stdout);
        assert!(!denied.status.success() && said.contains("error[E0704]: not portable"), "{words:?}: {said}");
    }
}

#[test]
fn fmt_changes_white_space_in_place_and_whole_folders() {
    let below = folder().join("fmt/below");
    fs::create_dir_all(&below).unwrap();
    let (rough, smooth) = ("def f(x:i32)=x+1 -- one more\n", "def f (x: i32) = x + 1 -- one more\n");
    let (first, second) = (folder().join("fmt/a.fut"), below.join("b.fut"));
    let wrong = folder().join("fmt/wrong.fut");
    let [_, _] = [&first, &second].map(|path| fs::write(path, rough).unwrap());
    fs::write(&wrong, "def f = (1\n").unwrap();

    gives(&["fmt", "-"], rough.as_bytes(), smooth);
    let checked = rista(&["fmt", "--check", "fmt/a.fut", "fmt/below"], b"");
    assert_eq!((checked.status.code(), text(&checked.stdout).as_str()), (Some(1), "fmt/a.fut\nfmt/below/b.fut\n"));
    assert_eq!(fs::read_to_string(&first).unwrap(), rough);
    complains(&["fmt", "fmt"], b"", &["error[E0", "fmt/wrong.fut:1"]);
    assert_eq!([&first, &second].map(|path| fs::read_to_string(path).unwrap()), [smooth, smooth]);
    assert_eq!(fs::read_to_string(&wrong).unwrap(), "def f = (1\n");
    gives(&["fmt", "--check", "fmt/a.fut", "fmt/below"], b"", "");
    gives(&["fmt", "--check", "-"], smooth.as_bytes(), "");
    complains(&["fmt", "none.fut"], b"", &["cannot read none.fut"]);
}

#[test]
fn build_writes_programs_and_libraries() {
    fs::create_dir_all(folder().join("lib")).unwrap();
    gives(&["build", "p.fut", "-o", "lib/program"], b"", "");
    let mut built = Command::new(folder().join("lib/program"));
    built.args(["-e", "element"]);
    let output = finish(built, b"[5, 6] 1");
    assert_eq!(read_value_as(&mut value::Reader::new(&output.stdout), value::ScalarType::I32, 0), Ok(value("6i32")));
    gives(&["build", "p.fut", "--library", "--prefix", "ours", "-o", "lib/p"], b"", "");
    assert!(fs::read_to_string(folder().join("lib/p.h")).unwrap().contains("int ours_entry_pair("));
    assert!(fs::read_to_string(folder().join("lib/p.c")).unwrap().contains("ours_entry_pair("));
    let manifest = fs::read_to_string(folder().join("lib/p.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    assert_eq!(manifest["entry_points"]["pair"]["cfun"], "ours_entry_pair");
    for prefix in ["", "a b", "9"] {
        let output = rista(&["build", "p.fut", "--library", "--prefix", prefix, "-o", "lib/q"], b"");
        says(&output, 2, &["letters, digits and `_`"]);
    }
    gives(&["build", "p.fut", "--emit", "c", "-o", "lib/text"], b"", "");
    assert!(fs::read_to_string(folder().join("lib/text.c")).unwrap().contains("int main("));
    fs::write(folder().join("none-to-call.fut"), "def f (x: i32) = x\n").unwrap();
    complains(&["build", "none-to-call.fut"], b"", &["no entry points", "`entry`"]);
    complains(&["build", "p.fut", "-o", "lib"], b"", &["lib: it is a folder"]);
    complains(&["build", "p.fut", "-o", "p.fut"], b"", &["it is the source"]);
}

#[test]
fn promised_checks_are_in_evaluators_only() {
    let futhark = "def get (xs: []i32) (i: i64) : i32 = xs[i]
        def half (xs: []i32) : []i32 = take (length xs / 2) xs
        entry gather (xs: []i32) (is: []i64) : []i32 = #[unsafe] map (get xs) is
        entry divide (n: i64) (m: i64) : i64 = #[unsafe] assert (n > 0) (n / m)
        entry sizes [n] (xs: [n]i32) (ys: []i32) : i32 = #[unsafe] i32.sum (map2 (*) xs (half ys :> [n]i32))
        entry update (xs: *[]i32) (i: i64) : []i32 = #[unsafe] (xs with [i] = xs[i + 1])";
    // A data type makes code of the host.
    let core = "data list = <cons(i64, @list) | nil>
        def main (xs : []i64) (i : i64) : i64 =
          match (#cons((unchecked xs[i]), (#nil : @list)) : @list) {
            case #cons(x : i64, _ : @list) : @list => (unchecked ensure x != 0, \"no zero\"() in (unchecked 10 / x))
            case #nil : @list => 0 }
        entry main = @main (xs : []i64, i : i64) -> i64";
    let checks = ["out of bounds for array", "division by zero", "Assertion is false", "cannot match shape", "no zero"];
    for (name, text, entries) in [
        ("promised.fut", futhark, &["gather", "divide", "sizes", "update"][..]),
        ("promised.core", core, &["main"][..]),
    ] {
        std::fs::write(folder().join(name), text).expect("a file");
        for target in ["c", "multicore", "cuda"] {
            gives(&["build", name, "--target", target, "--emit", "c", "-o", "promised"], b"", "");
            let c = std::fs::read_to_string(folder().join("promised.c")).expect("the C");
            let found: Vec<&str> = checks.into_iter().filter(|check| c.contains(check)).collect();
            assert!(found.is_empty(), "{name} for {target}: {found:?}");
        }
        for (entry, level) in entries.iter().flat_map(|entry| ["core", "fun", "imp"].map(|level| (entry, level))) {
            let arguments: &[&str] = match *entry {
                "gather" => &["[1i32, 2]", "[2i64]"],
                "divide" => &["0i64", "0i64"],
                "sizes" => &["[1i32, 2]", "[1i32, 2]"],
                "update" => &["[1i32, 2]", "1i64"],
                _ => &["[0i64]", "0i64"],
            };
            let words = [&["run", name, "--target", level, "--entry", entry], arguments].concat();
            says(&rista(&words, b""), 1, &["Error: "]);
        }
    }
}

#[test]
fn dev_says_what_does_not_fit_the_program() {
    let fun = rista(&["dev", "p.fut", "--to", "fun"], b"");
    fs::write(folder().join("dev.fun"), fun.stdout).unwrap();
    let peel = rista(&["dev", "dev.fun", "--pass", "peel"], b"");
    says(&peel, 2, &["`peel` runs at level imp", "the program is at fun"]);
    says(&rista(&["dev", "dev.fun", "--to", "core"], b""), 2, &["at level fun already, past core"]);
    complains(
        &["dev", "p.fut", "--eval", "pair"],
        b"",
        &["the argument `xs` of pair is missing", "pair takes xs: [n]i32"],
    );
    complains(&["dev", "p.fut", "--eval", "paar"], b"", &["no entry point `paar`", "`pair`"]);
}

#[test]
fn dev_prints_nova_back() {
    let source = "; A comment.\n((x : int)) (let (f (lambda (y : int) (+ y x))) in\n\n ((f) 1))";
    fs::write(folder().join("back.nova"), source).unwrap();
    let printed = rista(&["dev", "back.nova", "--to", "nova"], b"");
    assert_eq!(text(&printed.stdout), "((x : int))\n(let (f (lambda (y : int) (+ y x))) in (f 1))\n");
    fs::write(folder().join("again.nova"), &printed.stdout).unwrap();
    assert_eq!(rista(&["dev", "again.nova", "--to", "nova"], b"").stdout, printed.stdout);
    fs::write(folder().join("wrong.nova"), "((x : int)) (+ x y)").unwrap();
    complains(&["dev", "wrong.nova", "--to", "nova"], b"", &["`y`"]);
    says(&rista(&["dev", "p.fut", "--to", "nova"], b""), 2, &["(.nova) only"]);
    says(&rista(&["dev", "back.nova", "--to", "nova", "-e", "main", "1"], b""), 2, &["nothing is evaluated"]);
}

#[test]
fn standard_input_is_formatted_in_the_language_that_is_named() {
    let formatted = rista(&["fmt", "--language", "nova", "-"], b"((x : int)) (+   x 1)");
    assert_eq!(text(&formatted.stdout), "((x : int))\n(+ x 1)\n");
    let formatted = rista(&["fmt", "--language", "mexpr", "-"], b"let f=lam x.x mexpr f  1");
    assert_eq!(text(&formatted.stdout), "let f = lam x. x\nmexpr f 1\n");
    says(&rista(&["fmt", "--language", "nova", "p.fut"], b""), 2, &["standard input"]);
}

/// Nothing can be written to the device `/dev/full`.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_said_in_a_sentence() {
    fs::write(folder().join("full.fut"), "def f (x: i32) : bool = x\n").unwrap();
    let commands: [&[&str]; 7] = [
        &["run", "p.fut", "[1]", "2"],
        &["dev", "p.fut"],
        &["passes"],
        &["completion", "bash"],
        &["explain"],
        &["check", "--json", "full.fut"],
        &["test", "p.fut", "--target", "core"],
    ];
    for words in commands {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let output = command(words).stdin(Stdio::null()).stdout(full).output().unwrap();
        says(&output, 1, &["there is no space left"]);
    }
}

#[test]
fn completion_knows_the_commands() {
    let output = rista(&["completion", "bash"], b"");
    let script = text(&output.stdout);
    assert!(["rista__", "check", "--without", "hoist-work"].iter().all(|word| script.contains(word)));
}

#[test]
fn what_is_too_large_is_not_made_smaller() {
    fs::write(folder().join("large.fut"), TOO_LARGE).unwrap();
    let calls = [("tabled", ""), ("written", "[1i64, 2, 3]"), ("joined", "[1i64]"), ("carried", ""), ("element", "")];
    for (entry, rest) in calls {
        for target in ["c", "imp", "funmem", "fun", "core"] {
            let mut words = vec!["run", "large.fut", "--target", target, "-e", entry, "4294967296"];
            words.extend((!rest.is_empty()).then_some(rest));
            let output = rista(&words, b"");
            let errors = text(&output.stderr);
            let is_said = errors.contains("too ") || errors.contains("out of memory") || errors.contains("more than");
            assert!(output.status.code() == Some(1) && is_said, "{entry} on {target}: {errors}");
        }
    }
}

#[test]
fn tuning_parameters_are_those_of_the_program() {
    let none = "there is no tuning parameter `x`\nhelp: for this target the program has none";
    complains(&["run", "p.fut", "--param", "x=3", "[1]", "2"], b"", &[none]);
    let none = "there is no tuning parameter `x`\nhelp: there are: group_size, groups, group_memory, tile_size, warp_size, short_segment, stack_size";
    complains(&["run", "p.fut", "--target", "cuda", "--param", "x=3", "[1]", "2"], b"", &[none]);
    complains(&["run", "p.fut", "--tuning", "absent", "[1]", "2"], b"", &["cannot read absent"]);
    says(&rista(&["run", "p.fut", "--param", "x"], b""), 2, &["a tuning parameter is set by NAME=VALUE"]);
    let text = "fun main (n : i64) -> (r : i64) = let (r : i64) = threshold near 7i64 in (r)
entry main = main (n : i64) -> i64\n";
    fs::write(folder().join("near.fun"), text).unwrap();
    fs::write(folder().join("near.tuning"), "near=5\n").unwrap();
    for target in ["fun", "funmem", "imp", "c", "multicore"] {
        gives(&["run", "near.fun", "--target", target, "1"], b"", "7i64\n");
        gives(&["run", "near.fun", "--target", target, "--tuning", "near.tuning", "1"], b"", "5i64\n");
        let both = ["run", "near.fun", "--target", target, "--tuning", "near.tuning", "--param=near=4", "1"];
        gives(&both, b"", "4i64\n");
    }
}

#[test]
fn wrong_command_lines_have_a_code_of_their_own() {
    let unknown = "error: there is no pass `nosuch`\nhelp: these ";
    for (words, part) in [
        (&["dev", "p.fut", "--to", "imp", "--with", "unmem"][..], "the pass `unmem` cannot be added, as it"),
        (&["dev", "p.fut", "--to", "imp", "--with", "lower-to-imp"], "the pass `lower-to-imp` cannot be added"),
        (&["test", "p.fut", "--with", "unmem"], "the pass `unmem` cannot be added"),
        (&["dev", "p.fut", "--to", "fun", "--with", "expand"], "the pass `expand` runs at level funmem, but"),
        (&["dev", "p.fut", "--pass", "nosuch"], unknown),
        (&["dev", "p.fut", "--to", "imp", "--with", "nosuch"], unknown),
        (&["run", "p.fut", "--without", "nosuch"], unknown),
        (&["test", "p.fut", "--with", "nosuch"], unknown),
        (&["dev", "p.fut", "--pass", "fuse"], "the pass `fuse` runs at level fun, but the program is at core"),
        (&["dev", "p.fut", "--to", "FUNMEM"], "invalid value 'FUNMEM' for '--to <LEVEL>'"),
        (&["dev", "p.fut", "3"], "name it with --eval"),
        (&["dev", "p.fut", "--without", "fuse"], "--without needs a pipeline, and none is run"),
        (&["dev", "p.fut", "--dump", "nothing"], "--dump needs passes, and none is run"),
        (&["dev", "p.fut", "--validate", "--eval", "main", "[1]", "2"], "--validate needs a program at funmem"),
        (&["dev", "p.fut", "--to", "imp", "--valid", "--eval", "main", "[1]", "2"], "and this one is at imp"),
        (&["dev", "p.fut", "--to", "imp", "--stats", "sizes"], "these reports need a program at fun and funmem"),
        (&["run", "p.fut", "-o", "a.txt", "[1]", "2"], "a.txt is not a .npy file"),
    ] {
        says(&rista(words, b""), 2, &[part]);
    }
    assert!(!folder().join("nothing").exists());
    says(&rista(&["test", "absent.fut"], b""), 2, &["cannot read absent.fut: there is no such file"]);
    says(&rista(&["dev", "p.fut", "--to", "fun", "--dump", "p.fut"], b""), 1, &["something else has this name"]);
}

#[test]
fn what_starts_with_b_may_be_text() {
    complains(&["run", "p.fut", "bad", "1"], b"", &["`xs` takes [n]f64", "expected"]);
    let output = rista(&["run", "p.fut", "bad", "1"], b"");
    assert!(!text(&output.stderr).contains("binary"));
    fs::write(folder().join("seven.bin"), b"b\x07\x01 f64").unwrap();
    complains(&["run", "p.fut", "-i", "seven.bin"], b"", &["binary values of version 7 are not known"]);
}

/// A program of FUNMEM that writes far beyond its block, and one of IMP that writes without a block.
const BEYOND: &str = "fun main (n : i64) -> (s : i64) =
  let (m : mem) = alloc i64 2
  let (xs : [n]i64 @ m -> 0 + {(n : 1)}) = iota n
  let (s : i64) = xs[0]
  in (s)
entry main = main (n : i64) -> i64
";
const NOWHERE: &str = "fun \"main\" (n : i64) -> (s : i64) {
  var m : mem
  m.i64[n] <- n
  s <- m.i64[(n - 1i64)]
}
entry \"main\" = fun 0 (n : i64) -> i64
";

#[test]
fn texts_of_levels_that_crash_may_be_at_fault_themselves() {
    fs::write(folder().join("beyond.funmem"), BEYOND).unwrap();
    fs::write(folder().join("nowhere.imp"), NOWHERE).unwrap();
    let validate = "help: `rista check --validate beyond.funmem` with the values shows";
    complains(&["run", "beyond.funmem", "300000000"], b"", &["crashed", "may be wrong itself", validate]);
    complains(&["run", "beyond.funmem", "--target", "funmem", "3"], b"", &["has no meaning here", validate]);
    complains(&["dev", "beyond.funmem", "--eval", "main", "3"], b"", &["has no meaning here"]);
    let evaluate = "help: `rista run --target imp nowhere.imp` evaluates it";
    complains(&["run", "nowhere.imp", "300000000"], b"", &["crashed", evaluate]);
    complains(&["run", "nowhere.imp", "--target", "imp", "3"], b"", &["refers to no block", evaluate]);
}

#[test]
fn texts_of_levels_are_told_what_is_wrong_and_where() {
    let small = BEYOND.replace("alloc i64 2", "alloc i8 n");
    let uncounted = BEYOND.replace("alloc i64 2", "alloc i64");
    let entry = "\nentry \"main\" = fun 0 (n : i64) -> i64\n";
    for (name, text, parts) in [
        ("small.funmem", small.as_str(), &["small.funmem:3:3", "in this statement", "type i8, not i64"][..]),
        ("uncounted.funmem", &uncounted, &["uncounted.funmem:2:25", "`alloc` needs a count of elements"]),
        ("twice.imp", &(NOWHERE.to_owned() + entry), &["two entry points are called \"main\""]),
        ("name.imp", &NOWHERE.replace("y \"main", "y \"bad name"), &["\"bad name\" cannot be the name of an entry"]),
        ("two.funmem", &format!("{BEYOND}entry main = main (n : i64) -> i64\n"), &["two entry points are called"]),
        ("large.imp", &NOWHERE.replace("m : mem", "m : i64[99999999999999]"), &["a number below 2^30 is needed"]),
    ] {
        fs::write(folder().join(name), text).unwrap();
        complains(&["check", name], b"", parts);
    }
}
