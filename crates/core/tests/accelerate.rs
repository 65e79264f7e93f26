//! Tests of acceleration: the texts before and after, and the meaning of programs.

use crate::common::{good, i64, i64s, parse};
use base::Stop;
use rista_core::accelerate::accelerate;
use rista_core::def::Program;
use rista_core::eval::{Evaluator, Limits, run_entry};
use rista_core::extract::extract;
use rista_core::well_formed::{Class, Rule, check, classify};
use rista_core::{defunctionalise::check_first_order, text, verify};
use std::rc::Rc;
use value::Value;

/// Programs whose `main` takes an `i64` and a `[]i64` and returns an `i64`.
const SAMPLES: &[(&str, &str)] = &[
    ("a tree with vectors at its leaves", TREE),
    ("operands of the host", OPERANDS),
    ("bindings together", RUNS),
    (
        "loops, branches and lambdas of host code",
        "data list = <cons([]i64, @list) | nil>
         def push (xs : []i64) (l : @list) : @list = (#cons(xs, l) : @list)
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
             if (i % 2) == 0 then (#cons(iota(i, 0, 1), l) : @list) else (#cons(xs, l) : @list)
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
         def first (l : @list) : []i64 = match l { case #cons(x : []i64, _ : @list) : @list => x case #nil : @list => ([] : []i64) }
         def main (n : i64) (xs : []i64) : i64 =
           let l : @list = (#cons(map(\\(x : i64) -> x + n, xs), (#nil : @list)) : @list)
           let ys : []i64 = @first(l)
           let zs : []i64 = scatter(copy(ys), iota(2, 0, 1), replicate(2, n))
           let ws : []i64 = scatter(zs, iota(1, 2, 1), replicate(1, n))
           in reduce(\\(a : i64) (b : i64) -> (a * 3) + b, 0, concat(ws, @first(l)))",
    ),
];

const TREE: &str = "data tree = <leaf([]i64) | node(@tree, @tree)>
    def plus (x : i64) (y : i64) : i64 = x + y
    def build (n : i64) (xs : []i64) : @tree =
      if n <= 0 then (#leaf(map(\\(x : i64) -> x * n, xs)) : @tree)
      else (#node(@build(n - 1, xs), @build(n - 2, xs)) : @tree)
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
      let l : @list = (#cons(n, (#nil : @list)) : @list)
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

/// Returns the program after the pass, with the pass's guarantees checked.
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

/// Runs `main` with the accelerated definitions in a separate program.
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
        for (n, xs) in [(0, vec![1, 2, 3]), (1, vec![4, 5, 6, 7]), (2, vec![1, 2]), (3, vec![9, 8, 7]), (5, vec![3; 9])]
        {
            let args = || vec![i64(n), i64s(&xs)];
            let expected = run_entry(&before, "main", args(), Limits::default());
            let found = run_entry(&after, "main", args(), Limits::default());
            assert_eq!(format!("{found:?}"), format!("{expected:?}"), "{what}, {n}\n{}", text::print(&after));
            let apart = run_apart(&after, args());
            assert_eq!(format!("{apart:?}"), format!("{expected:?}"), "{what}, {n}, in two parts");
        }
    }
}

/// Returns the text without the numbers of variables.
fn shown(text: &str) -> String {
    let is_inner = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = String::new();
    for word in text.split_inclusive(|c: char| !is_inner(c)) {
        let name = word.trim_end_matches(|c: char| !is_inner(c));
        let number = name.rsplit_once('_').filter(|(_, number)| number.chars().all(|c| c.is_ascii_digit()));
        let of_definition = out.ends_with('@') || out.ends_with("def ");
        out += number.filter(|_| !of_definition).map_or(name, |(short, _)| short);
        out += &word[name.len()..];
    }
    out.lines().map(str::trim).collect::<Vec<_>>().join("\n")
}

fn definition(program: &Program, name: &str) -> String {
    let text = text::print(program);
    let start = text.find(&format!("def {name} ")).unwrap_or_else(|| panic!("there is no {name} in\n{text}"));
    shown(text[start..].split("\n\n").next().unwrap_or_default())
}

#[test]
fn an_expression_becomes_a_definition_of_its_free_variables() {
    let program = accelerated(TREE);
    let lifted = "def sum_2 accelerated (c : i64) (xs : []i64) : ? i64 =\n\
        reduce(\\(a : i64) (b : i64) -> @plus(a, b), 0i64, map(\\(x : i64) -> x * c, xs))";
    assert_eq!(definition(&program, "sum_2"), lifted);
    let left = "def sum (t : @tree) (c : i64) : i64 =\n\
        match t {\n\
        case #leaf(xs : []i64) : @tree => @sum_2(c, xs)\n\
        case #node(l : @tree, r : @tree) : @tree => @sum(l, c) + @sum(r, c)\n\
        }";
    assert_eq!(definition(&program, "sum"), left);
}

/// Tests Listing 3 of the paper. There the host reads `s` and `c` is random; here both come from a list.
#[test]
fn listing_3_a_becomes_listing_3_b() {
    let source = "data list = <cons(i64, []i64, @list) | nil>
        def g (x : i64) : i64 = x + 1
        def h (x : i64) : i64 = x - 1
        def other (x : i64) : i64 = @h(x)
        def a (l : @list) : i64 =
          match l {
            case #cons(c : i64, s : []i64, _ : @list) : @list =>
              let s2 : []i64 = map(\\(x : i64) -> c * @g(x), s)
              in reduce(\\(x : i64) (y : i64) -> x + y, 0, s2)
            case #nil : @list => @other(0) }
        def main (n : i64) (xs : []i64) : i64 = @a((#cons(n, xs, (#nil : @list)) : @list))";
    let program = accelerated(source);
    let lifted = "def a_1 accelerated (c : i64) (s : []i64) : ? i64 =\n\
        let s2 : []i64 = map(\\(x : i64) -> c * @g(x), s)\n\
        in reduce(\\(x : i64) (y : i64) -> x + y, 0i64, s2)";
    assert_eq!(definition(&program, "a_1"), lifted);
    let device = extract(&program).expect("the device part");
    let names: Vec<&str> = device.defs.values().map(|def| def.name.as_str()).collect();
    assert_eq!(names, ["g", "a_1"]);
    let entries: Vec<&str> = device.entries.iter().map(|entry| entry.name.as_str()).collect();
    assert_eq!(entries, ["a_1"]);
}

#[test]
fn operands_of_the_host_are_bound_before() {
    let program = accelerated(OPERANDS);
    let main = "def main (n : i64) (xs : []i64) : i64 =\n\
        let value : []i64 = @flat((#cons(n, (#nil : @list)) : @list), xs)\n\
        in @main_2(n, value)";
    assert_eq!(definition(&program, "main"), main);
}

#[test]
fn bindings_that_follow_each_other_become_one_definition() {
    let program = accelerated(RUNS);
    let lifted = "def main_1 accelerated (m : i64) (xs : []i64) : ? ([]i64, i64, []i64) =\n\
        let ys : []i64 = map(\\(x : i64) -> x * m, xs)\n\
        let k : i64 = size.0(ys)\n\
        let zs : [k]i64 = scan(\\(a : i64) (b : i64) -> a + b, 0i64, (ys : [k]i64))\n\
        in (ys, k, zs)";
    assert_eq!(definition(&program, "main_1"), lifted);
    let main = "def main (n : i64) (xs : []i64) : i64 =\n\
        let l : @list = (#cons(n, (#nil : @list)) : @list)\n\
        let m : i64 = n + 1i64\n\
        let (ys : []i64, k : i64, zs : [k]i64) = @main_1(m, xs)\n\
        let j : i64 = k * 2i64\n\
        let h : i64 = @head(l)\n\
        in zs[h % k] + (j + ys[0i64])";
    assert_eq!(definition(&program, "main"), main);
}

#[test]
fn a_program_without_data_types_stays_as_it_is() {
    let source = "def main (n : i64) (xs : []i64) : i64 = reduce(\\(a : i64) (b : i64) -> a + b, n, xs)";
    assert_eq!(text::print(&accelerate(program(source))), text::print(&program(source)));
    assert!(!rista_core::extract::has_host_part(&program(source)));
}

#[test]
fn it_is_done_once() {
    for (what, source) in SAMPLES {
        let once = accelerated(source);
        assert_eq!(text::print(&accelerate(once.clone())), text::print(&once), "{what}");
    }
}

#[test]
fn entry_points_without_host_code_go_to_the_device_as_they_are() {
    let source = format!("{TREE}\ndef twice (x : i64) : i64 = x * 2\nentry twice = @twice(x : i64) -> i64");
    let device = extract(&accelerate(good(&source))).expect("the device part");
    let entries: Vec<&str> = device.entries.iter().map(|entry| entry.name.as_str()).collect();
    assert_eq!(entries, ["twice", "build_1", "sum_2"]);
}

/// For each rule, a program that breaks only this rule.
#[test]
fn accelerated_code_keeps_rules() {
    let broken = [
        (
            Rule::NoData,
            "data list = <cons(i64, @list) | nil>
             def f accelerated (x : i64) : bool = equal((#nil : @list), (#nil : @list))",
        ),
        (Rule::NoTypeParameters, "def f accelerated <t> (x : t) : t = x"),
        (Rule::FunctionCrosses, "def f accelerated (g : i64 -> i64) : i64 = g(1)"),
        (
            Rule::FunctionFromBranch,
            "def f accelerated (x : i64) : i64 = (if x > 0 then \\(y : i64) -> y else \\(y : i64) -> y + 1)(x)",
        ),
        (Rule::FunctionInArray, "def f accelerated (x : i64) : i64 = size.0([\\(y : i64) -> y])"),
        (Rule::FunctionInRecord, "def f accelerated (x : i64) : i64 = (x, \\(y : i64) -> y)#0"),
        (
            Rule::Nested,
            "def g accelerated (x : i64) : i64 = x
             def f accelerated (x : i64) : i64 = @g(x)",
        ),
        (Rule::Service, "def f accelerated (x : i64) : i64 = let _ : () = system.flush() in x"),
    ];
    for (rule, source) in broken {
        let program = good(source);
        let rules: Vec<Rule> = check(&program).iter().map(|breach| breach.rule).collect();
        assert_eq!(rules, [rule], "{source}");
        assert!(extract(&program).is_err(), "{source}");
    }
}

#[test]
fn definitions_are_classified_by_what_they_use() {
    let source = "def double (xs : []i64) : []i64 = map(\\(x : i64) -> x * 2, xs)
        def f accelerated (xs : []i64) : []i64 = @double(xs)
        def g accelerated (x : i64) : i64 = x + 1";
    let classes: Vec<Class> = classify(&good(source)).into_iter().map(|(_, class)| class).collect();
    assert_eq!(classes, [Class::Functional, Class::Any]);
}
