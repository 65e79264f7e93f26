//! What goes to the device, as texts before and after, and that programs keep their meaning.

mod common;

use base::Stop;
use common::{good, i64, i64s, parse};
use rista_core::accelerate::accelerate;
use rista_core::def::Program;
use rista_core::eval::{Evaluator, Limits, run_entry};
use rista_core::extract::extract;
use rista_core::well_formed::{Class, Rule, check, classify};
use rista_core::{defunctionalise::check_first_order, text, verify};
use std::rc::Rc;
use value::Value;

/// Programs whose `main` takes an `i64` and a `[]i64` and gives an `i64`.
const SAMPLES: &[(&str, &str)] = &[
    ("a tree with vectors at its leaves", TREE),
    ("operands of the host", OPERANDS),
    ("bindings together", RUNS),
    (
        "loops, branches and lambdas of host code",
        "data list = <cons([]i64, @list) | nil>
         def push (xs : []i64) (l : @list) : @list = #cons(xs, l) : @list
         def total (l : @list) : i64 =
           let (s : i64, _ : @list) =
             loop (s : i64, r : @list) = (0, l) while (match r { case #cons(_ : []i64, _ : @list) : @list => true case #nil : @list => false })
             do match r {
               case #cons(xs : []i64, t : @list) : @list => (s + reduce(\\(a : i64) (b : i64) -> a + b, 0, xs), t)
               case #nil : @list => (s, r) }
           in s
         def main (n : i64) (xs : []i64) : i64 =
           let ls : []@list = map(\\(x : i64) -> @push(map(\\(y : i64) -> y * x, xs), (#nil : @list)), xs)
           let many : @list = loop l : @list = (#nil : @list) for i < n do
             if (i % 2) == 0 then #cons(iota(i, 0, 1), l) : @list else #cons(xs, l) : @list
           in @total(many) + (loop s : i64 = 0 for l : @list in ls do s + @total(l))",
    ),
    (
        "failures stay where they are",
        "data list = <cons(i64, @list) | nil>
         def head (l : @list) : i64 = match l { case #cons(x : i64, _ : @list) : @list => x case #nil : @list => 10 / 0 }
         def main (n : i64) (xs : []i64) : i64 =
           let a : i64 = @head(if n > 2 then (#nil : @list) else (#cons(n, (#nil : @list)) : @list))
           let b : i64 = ensure size.0(xs) > 2, \"too short\"() in xs[2]
           let c : i64 = reduce(\\(a : i64) (b : i64) -> a + b, 0, map(\\(x : i64) -> x / (n - 1), xs))
           in a + (b + c)",
    ),
    (
        "what is overwritten is copied",
        "data list = <cons([]i64, @list) | nil>
         def first (l : @list) : []i64 = match l { case #cons(x : []i64, _ : @list) : @list => x case #nil : @list => [] : []i64 }
         def main (n : i64) (xs : []i64) : i64 =
           let l : @list = #cons(map(\\(x : i64) -> x + n, xs), (#nil : @list)) : @list
           let ys : []i64 = @first(l)
           let zs : []i64 = scatter(copy(ys), iota(2, 0, 1), replicate(2, n))
           let ws : []i64 = scatter(zs, iota(1, 2, 1), replicate(1, n))
           in reduce(\\(a : i64) (b : i64) -> (a * 3) + b, 0, concat(ws, @first(l)))",
    ),
];

const TREE: &str = "data tree = <leaf([]i64) | node(@tree, @tree)>
    def plus (x : i64) (y : i64) : i64 = x + y
    def build (n : i64) (xs : []i64) : @tree =
      if n <= 0 then #leaf(map(\\(x : i64) -> x * n, xs)) : @tree
      else #node(@build(n - 1, xs), @build(n - 2, xs)) : @tree
    def sum (t : @tree) (c : i64) : i64 =
      match t {
        case #leaf(xs : []i64) : @tree =>
          reduce(\\(a : i64) (b : i64) -> @plus(a, b), 0, map(\\(x : i64) -> x * c, xs))
        case #node(l : @tree, r : @tree) : @tree => @sum(l, c) + @sum(r, c) }
    def main (n : i64) (xs : []i64) : i64 = @sum(@build(n, xs), n)
    entry main = @main(n : i64, xs : []i64) -> i64";

const OPERANDS: &str = "data list = <cons(i64, @list) | nil>
    def flat (l : @list) (xs : []i64) : []i64 =
      match l { case #cons(x : i64, t : @list) : @list => @flat(t, concat(xs, [x])) case #nil : @list => xs }
    def main (n : i64) (xs : []i64) : i64 =
      reduce(\\(a : i64) (b : i64) -> a + b, 0, map(\\(x : i64) -> x * n, @flat((#cons(n, (#nil : @list)) : @list), xs)))
    entry main = @main(n : i64, xs : []i64) -> i64";

const RUNS: &str = "data list = <cons(i64, @list) | nil>
    def head (l : @list) : i64 = match l { case #cons(x : i64, _ : @list) : @list => x case #nil : @list => 0 }
    def main (n : i64) (xs : []i64) : i64 =
      let l : @list = #cons(n, (#nil : @list)) : @list
      let m : i64 = n + 1
      let ys : []i64 = map(\\(x : i64) -> x * m, xs)
      let k : i64 = size.0(ys)
      let zs : [k]i64 = scan(\\(a : i64) (b : i64) -> a + b, 0, (ys : [k]i64))
      let j : i64 = k * 2
      let h : i64 = @head(l)
      in zs[h % k] + (j + ys[0])
    entry main = @main(n : i64, xs : []i64) -> i64";

fn program(source: &str) -> Program {
    let entry = "\nentry main = @main(n : i64, xs : []i64) -> i64";
    if source.contains("entry main") { good(source) } else { good(&format!("{source}{entry}")) }
}

/// The program after the pass, which keeps what it promises.
fn accelerated(source: &str) -> Program {
    let program = accelerate(program(source));
    let text = text::print(&program);
    let problems = verify::problems(&program);
    assert!(problems.is_empty(), "{problems:#?}\n{text}");
    check_first_order(&program).expect("it stays first-order");
    assert_eq!(check(&program), [], "{text}");
    assert_eq!(text::print(&parse(&text)), text, "the text reads back");
    program
}

/// Runs `main` with accelerated definitions in a program of their own.
fn run_apart(program: &Program, args: Vec<Value>) -> Result<Vec<Value>, Stop> {
    let device = extract(program).expect("accelerated definitions can be extracted");
    let problems = verify::problems(&device);
    assert!(problems.is_empty(), "{problems:#?}\n{}", text::print(&device));
    let device = Rc::new(move |name: &str, args| run_entry(&device, name, args, Limits::default()));
    Evaluator::new(program, Limits::default())?.on_device(device).run("main", args)
}

#[test]
fn programs_keep_their_meaning() {
    for (what, source) in SAMPLES {
        let before = program(source);
        let after = accelerated(source);
        assert!(after.defs.values().any(|def| def.accelerated), "{what}");
        for (n, xs) in [(0, vec![1, 2, 3]), (1, vec![4, 5, 6, 7]), (2, vec![1, 2]), (3, vec![9, 8, 7]), (5, vec![3; 9])] {
            let args = || vec![i64(n), i64s(&xs)];
            let expected = run_entry(&before, "main", args(), Limits::default());
            let found = run_entry(&after, "main", args(), Limits::default());
            assert_eq!(format!("{found:?}"), format!("{expected:?}"), "{what}, {n}\n{}", text::print(&after));
            let apart = run_apart(&after, args());
            assert_eq!(format!("{apart:?}"), format!("{expected:?}"), "{what}, {n}, in two parts");
        }
    }
}

/// What the pass makes of the sample, from the first definition that ends in a number on: what goes to the device.
fn lifted(source: &str) -> String {
    let program = accelerated(source);
    let text = text::print(&program);
    let start = text.find(" accelerated ").and_then(|at| text[..at].rfind("def ")).expect("something is accelerated");
    let end = text.find("entry main").unwrap_or(text.len());
    text[start..end].trim().to_owned()
}
