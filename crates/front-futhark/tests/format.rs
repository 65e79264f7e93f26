//! Tests of the formatter. On all programs of the repository it keeps the meaning and the comments, and formatting
//! twice changes nothing. Small programs have exact expected layouts.

use base::{Error, FileId};
use front_futhark::format::{comments, format};
use front_futhark::parser::parse;
use std::fs;
use std::path::{Path, PathBuf};

const FILE: FileId = FileId(0);

/// Returns all source files under a folder, in order.
fn programs(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    let found = entries.into_iter().flat_map(|path| if path.is_dir() { programs(&path) } else { vec![path] });
    found.filter(|path| path.extension().is_some_and(|extension| extension == "fut")).collect()
}

fn repository() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folders = ["tests", "examples", "bench", "crates/front-futhark/prelude"];
    folders.iter().flat_map(|folder| programs(&root.join(folder))).collect()
}

/// Returns the syntax tree as text without places such as `0:12..34`.
fn tree(text: &str) -> String {
    let shown = format!("{:?}", parse(FILE, text));
    let is_place = |word: &str| word.starts_with("0:") && word.contains("..");
    shown.split(' ').filter(|word| !is_place(word)).collect::<Vec<_>>().join(" ")
}

/// Returns the text with a space between all tokens where this does not change the program.
fn spaced(text: &str) -> String {
    let tokens = front_futhark::lexer::lex(FILE, text, 0).tokens;
    let spelled = tokens.iter().filter_map(|token| text.get(token.start as usize..token.end as usize));
    spelled.collect::<Vec<_>>().join(" ")
}

/// Some programs are nested as deeply as the parser allows.
#[test]
fn all_programs_of_the_repository() {
    let thread = std::thread::Builder::new().stack_size(64 << 20).spawn(every_program).expect("a thread starts");
    thread.join().expect("each comes out as it should");
}

fn every_program() {
    let (mut formatted, mut problems) = (0, Vec::new());
    for path in repository() {
        let text = fs::read_to_string(&path).unwrap();
        let once = match format(FILE, &text) {
            Ok(once) => once,
            Err(Error::User(_)) => continue,
            Err(error) => panic!("{}: {error:?}", path.display()),
        };
        formatted += 1;
        match format(FILE, &spaced(&text)) {
            Ok(_) | Err(Error::User(_)) => {}
            Err(error) => problems.push(format!("{}, spaced: {error:?}", path.display())),
        }
        let checks = [
            ("tree", tree(&text) == tree(&once)),
            ("comments", comments(FILE, &text) == comments(FILE, &once)),
            ("twice", format(FILE, &once).is_ok_and(|twice| twice == once)),
        ];
        let wrong = checks.iter().filter(|(_, right)| !right);
        problems.extend(wrong.map(|(what, _)| format!("{}: {what}", path.display())));
    }
    assert!(formatted > 200, "only {formatted} programs");
    assert!(problems.is_empty(), "{} of {formatted}:\n{}", problems.len(), problems.join("\n"));
}

/// Checks that a program is formatted as `expected`, and that formatting again changes nothing.
fn golden(text: &str, expected: &str) {
    let formatted = format(FILE, text).unwrap();
    assert_eq!(formatted, expected, "got:\n{formatted}");
    assert_eq!(format(FILE, expected).unwrap(), expected);
}

#[test]
fn spaces_and_blank_lines() {
    golden(
        "\n\ndef  f(x:i32):i32=x+1\n\n\n\nentry g 't [n] [m](xs : [n][m]t)=f(-1)   \n",
        "def f (x: i32) : i32 = x + 1\n\nentry g 't [n][m] (xs: [n][m]t) = f (-1)\n",
    );
    golden("", "");
}

#[test]
fn spellings_stay() {
    let text = "def x = (0x1Fu8, ((1e3)), '\\n', \"a\\t\\\"\", 1_000, 0b1i8, [1, 2,], {a = 1,})\n";
    golden(text, text);
    golden("def f x = - -x\ndef g = !(!true)\n", "def f x = - -x\ndef g = !(!true)\n");
    golden("def f a i = a[i] + g [i] a.b.0 m.(i+1)\n", "def f a i = a[i] + g [i] a.b.0 m.(i + 1)\n");
    let sections = "def s = ((+), (+ 1), (1 -), (.a.b), (.[0]), (`f` 2), m.(+), m.(a, b), ((a, b)))\n";
    golden(sections, sections);
}

#[test]
fn blocks_stay_on_a_line_only_if_they_were() {
    golden("def f x = let y = x in y\n", "def f x = let y = x in y\n");
    golden(
        "def f x = let y = x\n   let z=y in\n\n let w = z in w\n",
        "def f x =\n  let y = x\n  let z = y in\n\n  let w = z\n  in w\n",
    );
    golden(
        "def f a =\n  let a[0,1:2]=3 let a.b=4 let g x = x\n  in a with [1]=2 with c.d=5\n",
        "def f a =\n  let a[0, 1:2] = 3\n  let a.b = 4\n  let g x = x\n  in a with [1] = 2 with c.d = 5\n",
    );
}

