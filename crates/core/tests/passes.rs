//! Tests that the passes of CORE keep the meaning of programs and their guarantees.

use crate::common;
use crate::common::{good, i64, i64s};
use base::Error;
use rista_core::checks;
use rista_core::constants::lift_constants;
use rista_core::decide::decide;
use rista_core::def::{ExprKind, Program};
use rista_core::defunctionalise::{check_first_order, defunctionalise};
use rista_core::eval::{Limits, run_entry};
use rista_core::monomorphise::monomorphise;
use rista_core::{text, verify, walk};
use value::Value;

const MAIN: &str = "entry main = @main(n : i64, xs : []i64) -> ([]i64)";

/// Programs whose `main` takes an `i64` and a `[]i64` and returns a `[]i64`.
const SAMPLES: &[(&str, &str)] = &[
    (
        "polymorphic identity, composition and pipe",
        "def id <t> (x : t) : t = x
         def compose <a, b, c> (g : b -> c) (f : a -> b) : a -> c = \\(x : a) -> g(f(x))
         def pipe <a, b> (x : a) (f : a -> b) : b = f(x)
         def main (n : i64) (xs : []i64) : []i64 =
           let inc : i64 -> i64 = \\(x : i64) -> x + n
           let both : i64 -> (i64, i64) = @compose?<i64, i64, (i64, i64)>(\\(x : i64) -> (x, x * 2), @id?<i64 -> i64>(inc))
           let p : (i64, i64) = @pipe?<i64, (i64, i64)>(@id?<i64>(n), both)
           in @id?<[]i64>([p#0, p#1, xs[0]])",
    ),
    (
        "map of a partial application",
        "def axpy (a : i64) (b : i64) (x : i64) : i64 = (a * x) + b
         def main (n : i64) (xs : []i64) : []i64 = map(@axpy(n, n + 1), map(@axpy(2)(3), xs))",
    ),
    (
        "a fold as a loop over a functional parameter",
        "def fold <a, b> (f : a -> b -> a) (start : a) (bs : []b) : a = loop acc : a = start for x : b in bs do f(acc, x)
         def main (n : i64) (xs : []i64) : []i64 =
           let sum : i64 = @fold?<i64, i64>(\\(a : i64) (b : i64) -> a + (b * n), 0, xs)
           let pair : (i64, i64) =
             @fold?<(i64, i64), i64>(\\(p : (i64, i64)) (x : i64) -> (p#1 + x, p#0 - n), (0, sum), xs)
           in [sum, pair#0, pair#1]",
    ),
    (
        "functions that loops and branches leave as they are",
        "def main (n : i64) (xs : []i64) : []i64 =
           let f : i64 -> i64 = \\(x : i64) -> x * n
           let g : i64 -> i64 -> i64 = \\(x : i64) (y : i64) -> x - y
           let (h : i64 -> i64, s : i64) =
             loop (h : i64 -> i64, s : i64) = (f, 1) for x : i64 in xs do if x > 0 then (h, h(s) + x) else (h, s - 1)
           let r : {a : i64, k : i64 -> i64} =
             loop r : {a : i64, k : i64 -> i64} = {a = s, k = g(n)} while r#a > 100 do {a = r#k(r#a) - n, k = r#k}
           let t : {a : i64, k : i64 -> i64} = match n { case 3 => r case m : i64 => {a = m, k = r#k} }
           in [h(s), r#k(r#a), t#k(t#a)]",
    ),
    (
        "functions in records",
        "def monoid <t> (plus : t -> t -> t) (zero : t) : {op : t -> t -> t, zero : t} = {op = plus, zero = zero}
         def total <t> (m : {op : t -> t -> t, zero : t}) (xs : []t) : t = reduce(m#op, m#zero, xs)
         def main (n : i64) (xs : []i64) : []i64 =
           let add : {op : i64 -> i64 -> i64, zero : i64} = @monoid?<i64>(\\(a : i64) (b : i64) -> a + b, n * 0)
           let {op = f : i64 -> i64 -> i64, zero = z : i64} = add
           let (g : i64 -> i64, k : i64) = (f(10), z)
           in [@total?<i64>(add, xs), f(n, z), g(k)]",
    ),
    (
        "curried application",
        "def add3 (a : i64) (b : i64) (c : i64) : i64 = (a * 100) + ((b * 10) + c)
         def main (n : i64) (xs : []i64) : []i64 =
           let f : i64 -> i64 -> i64 = @add3(n)
           let g : i64 -> i64 = f(2)
           let h : i64 -> i64 -> i64 = \\(a : i64) -> (\\(b : i64) -> a - b)
           in [g(3), g(4), h(5, 6), h(7)(8), @add3(1)(2, 3)]",
    ),
    (
        "captured variables and sizes",
        "def main (n : i64) (xs : []i64) : []i64 =
           let m : i64 = size.0(xs)
           let ys : [m]i64 = (xs : [m]i64)
           let shift : [m]i64 -> [m]i64 = \\(zs : [m]i64) -> map(\\(p : (i64, i64)) -> p#0 + (p#1 * n), zip(zs, ys))
           let twice : ([]i64 -> []i64) -> []i64 -> []i64 = \\(f : []i64 -> []i64) (v : []i64) -> f(f(v))
           in twice(shift, iota(m, 0, 1))",
    ),
    (
        "a definition that returns a function",
        "def choose (n : i64) : (i64 -> i64) -> i64 -> i64 =
           let k : i64 = n * n
           in \\(f : i64 -> i64) (x : i64) -> f(x) + k
         def flip <a, b, c> (f : a -> b -> c) (y : b) (x : a) : c = f(x, y)
         def main (n : i64) (xs : []i64) : []i64 =
           map(@choose(n, @flip?<i64, i64, i64>(\\(a : i64) (b : i64) -> a - b, 1)), xs)",
    ),
    (
        "recursion with a functional parameter",
        "def iterate <t> (n : i64) (f : t -> t) (x : t) : t = if n <= 0 then x else @iterate?<t>(n - 1, f, f(x))
         def main (n : i64) (xs : []i64) : []i64 =
           let step : i64 = xs[0]
           in @iterate?<[]i64>(3, \\(v : []i64) -> map(\\(x : i64) -> @iterate?<i64>(2, \\(y : i64) -> y + step, x), v), xs)",
    ),
    (
        "constants",
        "def base : i64 = 40 + 2
         def inc : i64 -> i64 = \\(x : i64) -> x + @base
         def ops : {f : i64 -> i64, k : i64} = {f = @inc, k = @base}
         def empty <t> : []t = ([] : []t)
         def main (n : i64) (xs : []i64) : []i64 =
           concat(@empty?<i64>, map(@inc, xs), [@ops#k, @ops#f(n)], map(\\(p : (i64, i64)) -> p#0, @empty?<(i64, i64)>))",
    ),
    (
        "a local polymorphic function",
        "def main (n : i64) (xs : []i64) : []i64 =
           let k : i64 = n + 1
           let<t> tag : t -> (t, i64) = \\(x : t) -> (x, k)
           let<t, u> pair : (t -> u) -> t -> ((u, i64), i64) = \\(f : t -> u) (x : t) -> tag?<(u, i64)>(tag?<u>(f(x)))
           let a : ((i64, i64), i64) = pair?<i64, i64>(\\(x : i64) -> x * x, 7)
           let b : (([]i64, i64), i64) = pair?<[]i64, []i64>(\\(v : []i64) -> v[1:], xs)
           in concat([a#0#0, a#0#1], b#0#0, [tag?<i64>(n)#1])",
    ),
    (
        "functions that take functions that take functions",
        "def twice <t> (f : t -> t) : t -> t = \\(x : t) -> f(f(x))
         def apply <a, b> (f : a -> b) (x : a) : b = f(x)
         def main (n : i64) (xs : []i64) : []i64 =
           map(@apply?<i64, i64>(@twice?<i64 -> i64>(@twice?<i64>)(\\(x : i64) -> x + n)), xs)",
    ),
    (
        "operators of reductions, scans and histograms",
        "def plus (a : i64) (b : i64) : i64 = a + b
         def main (n : i64) (xs : []i64) : []i64 =
           let op : i64 -> i64 -> i64 = @op(n)
           in concat(scan(@plus, 0, xs), [reduce(op, 0, xs)],
                     histogram(copy(xs), \\(a : i64) (b : i64) -> op(a, b), 0, [0, 1, 0], [n, n, n]),
                     filter(@below(n), xs))
         def op (k : i64) : i64 -> i64 -> i64 = \\(a : i64) (b : i64) -> a + b
         def below (k : i64) (x : i64) : bool = x < k",
    ),
    (
        "arguments are evaluated once",
        "def pair (f : i64 -> i64) (x : i64) : (i64, i64) = (f(x), f(x + x))
         def main (n : i64) (xs : []i64) : []i64 =
           let r : (i64, i64) = @pair(let big : i64 = reduce(\\(a : i64) (b : i64) -> a + b, 0, xs) in \\(y : i64) -> big * y, n + n)
           in [r#0, r#1]",
    ),
    (
        "arrays consumed in place",
        "def modify (f : i64 -> i64) *(a : []i64) (i : i64) : *[]i64 = a with [i] = f(a[i])
         def main (n : i64) (xs : []i64) : []i64 =
           loop a : []i64 = copy(xs) for i < size.0(xs) do @modify(\\(x : i64) -> (x * n) + i, a, i)",
    ),
    (
        "the same code with other functions inside",
        "def wrap (f : i64 -> i64) (k : i64) : i64 -> i64 = \\(x : i64) -> f(x) + k
         def apply (f : i64 -> i64) (x : i64) : i64 = f(f(x))
         def main (n : i64) (xs : []i64) : []i64 =
           let double : i64 -> i64 = \\(x : i64) -> x * 2
           let less : i64 -> i64 = \\(x : i64) -> x - n
           in [@apply(@wrap(double, 1), n), @apply(@wrap(less, 2), n), @apply(@wrap(@wrap(less, n), 3), n),
               @apply(@wrap(double, 4), n)]",
    ),
    (
        "more arguments than parameters",
        "def curry <a, b, c> (f : (a, b) -> c) : a -> b -> c = \\(x : a) -> (\\(y : b) -> f((x, y)))
         def both (n : i64) : {f : i64 -> i64 -> i64, n : i64} =
           ensure n > 0, \"n is {}\"(n) in {f = @curry?<i64, i64, i64>(\\(p : (i64, i64)) -> p#0 - (p#1 * n)), n = n}
         def main (n : i64) (xs : []i64) : []i64 =
           [@curry?<i64, i64, i64>(\\(p : (i64, i64)) -> p#0 - p#1, n, 3), (@both(n))#f(1, 2), (@both(n))#n]",
    ),
    (
        "variants with functions",
        "def run (s : <add(i64 -> i64) | none | two((i64 -> i64), i64)>) (x : i64) : i64 =
           match s { case #add(f : i64 -> i64) : <add(i64 -> i64) | none | two((i64 -> i64), i64)> => f(x)
                     case #two(f : i64 -> i64, k : i64) : <add(i64 -> i64) | none | two((i64 -> i64), i64)> => f(x) * k
                     case _ : <add(i64 -> i64) | none | two((i64 -> i64), i64)> => x }
         def main (n : i64) (xs : []i64) : []i64 =
           let f : i64 -> i64 = \\(x : i64) -> x + n
           in [@run((#add(f) : <add(i64 -> i64) | none | two((i64 -> i64), i64)>), 1),
               @run((#two(f, n) : <add(i64 -> i64) | none | two((i64 -> i64), i64)>), 2),
               @run((#none : <add(i64 -> i64) | none | two((i64 -> i64), i64)>), 3)]",
    ),
    (
        "functions inside arguments that are consumed",
        "def write *(p : {a : []i64, f : i64 -> i64}) (b : []i64) : *[]i64 = p#a with [0] = p#f(b[0])
         def main (n : i64) (xs : []i64) : []i64 =
           let k : []i64 = map(\\(x : i64) -> x + n, xs)
           in @write({a = copy(xs), f = \\(x : i64) -> x + k[1]}, k)",
    ),
    (
        "functions without an argument of interest",
        "def force (f : () -> i64) : i64 = f(()) + f(())
         def ignore (f : i64 -> i64) (_ : i64 -> i64) : i64 = f(1)
         def main (n : i64) (xs : []i64) : []i64 =
           let f : () -> i64 = \\(()) -> n
           in [@force(f), @force(\\(_ : ()) -> xs[2]), @ignore(\\(_ : i64) -> n, \\(x : i64) -> x)]",
    ),
    (
        "a shared function too large to stand in each place",
        "def main (n : i64) (xs : []i64) : []i64 =
           let f : i64 -> i64 = \\(x : i64) ->
             (((((((x + 1) * (n + 2)) + ((x + 3) * (n + 4))) + ((x + 5) * (n + 6))) + ((x + 7) * (n + 8)))
               + ((x + 9) * (n + 10))) + ((x + 11) * (n + 12))) + xs[(x * x) - (x * x)]
           let g : (i64 -> i64) -> i64 -> i64 = \\(h : i64 -> i64) (x : i64) -> h(h(x))
           in [f(1), f(2), g(f, 3), g(g(f), 4)]",
    ),
    (
        "functions that capture the same, and others of the same code that do not",
        "def both (f : i64 -> i64) (g : i64 -> i64) (x : i64) : i64 = if x > 20 then f(g(x)) else @both(g, f, x * 3) - f(x)
         def main (n : i64) (xs : []i64) : []i64 =
           let m : i64 = size.0(xs)
           let ys : [m]i64 = map(\\(x : i64) -> x * n, (xs : [m]i64))
           let plus : i64 -> i64 -> i64 = \\(k : i64) (x : i64) -> x + k
           let add : i64 -> (i64 -> i64) = \\(k : i64) -> (\\(x : i64) -> plus(k, x) - (k * x))
           let f : i64 -> i64 = add(n)
           let g : i64 -> i64 = add(xs[0])
           let row : i64 -> i64 = \\(x : i64) -> reduce(plus, x, map(\\(p : (i64, i64)) -> p#0 + p#1, zip(iota(m, 0, 1), ys)))
           let first : i64 -> i64 = \\(x : i64) -> f(x) + ys[0]
           in [@both(f, f, 1), @both(f, g, 1), @both(g, f, 1), @both(g, g, 1), @both(first, f, 1), @both(first, g, 1),
               @both(row, first, 1), @both(first, row, 1), @both(plus(m), row, 1), @both(plus(m), plus(m), 1)]",
    ),
    (
        "mutual recursion with functions that capture functions",
        "def even (n : i64) (f : i64 -> i64) (g : i64 -> i64) : i64 = if n <= 0 then f(n) else @odd(n - 1, g, f)
         def odd (n : i64) (f : i64 -> i64) (g : i64 -> i64) : i64 = if n <= 0 then g(n) else 1 + @even(n - 1, g, f)
         def main (n : i64) (xs : []i64) : []i64 =
           let f : i64 -> i64 = \\(x : i64) -> x + n
           let g : i64 -> i64 = \\(x : i64) -> f(x) * xs[0]
           in [@even(n, f, g), @even(n, g, f), @odd(n, \\(x : i64) -> f(g(x)), g)]",
    ),
    (
        "recursive functions that give accumulators",
        "def write (a : ACC) (i : i64) (v : i64)
           : ACC =
           let xs : []i64 = a#\"acc.array\"
           in {\"acc.array\" = xs with [i] = a#\"acc.operator\"(xs[i], v), \"acc.operator\" = a#\"acc.operator\"}
         def sum (n : i64) (a : ACC) (k : i64)
           (b : ACC)
           : (ACC, i64,
              ACC) =
           if n <= 0 then (a, k, b) else @product(n - 1, @write(a, 0, n), k + 1, b)
         def product (n : i64) (a : ACC) (k : i64)
           (b : ACC)
           : (ACC, i64,
              ACC) = @sum(n, a, k * 2, @write(b, 1, n + 2))
         def main (n : i64) (xs : []i64) : []i64 =
           let (a : ACC, k : i64,
                b : ACC) =
             @sum(n, {\"acc.array\" = copy(xs), \"acc.operator\" = \\(x : i64) (y : i64) -> x + (y * n)}, 0,
                  {\"acc.array\" = copy(xs), \"acc.operator\" = \\(x : i64) (y : i64) -> x * y})
           in concat(a#\"acc.array\", [k], b#\"acc.array\")",
    ),
];

/// Parses a program, with `ACC` replaced by the type of an accumulator of `[]i64`.
fn sample(text: &str) -> Program {
    let acc = "{\"acc.array\" : []i64, \"acc.operator\" : i64 -> i64 -> i64}";
    good(&format!("{text}\n{MAIN}").replace("ACC", acc))
}

fn run(program: &Program) -> Vec<Value> {
    let args = vec![i64(5), i64s(&[3, 1, 4, 1, 5])];
    run_entry(program, "main", args, Limits::default())
        .unwrap_or_else(|stop| panic!("{stop:?}\n{}", text::print(program)))
}

/// Returns the program after a pass, verified and compared with the program before.
fn after(name: &str, before: &Program, pass: fn(Program) -> Result<Program, Error>) -> Program {
    let after = pass(before.clone()).unwrap_or_else(|error| panic!("{name}: {error:#?}\n{}", text::print(before)));
    let problems = verify::problems(&after);
    assert!(problems.is_empty(), "{name}: {problems:#?}\n{}", text::print(&after));
    assert_eq!(run(before), run(&after), "{name}\n{}", text::print(&after));
    after
}

fn limitation(name: &str, program: Program, pass: fn(Program) -> Result<Program, Error>) -> String {
    match pass(program) {
        Err(Error::Limitation(diagnostic)) => diagnostic.headline,
        other => panic!("{name}: no limitation but {other:#?}"),
    }
}

fn is_monomorphic(program: &Program) -> bool {
    let mut monomorphic = true;
    for def in program.defs.values() {
        monomorphic &= def.type_params.is_empty();
        walk::for_each_expr(&def.body, &mut |expr| match &expr.kind {
            ExprKind::Var(_, args) | ExprKind::Def(_, args) => monomorphic &= args.is_empty(),
            ExprKind::Block(bindings, _) => monomorphic &= bindings.iter().all(|b| b.type_params.is_empty()),
            _ => {}
        });
    }
    monomorphic
}

#[test]
fn monomorphic_programs_mean_the_same() {
    for (name, text) in SAMPLES {
        let result = after(name, &sample(text), monomorphise);
        assert!(is_monomorphic(&result), "{name}\n{}", text::print(&result));
    }
}

#[test]
fn an_instance_is_shared_and_what_nobody_uses_goes() {
    let program = good(
        "def unused : i64 = 1
         def zero <t> : []t = ([] : []t)
         def pair <t> (x : t) : (t, t) = (x, x)
         def main (n : i64) (a : [n]i64) (b : []i64) : []i64 =
           concat(@zero?<i64>, @zero?<i64>, @pair?<[n]i64>(a)#0, @pair?<[]i64>(b)#1, @pair?<[]i64>(@zero?<i64>)#0)
         entry main = @main(n : i64, a : []i64, b : []i64) -> ([]i64)",
    );
    let result = monomorphise(program).expect("it has few instances");
    let names: Vec<&str> = result.defs.values().map(|def| def.name.as_str()).collect();
    // One pair of an array of known size, which is passed as an argument; one of arrays of any size.
    assert_eq!(names, ["main", "zero", "pair", "pair"]);
}

#[test]
fn recursion_at_growing_types_is_a_limitation() {
    let deeper = "def f <t> (n : i64) (x : t) : i64 = if n <= 0 then 0 else @f?<([]t, i64)>(n - 1, ([x], 1))
        def main (n : i64) (xs : []i64) : []i64 = [@f?<i64>(n, n)]";
    let wider = "def f <t> (n : i64) (x : t) : i64 = if n <= 0 then 0 else @f?<(t, t)>(n - 1, (x, x))
        def main (n : i64) (xs : []i64) : []i64 = [@f?<i64>(n, n)]";
    for text in [deeper, wider] {
        assert_eq!(limitation(text, sample(text), monomorphise), "`f` is used at too many types");
    }
}

/// The verifier sees no arrays behind a type parameter.
#[test]
fn sequences_of_arrays_are_a_limitation() {
    let inside = "def count <t> (x : t) : i64 = seq.length(seq.of_array([x]))
        def main (n : i64) (xs : []i64) : []i64 = [@count?<[]i64>(xs)]";
    let payloads = "data box <t> = <box(seq<t>)>
        def empty <t> (u : ()) : @box<t> = (#box(seq.of_array(([] : []t))) : @box<t>)
        def main (n : i64) (xs : []i64) : []i64 = let _ : @box<([]i64, i64)> = @empty?<([]i64, i64)>(()) in xs";
    for text in [inside, payloads] {
        assert_eq!(limitation(text, sample(text), monomorphise), "a sequence of arrays is not supported yet");
    }
    let boxed = "data box <t> = <box(t)>
        def single <t> (x : t) : seq<t> = seq.of_array([x])
        def main (n : i64) (xs : []i64) : []i64 =
          match seq.get(@single?<@box<[]i64>>((#box(xs) : @box<[]i64>)), 0) { case #box(a : []i64) : @box<[]i64> => a }";
    after(boxed, &sample(boxed), monomorphise);
}

fn both(program: Program) -> Result<Program, Error> {
    defunctionalise(monomorphise(program)?)
}

#[test]
fn first_order_programs_mean_the_same() {
    for (name, text) in SAMPLES {
        let result = after(name, &monomorphise(sample(text)).expect("it has few instances"), defunctionalise);
        if let Err(bug) = check_first_order(&result) {
            panic!("{name}: {bug}\n{}", text::print(&result));
        }
        assert!(is_monomorphic(&result), "{name}\n{}", text::print(&result));
    }
}

#[test]
fn functions_that_are_not_known_are_limitations() {
    let unknown = "a function must be known at compile time";
    for (name, body) in [
        ("if", "let f : i64 -> i64 = if n < 0 then \\(x : i64) -> x else \\(x : i64) -> x + 1 in map(f, xs)"),
        ("loop", "map(loop f : i64 -> i64 = \\(x : i64) -> x for i < n do \\(x : i64) -> x + i, xs)"),
        ("array", "map([\\(x : i64) -> x][0], xs)"),
        ("map", "map(map(\\(x : i64) -> (\\(y : i64) -> x + y), xs)[0], xs)"),
    ] {
        let text = format!("def main (n : i64) (xs : []i64) : []i64 = {body}");
        assert_eq!(limitation(name, sample(&text), both), unknown);
    }
    let accumulators_exchanged =
        "def f (n : i64) (a : ACC) (b : ACC) : (ACC, ACC) = if n <= 0 then (a, b) else @f(n - 1, b, a)
        def main (n : i64) (xs : []i64) : []i64 =
          @f(n, {\"acc.array\" = xs, \"acc.operator\" = \\(x : i64) (y : i64) -> x},
                {\"acc.array\" = xs, \"acc.operator\" = \\(x : i64) (y : i64) -> y})#0#\"acc.array\"";
    assert_eq!(limitation("exchanged", sample(accumulators_exchanged), both), unknown);
    let accumulator_chosen = "def f (n : i64) (a : ACC) (b : ACC) : ACC = if n <= 0 then b else @f(n - 1, a, b)
        def main (n : i64) (xs : []i64) : []i64 =
          @f(n, {\"acc.array\" = xs, \"acc.operator\" = \\(x : i64) (y : i64) -> x},
                {\"acc.array\" = xs, \"acc.operator\" = \\(x : i64) (y : i64) -> y})#\"acc.array\"";
    assert_eq!(limitation("chosen", sample(accumulator_chosen), both), unknown);
    let growing = "def f (n : i64) (g : i64 -> i64) : i64 = if n <= 0 then g(0) else @f(n - 1, \\(x : i64) -> g(x + 1))
        def main (n : i64) (xs : []i64) : []i64 = [@f(n, \\(x : i64) -> x)]";
    assert_eq!(limitation("growing", sample(growing), both), "functions capture functions without end");
}

#[test]
fn functions_leave_calls_of_copies() {
    let program = good(
        "def twice (f : i64 -> i64) (x : i64) : i64 = f(f(x))
         def main (k : i64) (n : i64) : (i64, i64) = (@twice(\\(y : i64) -> y * k, n), @twice(\\(y : i64) -> y + 1, n))
         entry main = @main(k : i64, n : i64) -> (i64, i64)",
    );
    let text = text::print(&both(program).expect("it has few copies"));
    assert_eq!(text.matches("def twice").count(), 2, "{text}");
    assert!(text.contains("@1(k_"), "what is captured is an argument\n{text}");
}

/// Returns a program whose `main` applies the last of `count` functions, each of which applies the one before twice.
fn towers(count: usize, functions: impl Fn(usize) -> String) -> Program {
    let chain: String = (1..count).map(functions).collect();
    sample(&format!(
        "def main (n : i64) (xs : []i64) : []i64 = let f0 : i64 -> i64 = \\(x : i64) -> x + 1 {chain} in [f{}(n)]",
        count - 1
    ))
}

fn expressions(program: &Program) -> usize {
    let mut count = 0;
    program.defs.values().for_each(|def| walk::for_each_expr(&def.body, &mut |_| count += 1));
    count
}

/// Each function occurs a constant number of times, however often others apply it, and gets captured values once.
#[test]
fn towers_of_functions_grow_with_their_source() {
    let twice = |i: usize| format!("let f{i} : i64 -> i64 = \\(x : i64) -> f{}(f{}(x)) ", i - 1, i - 1);
    let thrice = |i: usize| {
        let below = i - 1;
        let (less, more) = (format!("f{below}(x - n)"), format!("if x < 9 then f{below}(x + 1) else f{below}(x * 2)"));
        format!("let f{i} : i64 -> i64 = \\(x : i64) -> if x > {i} then {less} else {more} ")
    };
    let two_below = |i: usize| {
        let (a, b) = (i - 1, i.saturating_sub(2));
        format!("let f{i} : i64 -> i64 = \\(x : i64) -> if x > {i} then f{a}(x - n) else f{b}(f{a}(x)) ")
    };
    for functions in [&twice as &dyn Fn(usize) -> String, &thrice, &two_below] {
        for count in [10, 30, 150] {
            let program = towers(count, functions);
            let before = expressions(&program);
            let result = both(program).expect("calls of copies do");
            assert!(verify::problems(&result).is_empty());
            assert!(expressions(&result) < 4 * before, "{before}\n{}", text::print(&result));
            assert!(result.defs.values().all(|def| def.params.len() <= 2), "{}", text::print(&result));
        }
    }
}

/// Same for functions that are composed with themselves repeatedly.
#[test]
fn towers_of_compositions_stay_small() {
    let compose = |i: usize| format!("let f{i} : i64 -> i64 = @compose(f{}, f{}) ", i - 1, i - 1);
    let chain: String = (1..40).map(compose).collect();
    let result = both(sample(&format!(
        "def compose (g : i64 -> i64) (f : i64 -> i64) : i64 -> i64 = \\(x : i64) -> g(f(x)) + 1
         def main (n : i64) (xs : []i64) : []i64 = let f0 : i64 -> i64 = \\(x : i64) -> x + n {chain} in [f39(n)]"
    )));
    let result = result.expect("calls of copies do");
    assert!(verify::problems(&result).is_empty());
    assert!(expressions(&result) < 1_000, "{}", text::print(&result));
}

/// Functions on arrays are inlined where they are used, up to a limit.
#[test]
fn towers_of_maps_are_bounded() {
    let program = towers(25, |i| {
        let sum = |xs| format!("reduce(\\(a : i64) (b : i64) -> a + b, 0, map(f{}, {xs}))", i - 1);
        format!("let f{i} : i64 -> i64 = \\(x : i64) -> {} - {} ", sum("xs"), sum("iota(x, 0, 1)"))
    });
    let result = both(program).expect("calls of copies do");
    assert!(verify::problems(&result).is_empty());
    assert!(expressions(&result) < 200_000, "{}", expressions(&result));
}

#[test]
fn towers_of_constants_are_limited() {
    let mut text = "def c0 : i64 -> i64 = \\(x : i64) -> x + 1\n".to_owned();
    for i in 1..40 {
        let below = i - 1;
        text.push_str(&format!(
            "def c{i} : i64 -> i64 =
               let f : i64 -> i64 = @c{below} let g : i64 -> i64 = @c{below} in \\(x : i64) -> f(g(x))\n"
        ));
    }
    let program = sample(&format!("{text}def main (n : i64) (xs : []i64) : []i64 = [@c39(n)]"));
    assert_eq!(limitation("constants", program, both), "functions capture functions without end");
}

#[test]
fn towers_of_functions_that_give_functions_are_limited() {
    let program = sample(
        "def twice (f : i64 -> i64) : i64 -> i64 = \\(x : i64) -> f(f(x))
         def f (n : i64) (g : i64 -> i64) : i64 -> i64 = @f(n - 1, g)
         def main (n : i64) (xs : []i64) : []i64 = [@f(n, @twice(\\(x : i64) -> x), 1)]",
    );
    assert_eq!(limitation("f", program, both), "too many copies of functions that return functions");
}

#[test]
fn failures_stay_and_keep_their_order() {
    let program = sample(
        "def check (n : i64) : i64 -> i64 = ensure n < 5, \"first {}\"(n) in \\(x : i64) -> x
         def bad : i64 -> i64 = ensure false, \"constant\"() in \\(x : i64) -> x
         def apply (f : i64 -> i64) (x : i64) : i64 = 0
         def main (n : i64) (xs : []i64) : []i64 =
           [@apply(@check(n), ensure n < 5, \"second\"() in n), @apply(@bad, 1)]",
    );
    let result = both(program.clone()).expect("functions are known");
    let args = |n| vec![i64(n), i64s(&[])];
    for n in [4, 5] {
        let [before, after] = [&program, &result].map(|program| run_entry(program, "main", args(n), Limits::default()));
        let message = |run: Result<Vec<Value>, base::Stop>| match run {
            Err(base::Stop::Failure(failure)) => failure.message,
            other => panic!("no failure but {other:?}"),
        };
        assert_eq!(message(before), message(after), "{}", text::print(&result));
    }
}

/// The types in generated programs.
#[derive(Clone, PartialEq)]
enum Ty {
    Int,
    Pair(Box<Ty>, Box<Ty>),
    Function(Box<Ty>, Box<Ty>),
}

impl Ty {
    fn is_first_order(&self) -> bool {
        match self {
            Ty::Int => true,
            Ty::Pair(a, b) => a.is_first_order() && b.is_first_order(),
            Ty::Function(..) => false,
        }
    }

    fn show(&self) -> String {
        match self {
            Ty::Int => "i64".to_owned(),
            Ty::Pair(a, b) => format!("({}, {})", a.show(), b.show()),
            Ty::Function(a, b) => format!("(({}) -> {})", a.show(), b.show()),
        }
    }
}

/// A generator of random, well-typed, higher-order programs, from a linear congruential sequence.
pub struct Generator {
    state: u64,
    names: usize,
    scope: Vec<(String, Ty)>,
    /// An array of numbers.
    array: &'static str,
    /// Whether the program also has effects, by its definition `say`, which prints a text and returns a number, and by
    /// references. Then it has constants, and functions that only run time knows.
    effects: bool,
    /// The references in scope that are written. They hold no functions, so that nothing calls itself through them.
    references: Vec<(String, Ty)>,
}

impl Generator {
    pub fn new(seed: u64, effects: bool) -> Generator {
        Generator { state: seed, names: 0, scope: Vec::new(), array: "xs", effects, references: Vec::new() }
    }

    /// Generates a call of `say` around a number, in some places.
    fn said(&mut self, number: String) -> String {
        if !self.effects || self.below(2) > 0 {
            return number;
        }
        self.names += 1;
        format!("@say(\"{}.\", {number})", self.names)
    }

    fn below(&mut self, bound: usize) -> usize {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.state >> 33) as usize % bound
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("v{}", self.names)
    }

    fn ty(&mut self, fuel: usize) -> Ty {
        match self.below(if fuel == 0 { 1 } else { 5 }) {
            0 | 1 => Ty::Int,
            2 => Ty::Pair(Box::new(self.ty(fuel - 1)), Box::new(self.ty(fuel - 1))),
            _ => Ty::Function(Box::new(self.ty(fuel - 1)), Box::new(self.ty(fuel - 1))),
        }
    }

    /// Generates code with one more variable in scope.
    fn under(&mut self, name: &str, ty: &Ty, generate: impl FnOnce(&mut Generator) -> String) -> String {
        self.scope.push((name.to_owned(), ty.clone()));
        let text = generate(self);
        self.scope.pop();
        text
    }

    fn expr(&mut self, ty: &Ty, fuel: usize) -> String {
        let known: Vec<String> = self.scope.iter().filter(|(_, t)| t == ty).map(|(name, _)| name.clone()).collect();
        if !known.is_empty() && self.below(if fuel == 0 { 1 } else { 4 }) == 0 {
            return known[self.below(known.len())].clone();
        }
        if self.effects && fuel > 0 && self.below(8) == 0 {
            return self.with_reference(ty, fuel - 1);
        }
        match self.below(if fuel == 0 { 1 } else { 6 }) {
            1 => {
                let (name, bound) = (self.name(), self.ty(2));
                let value = self.expr(&bound, fuel - 1);
                let body = self.under(&name, &bound, |g| g.expr(ty, fuel - 1));
                format!("(let {name} : {} = {value} in {body})", bound.show())
            }
            2 => {
                let from = self.ty(1);
                let function = self.expr(&Ty::Function(Box::new(from.clone()), Box::new(ty.clone())), fuel - 1);
                format!("({function})({})", self.expr(&from, fuel - 1))
            }
            3 => {
                let other = self.ty(1);
                let pair = self.expr(&Ty::Pair(Box::new(other), Box::new(ty.clone())), fuel - 1);
                format!("({pair})#1")
            }
            _ => self.made(ty, fuel.saturating_sub(1)),
        }
    }

    /// Generates an expression of the type after making a reference, which it may read and write, or writing one.
    fn with_reference(&mut self, ty: &Ty, fuel: usize) -> String {
        if !self.references.is_empty() && self.below(2) == 0 {
            let at = self.below(self.references.len());
            let (name, content) = self.references[at].clone();
            let value = self.expr(&content, fuel);
            return format!("(let _ : () = ref.write({name}, {value}) in {})", self.expr(ty, fuel));
        }
        let (name, content) = (self.name(), self.ty(2));
        let value = self.expr(&content, fuel);
        let is_written = content.is_first_order();
        if is_written {
            self.references.push((name.clone(), content.clone()));
        }
        let body = self.under(&format!("ref.read({name})"), &content, |g| g.expr(ty, fuel));
        if is_written {
            self.references.pop();
        }
        format!("(let {name} : ref<{}> = ref.new({value}) in {body})", content.show())
    }

    /// Generates an expression that constructs a value of the type.
    fn made(&mut self, ty: &Ty, fuel: usize) -> String {
        match ty {
            Ty::Function(..) if self.effects && fuel > 0 && self.below(4) == 0 => {
                let condition = self.expr(&Ty::Int, fuel - 1);
                let ways = [self.expr(ty, fuel - 1), self.expr(ty, fuel - 1)];
                format!("(if ({condition}) < 4 then {} else {})", ways[0], ways[1])
            }
            Ty::Pair(a, b) => format!("({}, {})", self.expr(a, fuel), self.expr(b, fuel)),
            Ty::Function(a, b) => {
                let name = self.name();
                let body = self.under(&name, a, |g| g.expr(b, fuel));
                format!("(\\({name} : {}) -> {body})", a.show())
            }
            Ty::Int if fuel == 0 => {
                let number = self.below(10).to_string();
                self.said(number)
            }
            Ty::Int => {
                let number = self.int(fuel);
                self.said(number)
            }
        }
    }

    fn int(&mut self, fuel: usize) -> String {
        match self.below(4) {
            0 => {
                let function = Ty::Function(Box::new(Ty::Int), Box::new(Ty::Int));
                let function = self.expr(&function, fuel);
                format!("reduce(\\(a : i64) (b : i64) -> a + b, 0, map({function}, {}))", self.array)
            }
            1 => {
                let (name, start) = (self.name(), self.expr(&Ty::Int, fuel));
                let body = self.under(&name, &Ty::Int, |g| g.expr(&Ty::Int, fuel));
                format!("(loop {name} : i64 = {start} for i < 2 do {body})")
            }
            2 => {
                let condition = self.expr(&Ty::Int, fuel);
                let branches = [self.expr(&Ty::Int, fuel), self.expr(&Ty::Int, fuel)];
                format!("(if ({condition}) < 5 then {} else {})", branches[0], branches[1])
            }
            _ => format!("(({}) - ({}))", self.expr(&Ty::Int, fuel), self.expr(&Ty::Int, fuel)),
        }
    }

    /// Generates a constant, which may use the ones before.
    fn constant(&mut self, index: usize, text: &mut String, constants: &mut Vec<(String, Ty)>) {
        let ty = self.ty(2);
        self.scope = constants.clone();
        let array = std::mem::replace(&mut self.array, "[3, 1]");
        let value = self.expr(&ty, 4);
        self.array = array;
        text.push_str(&format!("def c{index} : {} = {value}\n", ty.show()));
        constants.push((format!("@c{index}"), ty));
    }

    /// Generates definitions, which may use the ones before, then `main`.
    pub fn program(&mut self) -> String {
        let (mut text, mut constants, mut defs) = (String::new(), Vec::new(), Vec::new());
        if self.effects {
            text.push_str("def cell : ref<i64> = ref.new(4)\n");
            self.references.push(("@cell".to_owned(), Ty::Int));
            constants.push(("ref.read(@cell)".to_owned(), Ty::Int));
        }
        for index in 0..3 {
            if self.effects {
                self.constant(index, &mut text, &mut constants);
                self.scope = [&constants[..], &defs].concat();
            }
            let (from, to) = (self.ty(2), self.ty(2));
            let param = self.name();
            let body = self.under(&param, &from, |g| g.expr(&to, 4));
            let header = format!("def d{index} (xs : []i64) ({param} : {})", from.show());
            text.push_str(&format!("{header} : {} = {body}\n", to.show()));
            defs.push((format!("(@d{index}(xs))"), Ty::Function(Box::new(from), Box::new(to))));
            self.scope = [&constants[..], &defs].concat();
        }
        self.scope.push(("n".to_owned(), Ty::Int));
        let results: Vec<String> = (0..3).map(|_| self.expr(&Ty::Int, 6)).collect();
        format!("{text}def main (n : i64) (xs : []i64) : []i64 = [{}]", results.join(", "))
    }
}

#[test]
fn generated_programs_mean_the_same() {
    for seed in 0..400 {
        let mut generator = Generator::new(seed, false);
        let text = generator.program();
        let result = after(&text, &sample(&text), both);
        assert!(check_first_order(&result).is_ok(), "{text}\n{}", rista_core::text::print(&result));
    }
}

#[test]
fn programs_nested_deeply_are_compiled_or_limited() {
    let nest = |count: usize, open: &str, close: &str| {
        let body = format!("{}n{}", open.repeat(count), close.repeat(count));
        let text =
            format!("def main (n : i64) (xs : []i64) : []i64 = let f : i64 -> i64 = \\(x : i64) -> x + n in [{body}]");
        let program = sample(&text);
        match both(program.clone()) {
            Ok(result) => {
                let problems = verify::problems(&result);
                assert!(problems.is_empty(), "{count} {open}: {:?}", problems.first());
                assert_eq!(run(&program), run(&result));
            }
            Err(Error::Limitation(_)) => {}
            Err(error) => panic!("{count} {open}: {error:#?}"),
        }
    };
    let deep = move || {
        for count in [300, 600] {
            nest(count, "f(", ")");
            nest(count, "1 + (f(", "))");
            nest(count, "(\\(y : i64) -> y)(", ")");
            nest(count, "(\\(y : i64) -> f(y) + ", ")(n)");
        }
        nest(1900, "f(", ")");
        nest(980, "1 + (f(", "))");
    };
    let thread = std::thread::Builder::new().stack_size(512 << 20).spawn(deep).expect("a thread starts");
    assert!(thread.join().is_ok());
}

#[test]
fn matches_with_many_cases_are_searched() {
    fn depth(expr: &rista_core::def::Expr) -> usize {
        let mut deepest = 0;
        walk::for_each_child(expr, &mut |child| deepest = depth(child).max(deepest));
        deepest + 1
    }
    let cases: String = (0..1000).map(|i| format!("case {}i64 => x * {i} ", i * i)).collect();
    let text = format!(
        "def main (n : i64) (xs : []i64) : []i64 = map(\\(x : i64) -> match x {{ {cases} case y : i64 => y + n }}, xs)"
    );
    let decided = after("decide", &sample(&text), |program| Ok(decide(program)));
    let deepest = decided.defs.values().map(|def| depth(&def.body)).max();
    assert!(deepest < Some(50), "{deepest:?} levels");
}

#[test]
fn cases_that_no_value_reaches_are_removed() {
    let of = |cases: &str| {
        let text = format!(
            "data list = <nil | cons(i64, @list)>
             def pairs (a : @list) (b : @list) (t : bool) : i64 = match (a, (b, t)) {{ {cases} }}
             def main (n : i64) (xs : []i64) : []i64 =
               let l : @list = (#cons(n, (#nil : @list)) : @list)
               let e : @list = (#nil : @list)
               in [@pairs(l, l, true), @pairs(l, e, false), @pairs(e, l, true), @pairs(e, e, false)]"
        );
        let decided = after("decide", &sample(&text), |program| Ok(decide(program)));
        let of = decided.defs.values().find(|def| def.name.as_str() == "pairs").map(|def| &def.body.kind);
        let Some(ExprKind::Match(_, cases)) = of else { panic!("{}", text::print(&decided)) };
        cases.len()
    };
    let pair = |a: &str, b: &str, t: &str, value: i64| {
        let list = |text: &str| match text {
            "_" => "_ : @list".to_owned(),
            "nil" => "#nil : @list".to_owned(),
            _ => "#cons(_ : i64, _ : @list) : @list".to_owned(),
        };
        let t = if t == "_" { "_ : bool" } else { t };
        format!("case ({}, ({}, {t})) => {value} ", list(a), list(b))
    };
    let [nil, both, rest] = [pair("nil", "_", "_", 1), pair("cons", "cons", "_", 2), pair("_", "_", "_", 3)];
    let right = pair("_", "nil", "_", 4);
    assert_eq!(of(&format!("{nil}{right}{both}{rest}{rest}")), 3);
    assert_eq!(of(&format!("{nil}{both}{rest}")), 3);
    assert_eq!(of(&format!("{rest}{nil}{both}{rest}")), 1);
    let [yes, no] = [pair("_", "_", "true", 5), pair("_", "_", "false", 6)];
    assert_eq!(of(&format!("{yes}{no}{rest}")), 2);
    assert_eq!(of(&format!("{yes}{nil}{both}{rest}")), 4);
}

/// Constants that need work, among constants that need none.
const CONSTANTS: &str = "def count : i64 = @base * 2
     def base : i64 = 2
     def sums : []i64 = scan(\\(a : i64) (b : i64) -> a + b, 0, iota(@count, 1, 1))
     def total : i64 = reduce(\\(a : i64) (b : i64) -> a + b, 0, @sums)
     def both : (i64, []i64) = (@total, map(\\(x : i64) -> x * @total, @sums))
     def at (i : i64) : i64 = @sums[i % @count]
     def sum (n : i64) : i64 = if n <= 0 then @both#0 else @at(n) + @sum(n - 1)
     def main (n : i64) (xs : []i64) : []i64 = map(\\(x : i64) -> @sum(x) + @at(n), xs)
     def other (n : i64) : []i64 = concat(@main(n, @sums), @both#1)
     def plain (n : i64) : i64 = n + @count
     entry other = @other(n : i64) -> ([]i64)
     entry plain = @plain(n : i64) -> (i64)
     entry main = @main(n : i64, xs : []i64) -> ([]i64)";

/// Returns how often definitions with the given name are mentioned.
fn uses(program: &Program, of: &str) -> usize {
    let mut count = 0;
    for def in program.defs.values() {
        walk::for_each_expr(&def.body, &mut |expr| {
            if let ExprKind::Def(id, _) = expr.kind {
                count += usize::from(program.defs[id].name.as_str() == of);
            }
        });
    }
    count
}

fn lowered(program: Program) -> Result<Program, Error> {
    lift_constants(both(program)?)
}

/// A function that marked code uses has a copy without checks, with all that it uses; a constant has not.
#[test]
fn marks_reach_what_functions_use() {
    let text = "def get<t> (xs : []t) (i : i64) : t = xs[i]
        def second (xs : []i64) (n : i64) : i64 = @get?<i64>(xs, n / @two)
        def two : i64 = [1, 2][1]
        def main (n : i64) (xs : []i64) : []i64 = [(unchecked @second)(xs, n), @second(xs, n)]";
    let printed = text::print(&after("marks", &sample(text), monomorphise));
    for (part, count) in [("(unchecked xs_", 1), ("(unchecked n_", 1), ("@two", 2), ("  [1i64, 2i64][1i64]", 1)] {
        assert_eq!(printed.matches(part).count(), count, "{part}\n{printed}");
    }
    let kept = text::print(&checks::keep(sample(text)));
    assert!(!kept.contains("unchecked"), "{kept}");
}

/// Only entry points read tuning parameters.
#[test]
fn tuning_parameters_are_arguments() {
    let text = "def f (n : i64) : i64 = if n < 0 then param.x() else @f(n + param.x())
        def main (n : i64) (xs : []i64) : []i64 = map(\\(x : i64) -> @f(x) + param.y(), xs)";
    let result = after("parameters", &sample(text), lowered);
    let printed = text::print(&result);
    assert_eq!(printed.matches("param.").count(), 2, "{printed}");
    for part in ["def x (_ : ()) : i64 =\n  param.x()", "def y (_ : ()) : i64 =\n  param.y()"] {
        assert!(printed.contains(part), "{part}\n{printed}");
    }
}

#[test]
fn lifted_programs_mean_the_same() {
    for (name, text) in SAMPLES {
        let result = after(name, &sample(text), lowered);
        assert!(check_first_order(&result).is_ok(), "{name}\n{}", text::print(&result));
    }
}

#[test]
fn constants_are_bound_by_entries() {
    let program = good(CONSTANTS);
    let result = after("constants", &program, lowered);
    assert!(check_first_order(&result).is_ok());
    let run =
        |program: &Program| run_entry(program, "other", vec![i64(3)], Limits::default()).expect("it does not fail");
    assert_eq!(run(&program), run(&result));
    // Once in each of the two entry points that reach them.
    let text = text::print(&result);
    assert_eq!(["sums", "total", "both"].map(|name| uses(&result, name)), [2, 2, 2], "{text}");
    // `main` is an entry point and is also used by another one.
    assert_eq!(text.matches("def main").count() + text.matches("def \"main\"").count(), 2, "{text}");
    assert!(uses(&result, "count") > 0, "what costs nothing stays\n{text}");
    let plain = result.defs.values().find(|def| def.name.as_str() == "plain").expect("it is an entry");
    assert!(!matches!(plain.body.kind, ExprKind::Block(..)), "it needs none\n{text}");
}

#[test]
fn constants_keep_the_sizes_that_they_show() {
    let text = "def small : []i64 = [1, 2, 3]
        def at (i : i64) : i64 = @small[i]
        def main (n : i64) (xs : []i64) : []i64 = map(@at, @small[:2])";
    let printed = text::print(&after("sizes", &sample(text), lowered));
    assert!(printed.contains("def at (i_") && printed.contains(": [3]i64) : i64 ="), "{printed}");
}

#[test]
fn a_constant_that_fails_makes_entries_fail_at_the_start() {
    let program = good(
        "def bad : i64 = reduce(\\(a : i64) (b : i64) -> a + b, ensure false, \"bad\"() in 0, [1])
         def worse : []i64 = ensure @bad < 0, \"worse\"() in [@bad]
         def use (n : i64) : i64 = if n < 0 then @worse[0] else 1
         def reaching (n : i64) : i64 = ensure n > 0, \"own\"() in @use(n)
         def free (n : i64) : i64 = n
         entry reaching = @reaching(n : i64) -> (i64)
         entry free = @free(n : i64) -> (i64)",
    );
    let result = lowered(program.clone()).expect("it is first-order");
    for program in [&program, &result] {
        for n in [-1, 0, 1] {
            match run_entry(program, "reaching", vec![i64(n)], Limits::default()) {
                Err(base::Stop::Failure(failure)) => assert_eq!(failure.message, "bad"),
                other => panic!("{other:?}\n{}", text::print(program)),
            }
            assert_eq!(run_entry(program, "free", vec![i64(n)], Limits::default()).ok(), Some(vec![i64(n)]));
        }
    }
}

/// Copies of constants keep the order of the program: the first one in it fails first. A call of a copy whose arguments
/// are all functions is no constant.
#[test]
fn constants_keep_their_order() {
    let constants = "def third : i64 = ensure false, \"third\"() in 3
         def first : i64 -> i64 = ensure @one < 0, \"first\"() in \\(x : i64) -> x
         def one : i64 = [1, 2][0]
         def second : i64 = ensure false, \"second\"() in 2
         def call (f : i64 -> i64) : i64 = ensure f(1) < 0, \"called\"() in 2";
    for (uses, message) in [
        ("[@second, @third]", "third"),
        ("[@second, @first(1)]", "first"),
        ("map(\\(x : i64) -> if x < 0 then @second else if x < 1 then @first(x) else @third, xs)", "third"),
        ("[if n < 0 then @call(\\(x : i64) -> x + 1) else n / 0]", "division by zero: 1 by 0"),
    ] {
        let program = sample(&format!("{constants}\ndef main (n : i64) (xs : []i64) : []i64 = {uses}"));
        let result = lowered(program.clone()).expect("it is first-order");
        for program in [&program, &result] {
            match run_entry(program, "main", vec![i64(1), i64s(&[])], Limits::default()) {
                Err(base::Stop::Failure(failure)) => assert_eq!(failure.message, message, "{}", text::print(program)),
                other => panic!("{uses}: {other:?}\n{}", text::print(program)),
            }
        }
    }
    // A constant that is an entry point and is used elsewhere.
    let program = good(
        "def early : i64 = [4][3]
         def late : i64 = [5][9]
         entry early = @early() -> i64
         def main (k : i64) : i64 = @late + @early
         entry main = @main(k : i64) -> i64",
    );
    let result = lowered(program.clone()).expect("it is first-order");
    for program in [&program, &result] {
        match run_entry(program, "main", vec![i64(1)], Limits::default()) {
            Err(base::Stop::Failure(failure)) => assert!(failure.message.contains("[3]"), "{failure:?}"),
            other => panic!("{other:?}\n{}", text::print(program)),
        }
    }
}

#[test]
fn a_constant_must_not_need_itself() {
    let program = common::parse(
        "def c : []i64 = [@f(1)]
         def f (n : i64) : i64 = @d[n]
         def d : []i64 = @c
         def main (n : i64) (xs : []i64) : []i64 = @c
         entry main = @main(n : i64, xs : []i64) -> ([]i64)",
    );
    assert_eq!(verify::problems(&program), ["def d: a constant that needs its own value"]);
    assert!(lift_constants(program).is_err());
}
