//! Tests of programs that act: they read, print, exit, and recurse as deep as memory permits.

use crate::run::{command, complains, finish, folder, rista, says, text};
use std::ffi::OsStr;
use std::fs;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::process::{Command, Stdio};

/// A program that prints its input, its arguments and what a command prints, and ends with an exit code.
const ACTION: &str = "
def say (s : []u8) : () = system.print(concat(\"<\", s, \">\"))
def rest (at : i64) : i64 =
  if at < system.arguments() then let _ : () = @say(system.argument(at)) in @rest(at + 1)
  else system.command(\"printf shell; exit 5\")
def main : () =
  let line : []u8 = system.read_line()
  let _ : () = @say(line)
  let code : i64 = @rest(0)
  in if size.0(line) == 0 then (fail(\"no line\") : ()) else (system.exit(code + 2) : ())
entry main = @main() -> ()
";

/// A program that fails with a message of its own.
const FAILING: &str = "
def main (x : f64) : i64 =
  let s : []u8 = text.of_float(x)
  in if size.0(s) > 4 then (fail(concat(s, \" is too large\")) : i64) else size.0(s) + 1
entry main = @main(x : f64) -> i64
";

/// A program whose message contains a zero and malformed characters, or a long path.
const RAW: &str = "
def main : () =
  let _ : () = system.print(\"before\")
  in if equal(system.argument(0), \"path\") then system.delete_file(system.argument(1))
     else (fail([97u8, 0u8, 0xE2u8, 0x82u8, 0xACu8, 27u8, 91u8, 49u8, 109u8, 0xFFu8, 0xE2u8, 40u8, 0xF0u8, 0x80u8, 0xEDu8, 0xA0u8]) : ())
entry main = @main() -> ()
";

/// A program that prints without end.
const ENDLESS: &str = "
def more (n : i64) : () = let _ : () = system.print(\"0123456789\\n\") in @more(n + 1)
def main : () = @more(0)
entry main = @main() -> ()
";

/// Each round gives up a cycle through a reference, a sequence and a function. All together they would take more memory
/// than the program may have.
#[test]
fn cycles_are_freed() {
    let source = "type Node
con Node : (Int, Ref [Node], Ref (Int -> Int)) -> Node
mexpr
recursive let go = lam i. lam s.
  if eqi i 2000000 then s
  else
    let next = ref [] in
    let f = ref (addi 1) in
    let node = Node (i, next, f) in
    modref next [node];
    modref f (lam x. match head (deref next) with Node (y, _, _) in subi x y);
    match node with Node (_, _, g) in
    go (addi i 1) (addi s ((deref g) (addi i 1)))
in
print (float2string (int2float (go 0 0)))
";
    fs::write(folder().join("cycles.mc"), source).unwrap();
    let built = rista(&["build", "cycles.mc"], b"");
    assert!(built.status.success(), "{}", text(&built.stderr));
    let run = Command::new("sh").args(["-c", "ulimit -v 131072; ./cycles"]).current_dir(folder()).output().unwrap();
    assert_eq!((text(&run.stdout).as_str(), text(&run.stderr).as_str()), ("2000000.", ""));
}

/// Records are evaluated in the order of the text, top-level values once and before the program, also unused ones.
#[test]
fn programs_in_mexpr_print() {
    let source = "let say = lam s. lam v. print s; v
let two = lam n. addi n 1
let unused = say \"top \" 1
let r = {b = say \"b\" 1, a = say \"a\" 2}
mexpr
let t = {r with b = say \"c\" 3, a = say \"d\" 4} in
let u = {#label\"1\" = say \"e\" 1, #label\"0\" = say \"f\" 2} in
let f = lam x. lam y. addi x y in
let sum = f (say \"g\" t.a) (say \"h\" u.0) in
print (concat \" w\u{f6}rld \u{20ac}\u{1F600} \" (float2string (addf (string2float \"2.5\") (int2float sum))));
printError \"err\\n\";
(if stringIsFloat \"x\" then print \"no\" else ());
exit (if fileExists \"/nonexistent\" then 4 else 3)
";
    fs::write(folder().join("print.mc"), source).unwrap();
    let order = "let say = lam s. lam v. print s; v
let digit = lam n. [int2char (addi 48 n)]
mexpr
iter (lam x. print (digit x)) (map (lam x. print \"m\"; addi x 1) (create 3 (lam i. print \"c\"; i)));
print \" \"; iteri (lam i. lam x. print (digit i); print x) (mapi (lam i. lam x. print \"I\"; x) [\"a\", \"b\"]);
print \" \"; print (foldl (lam acc. lam x. print \"l\"; concat acc x) \"\" (reverse [\"ab\", \"cd\"]));
print \" \"; print (foldr (lam x. lam acc. print [x]; snoc acc x) \"\" \"xyz\");
print \" \"; iter (iter print) [[\"p\"], [\"q\", \"r\"]];
print \" \"; print (digit (foldl (say \"f\" addi) (say \"e\" 0) (say \"s\" [1, 2])));
let fs = map (lam i. lam x. print (digit i); addi x i) [1, 2] in
print \" \"; print (digit (foldl (lam x. lam f. f x) 0 fs))
";
    fs::write(folder().join("order.mc"), order).unwrap();
    for target in ["core", "c"] {
        let output = rista(&["run", "order.mc", "--target", target], b"");
        assert!(output.status.success(), "{target}: {}", text(&output.stderr));
        let printed = "cccmmm123 II0a1b llcdab zyxzyx pqr fes3 123";
        assert_eq!(text(&output.stdout).trim_end_matches("()\n"), printed, "{target}");
    }
    for target in ["core", "c"] {
        let output = rista(&["run", "print.mc", "--target", target], b"");
        assert_eq!(output.status.code(), Some(3), "{target}: {}", text(&output.stderr));
        assert_eq!(text(&output.stdout), "top bacdefgh w\u{f6}rld \u{20ac}\u{1F600} 8.5", "{target}");
        assert_eq!(text(&output.stderr), "err\n", "{target}");
    }
    let reads = "let say = lam s. print (concat \"[\" (concat s \"]\"))
let int = lam n. float2string (int2float n)
let pair = lam p. say p.0; say p.1
mexpr
say (readLine ()); say (int (length (readLine ()))); say (readLine ());
pair (readBytesAsString 6); pair (readBytesAsString 1); pair (readBytesAsString 2);
iter say (map (lam s. readLine ()) [1, 2, 3, 4]);
iter say argv;
writeFile \"text\" \"\u{e4}\u{20ac}\u{1F600}\n\"; say (int (length (readFile \"text\")));
(if eqi (length argv) 4 then () else say (readFile \"bytes\"));
lam x. x
";
    fs::write(folder().join("reads.mc"), reads).unwrap();
    fs::write(folder().join("bytes"), b"\xed\xa0\x80").unwrap();
    let input = "first\n\u{e4}\u{20ac}\u{1F600}\n\nabcd\u{e4}\u{e4}\u{e4}rest\n\nlast".as_bytes();
    // A byte of the second character is missing.
    let input = [&input[..input.len() - 13], &input[input.len() - 12..]].concat();
    for target in ["core", "c"] {
        let output = rista(&["run", "reads.mc", "--target", target, "a", "b c", "\u{e9}"], &input);
        assert!(output.status.success(), "{target}: {}", text(&output.stderr));
        let printed = "[first][3.][][abcd\u{e4}][][][the bytes are not in UTF-8][\u{e4}][][rest][][last][]\
                       [reads][a][b c][\u{e9}][4.]";
        assert_eq!(text(&output.stdout).trim_end_matches("()\n"), printed, "{target}");
        let output = rista(&["run", "reads.mc", "--target", target], &input);
        assert!(text(&output.stderr).contains("a text that is not in UTF-8"), "{target}: {}", text(&output.stderr));
    }
    let order = "let say = lam s. lam v. print s; v
let f = lam x. print \"f\"; lam y. print \"g\"; lam z. print \"h\"; addi x (addi y z)
let g = lam x. lam y. print \"2\"; lam z. print \"3\"; z
let ap = lam f. f (say \"a\" 1) (say \"b\" 2) (say \"c\" 3)
mexpr
ap f; print \" \"; ap g; print \" \"; f (say \"a\" 1) (say \"b\" 2) (say \"c\" 3); print \" \";
let k = lam x. lam y. print \"k\"; lam z. z in
k (say \"a\" 1) (say \"b\" 2) (say \"c\" 3); print \" \";
(lam x. lam y. print \"k\"; lam z. z) (say \"a\" 1) (say \"b\" 2) (say \"c\" 3); print \" \";
get [f] 0 (say \"a\" 1) (say \"b\" 2) 3; print \" \"; f 1 2 (divi 1 0)
";
    fs::write(folder().join("curried.mc"), order).unwrap();
    for target in ["core", "c"] {
        let output = rista(&["run", "curried.mc", "--target", target], b"");
        assert_eq!(text(&output.stdout), "afbgch ab2c3 afbgch abkc abkc afbgh fg", "{target}");
        assert!(text(&output.stderr).contains("division by zero"), "{target}: {}", text(&output.stderr));
    }
    let dies = "let die : all a. String -> a = lam s. print \"d\"; error s
let f = lam n. let k = if eqi n 0 then error \"x\" else addi 1 in k 2
let p = lam n. (if eqi n 0 then error \"x\" else (1, muli)).1 3
mexpr
switch length argv
case 2 then die \"dead\" 1 2; ()
case 3 then iter (error \"mapped\") [1, 2]
case 4 then match error \"pair\" with (a, b) in addi (a 1) 1; ()
case 5 then let h = never in h 1 2; ()
case 6 then exit 7 1
case _ then print (float2string (int2float (addi (f 2) (p 2 4))))
end
";
    fs::write(folder().join("dies.mc"), dies).unwrap();
    let ends = [("", 0), ("dead", 1), ("mapped", 1), ("pair", 1), ("`never`", 1), ("", 7)];
    for target in ["core", "c"] {
        for (count, (message, code)) in ends.into_iter().enumerate() {
            let arguments = ["run", "dies.mc", "--target", target, "1", "2", "3", "4", "5"];
            let output = rista(&arguments[..4 + count], b"");
            assert_eq!(output.status.code(), Some(code), "{target} {count}: {}", text(&output.stderr));
            assert!(text(&output.stderr).contains(message), "{target} {count}: {}", text(&output.stderr));
        }
    }
    fs::write(folder().join("fails.mc"), "mexpr print \"a\"; error \"bad\"").unwrap();
    for target in ["core", "c"] {
        let output = rista(&["run", "fails.mc", "--target", target], b"");
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(1), "a".to_owned()), "{target}");
        assert!(text(&output.stderr).contains("bad"), "{target}");
    }
}

#[test]
fn programs_in_mexpr_run() {
    fs::write(folder().join("f.mc"), "mexpr   ()").unwrap();
    let unformatted = rista(&["fmt", "--check", "f.mc"], b"");
    assert_eq!((unformatted.status.code(), text(&unformatted.stdout)), (Some(1), "f.mc\n".to_owned()));
    says(&rista(&["fmt", "f.mc"], b""), 0, &[]);
    assert_eq!(fs::read_to_string(folder().join("f.mc")).unwrap(), "mexpr ()\n");
    says(&rista(&["check", "f.mc"], b""), 0, &[]);
    fs::write(folder().join("g.mc"), "let twice = lam n. muli 2 n").unwrap();
    fs::write(folder().join("f.mc"), "include \"g.mc\" mexpr addi (twice 20) 2").unwrap();
    assert_eq!(text(&rista(&["run", "f.mc"], b"").stdout), "42i64\n");
    assert_eq!(text(&rista(&["run", "f.mc", "--entry", "twice", "4"], b"").stdout), "8i64\n");
    fs::create_dir_all(folder().join("roots/own")).unwrap();
    fs::write(folder().join("roots/own/h.mc"), "include \"bool.mc\" let h = lam x. not x").unwrap();
    fs::write(folder().join("f.mc"), "include \"own::h.mc\" mexpr h false").unwrap();
    let with_roots = |roots: &str| {
        let mut command = command(&["run", "f.mc", "--target", "core"]);
        command.env("MCORE_LIBS", roots);
        finish(command, b"")
    };
    assert_eq!(text(&with_roots("a=b:own=roots/own").stdout), "true\n");
    says(&with_roots("a=b"), 1, &["E0206", "there is no folder for `own`"]);
    says(&with_roots("own"), 2, &["MCORE_LIBS has `own`"]);
    fs::write(folder().join("f.mc"), "mexpr addi 1 1.").unwrap();
    complains(&["check", "f.mc"], b"", &["E0301", "f.mc:1:14", "`Float`"]);
    fs::write(folder().join("f.mc"), "mexpr (").unwrap();
    complains(&["fmt", "f.mc"], b"", &["E0102", "f.mc:1:8"]);
    says(&rista(&["fmt", "f.c"], b""), 1, &["f.c"]);
}

#[test]
fn programs_with_effects_have_the_command_line_and_the_streams() {
    fs::write(folder().join("action.core"), ACTION).unwrap();
    fs::write(folder().join("endless.core"), ENDLESS).unwrap();
    for target in ["c", "multicore", "core", "fun", "imp"] {
        let mut command = command(&["run", "action.core", "--target", target, "a", "-5", " -5x", "b c", ""]);
        command.arg(OsStr::from_bytes(b"\xff")).args(["--", "-x"]);
        let output = finish(command, b"hi\n");
        let expected = b"<hi\n><a><-5>< -5x><b c><><\xff><-x>shell";
        assert_eq!(text(&output.stdout), text(expected), "{target}");
        assert_eq!(output.stdout, expected, "{target}");
        assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(7), ""), "{target}");
        let output = rista(&["run", "action.core", "--target", target], b"");
        assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(1), "<>shell"), "{target}");
        let complaint = text(&output.stderr);
        assert!(complaint.contains("no line") && complaint.contains("action.core:10:"), "{target}: {complaint}");
    }
    fs::write(folder().join("raw.core"), RAW).unwrap();
    let messages = |name: &str| {
        let path = "p/".repeat(2500);
        ["c", "core"].map(|target| {
            let output = rista(&["run", "raw.core", "--target", target, name, &path], b"");
            assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(1), "before"), "{target}, {name}");
            let message = text(&output.stderr);
            message.split("\n\nBacktrace").next().unwrap().trim_end().to_owned()
        })
    };
    let [compiled, evaluated] = messages("bytes");
    let changed = "Error: a\u{FFFD}\u{20AC}\u{1B}[1m\u{FFFD}\u{FFFD}(\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}";
    assert_eq!((compiled.as_str(), evaluated.as_str()), (changed, changed));
    let [compiled, evaluated] = messages("path");
    assert!(compiled.len() > 5000 && compiled == evaluated, "{compiled}\n{evaluated}");
    for target in ["c", "core"] {
        let mut command = command(&["run", "endless.core", "--target", target]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut start = [0; 5];
        child.stdout.take().unwrap().read_exact(&mut start).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!((&start, output.status.code()), (b"01234", Some(141)), "{target}: {}", text(&output.stderr));
        assert_eq!(text(&output.stderr), "", "{target}");
    }
    let wrong = rista(&["run", "action.core", "-i", "x.npy"], b"");
    says(&wrong, 2, &["--input gives arguments to entry points that take some"]);
    complains(&["build", "action.core", "--server"], b"", &["E0199", "a server with input or output is not supported"]);
    let early = format!("{ACTION}\ndef early : () = @say(\"early\")");
    fs::write(folder().join("early.core"), early).unwrap();
    let constants = "a library whose constants have effects is not supported yet";
    complains(&["build", "early.core", "--library"], b"", &["E0199", constants]);
    // Failures with computed messages, and floats as text, need no world.
    fs::write(folder().join("failing.core"), FAILING).unwrap();
    for target in ["c", "core"] {
        let output = rista(&["run", "failing.core", "--target", target, "2.5"], b"");
        assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(0), "4i64\n"), "{target}");
        complains(&["run", "failing.core", "--target", target, "1e12"], b"", &["1e+12 is too large"]);
    }
    let output = rista(&["build", "failing.core", "--library"], b"");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let taking = ACTION.replace("def main : ()", "def main (n : i64) : ()").replace("@main()", "@main(n : i64)");
    fs::write(folder().join("taking.core"), taking).unwrap();
    complains(&["run", "taking.core", "3"], b"hi\n", &["takes and returns nothing", "--target core"]);
    let output = rista(&["run", "taking.core", "--target", "core", "3"], b"hi\n");
    assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(7), "<hi\n>shell"));
}

/// Ten million nested calls that are no tail calls are possible. Too many are a failure, not a crash.
#[test]
fn programs_recurse_deep() {
    fs::write(folder().join("deep.fut"), "entry main (n: i64) : i64 = if n == 0 then 0 else n + main (n - 1)\n")
        .unwrap();
    let deep = rista(&["run", "deep.fut", "10000000"], b"");
    assert_eq!((deep.status.code(), text(&deep.stdout).as_str()), (Some(0), "50000005000000i64\n"));
    let deep = rista(&["run", "deep.fut", "--target", "core", "10000000"], b"");
    assert_eq!((deep.status.code(), text(&deep.stdout).as_str()), (Some(0), "50000005000000i64\n"));
    let too_deep = rista(&["run", "deep.fut", "1000000000"], b"");
    assert_eq!(too_deep.status.code(), Some(1));
    assert!(text(&too_deep.stderr).contains(base::stack::TOO_DEEP), "{}", text(&too_deep.stderr));
}