#[test]
fn branches_and_cases() {
    golden("def f x = if x then 1 else 2\n", "def f x = if x then 1 else 2\n");
    golden(
        "def f x = if x then 1\n else if y then 2 else 3\n",
        "def f x =\n  if x\n  then 1\n  else if y\n  then 2\n  else 3\n",
    );
    golden(
        "def f x = match x case #a (y,-1)->y\n   case #b {c,d=_}-> let z = 1\n in z\n",
        "def f x =\n  match x\n  case #a (y, -1) -> y\n  case #b {c, d = _} ->\n    let z = 1\n    in z\n",
    );
}

#[test]
fn loops() {
    golden(
        "def f n = loop (a,b)=(1,2) for i<n do\n (b,a+b)\n",
        "def f n =\n  loop (a, b) = (1, 2) for i < n do\n    (b, a + b)\n",
    );
    golden("def f xs = loop s = 0 for x in xs do s+x\n", "def f xs = loop s = 0 for x in xs do s + x\n");
    golden("def f = loop x = 1 while x<9 do x*2\n", "def f = loop x = 1 while x < 9 do x * 2\n");
}

#[test]
fn pipes_keep_their_lines() {
    golden("def f xs = xs |> map g |> h\n", "def f xs = xs |> map g |> h\n");
    golden("def f xs = xs\n |> map g |> h\n", "def f xs =\n  xs\n  |> map g\n  |> h\n");
    golden("def f = g <| \\x -> x+1\n", "def f = g <| \\x -> x + 1\n");
}

#[test]
fn what_has_no_room_breaks() {
    golden(
        "def f xs = reduce_by_index (replicate 100 0) (+) 0 (map (\\x -> x % 100) xs) (map (const 1) xs)\n",
        "def f xs =\n  reduce_by_index\n    (replicate 100 0)\n    (+)\n    0\n    (map (\\x -> x % 100) xs)\n    (map (const 1) xs)\n",
    );
    golden(
        "def function [n] (first: [n]f64) (second: [n]f64) (third: f64) : ([n]f64, [n]f64) = (first, second)\n",
        "def function [n] (first: [n]f64) (second: [n]f64) (third: f64)\n    : ([n]f64, [n]f64) = (first, second)\n",
    );
    let numbers = format!("def x = [{}]\n", vec!["1000"; 30].join(", "));
    let lines = format(FILE, &numbers).unwrap();
    assert!(lines.lines().count() == 4 && lines.lines().all(|line| line.len() <= 80), "{lines}");
}

#[test]
fn comments_stay_where_they_belong() {
    golden(
        "-- | Doc.\n-- ==\n-- input { 1 }\n\n\n-- About f.\ndef f x = -- why\n  let y = x   -- y\n\n  -- then z\n  let z = y\n  -- result\n  in z\n-- end",
        "-- | Doc.\n-- ==\n-- input { 1 }\n\n-- About f.\ndef f x = -- why\n  let y = x -- y\n\n  -- then z\n  let z = y\n  -- result\n  in z\n-- end\n",
    );
    golden(
        "def f = g 1 -- one\n  2 -- two\n\nmodule m = {\n-- a\ndef x = 1\n\n-- last\n}\n",
        "def f = g 1 -- one\n          2 -- two\n\nmodule m = {\n  -- a\n  def x = 1\n\n  -- last\n}\n",
    );
}

#[test]
fn types_and_attributes() {
    golden(
        "type~ t 'a=#some a|#none\ntype r={a:i32,b:?[n].[n]i64}\n",
        "type~ t 'a = #some a | #none\ntype r = {a: i32, b: ?[n].[n]i64}\n",
    );
    golden(
        "#[ noinline ]\ndef f(g:(n:i64)-> *[n]i32)= #[unroll(2,a)] g 1 :>[1]i32\n",
        "#[noinline]\ndef f (g: (n: i64) -> *[n]i32) = #[unroll(2, a)] g 1 :> [1]i32\n",
    );
}

#[test]
fn modules() {
    golden(
        "module type t={\n type t\n\n val (+):t->t->t\n val f [n] 'a:[n]a->t }\nmodule f(x:t):t with t=i32={ open x }\nlocal open import \"a/b\"\nmodule e={}\n",
        "module type t = {\n  type t\n\n  val (+) : t -> t -> t\n  val f [n] 'a : [n]a -> t\n}\nmodule f (x: t) : t with t = i32 = { open x }\nlocal open import \"a/b\"\nmodule e = {}\n",
    );
    golden(
        "module a = m {type t=i32}\nmodule type f=(x:t)->{}\n",
        "module a = m { type t = i32 }\nmodule type f = (x: t) -> {}\n",
    );
}

#[test]
fn syntax_errors_are_reported() {
    let Err(Error::User(found)) = format(FILE, "def f = (1\n") else { panic!("it was formatted") };
    assert_eq!(found.len(), 1);
}

#[test]
fn tokens_that_would_be_another_one_stay_apart() {
    for (rough, smooth) in [
        ("def f (x: {x:i32}) = x . x", "def f (x: {x: i32}) = x .x\n"),
        ("def f (x: (i32, i32)) = x . 0", "def f (x: (i32, i32)) = x. 0\n"),
        ("def f x = x\n . -- a field\n y . z", "def f x =\n  x. -- a field\n  y .z\n"),
    ] {
        let once = format(FILE, rough).unwrap_or_else(|error| panic!("{rough}: {error:?}"));
        assert_eq!(format(FILE, &once).ok().as_deref(), Some(once.as_str()), "{rough}: twice");
        assert_eq!(once, smooth);
    }
}
