//! Tests of effects: what the evaluator does in a world, the analysis, and that each pass keeps effects, their number
//! and their order.

use crate::common::{good, i64, i64s};
use crate::passes::Generator;
use base::{Error, Stop};
use rista_core::accelerate::accelerate;
use rista_core::closures::closures;
use rista_core::constants::lift_constants;
use rista_core::decide::decide;
use rista_core::def::{DefId, Program};
use rista_core::defunctionalise::defunctionalise;
use rista_core::effects::{Effects, Latent};
use rista_core::eval::{Evaluator, Limits};
use rista_core::flat_map::{expand_all_flat_maps, expand_flat_maps};
use rista_core::monomorphise::monomorphise;
use rista_core::sequences::expand_sequences;
use rista_core::{text, units, verify, well_formed};
use value::world::Memory;

/// Definitions that all programs have. `say` prints a name and returns the number.
const COMMON: &str = "
    def print (s : []u8) : () = system.print(s)
    def say (name : []u8) (n : i64) : i64 = let _ : () = @print(name) in n
    def pair (a : i64) (b : i64) : i64 = (a * 10) + b
    def digit (n : i64) : []u8 = [to.u8(n + 48)]";

/// Programs whose `main` takes an `i64` and a `[]i64` and returns an `i64`, with the text that they print for 3 and
/// [1, 2].
const PROGRAMS: &[(&str, &str, &str)] = &[
    ("operands in order", "def main (n : i64) (xs : []i64) : i64 = @pair(@say(\"a\", 1), @say(\"b\", 2)) + @say(\"c\", n)", "abc"),
    (
        "constants, used or not, in order and once",
        "def first : i64 = @say(\"a\", 1)
         def unused : i64 = @say(\"b\", 2)
         def pure : i64 = [4, 5][1]
         def third : i64 -> i64 = let n : i64 = @say(\"c\", @first) in \\(x : i64) -> x + n
         def unit : () = @print(\"d\")
         def function : i64 -> i64 = let _ : () = @print(\"e\") in \\(x : i64) -> x
         def main (n : i64) (xs : []i64) : i64 = @pair(@third(@first), @third(@pure)) + @say(\"f\", @first)",
        "abcdef",
    ),
    (
        "a constant of which only an unused one has need",
        "def zeroth : i64 = @say(\"a\", 1)
         def helper (n : i64) : i64 = n + @zeroth
         def unused : i64 = @say(\"b\", @helper(1))
         def main (n : i64) (xs : []i64) : i64 = n",
        "ab",
    ),
    (
        "lambdas that are applied several times",
        "def twice (f : i64 -> i64) (x : i64) : i64 = f(f(x))
         def main (n : i64) (xs : []i64) : i64 =
           let f : i64 -> i64 = \\(x : i64) -> @say(\"f\", x + 1)
           let g : i64 -> i64 = let _ : () = @print(\"g\") in \\(x : i64) -> @say(\"h\", x * 2)
           in @twice(f, @say(\"a\", 1)) + (g(@say(\"b\", 2)) + g(3))",
        "gaffbhh",
    ),
    (
        "functions that only run time knows",
        "def main (n : i64) (xs : []i64) : i64 =
           let f : i64 -> i64 = if n > 2 then (let _ : () = @print(\"y\") in \\(x : i64) -> @say(\"f\", x + n)) else (\\(x : i64) -> x)
           in (let _ : () = @print(\"a\") in f)(@say(\"b\", 1)) + f(@say(\"c\", 2))",
        "yabfcf",
    ),
    (
        "a constant that applies functions of a class of which others use later constants",
        "def pick (n : i64) (f : i64 -> i64) (g : i64 -> i64) : i64 -> i64 = if n > 0 then f else g
         def early : i64 = @pick(1, \\(x : i64) -> @say(\"a\", x), \\(x : i64) -> x + 1)(4)
         def between : i64 = @say(\"b\", 2)
         def late : i64 = @say(\"c\", 3)
         def later (x : i64) : i64 = x + (@late + @early)
         def main (n : i64) (xs : []i64) : i64 = @pick(n, @later, \\(x : i64) -> x + @late)(n) + @early",
        "abc",
    ),
    (
        "a function that is the result of a call",
        "def made (n : i64) : i64 -> i64 =
           let _ : () = @print(\"f\") in if n > 2 then \\(x : i64) -> @say(\"g\", x) else \\(x : i64) -> x
         def main (n : i64) (xs : []i64) : i64 = @made(@say(\"a\", n))(@say(\"b\", 1))",
        "afbg",
    ),
    (
        "a function without an argument at run time",
        "def both (f : i64 -> i64) : i64 = @say(\"a\", f(1)) + f(2)
         def main (n : i64) (xs : []i64) : i64 =
           if n < 0 then @both(\\(x : i64) -> x) else @both(\\(x : i64) -> x + 1) + @both(\\(x : i64) -> x + 1)",
        "aa",
    ),
    (
        "array operations in the order of elements",
        "def main (n : i64) (xs : []i64) : i64 =
           let ys : []i64 = map(\\(x : i64) -> @say(@digit(x), x + 1), xs)
           let zs : []i64 = filter(\\(x : i64) -> @say(\"?\", x) > 2, ys)
           in @say(\"r\", reduce(\\(a : i64) (b : i64) -> @say(\"+\", a + b), 0, ys)) + size.0(zs)",
        "12??++r",
    ),
    (
        "rows",
        "def main (n : i64) (xs : []i64) : i64 =
           let ys : []i64 = flat_map(\\(x : i64) -> map(\\(y : i64) -> @say(@digit(y), x + y), iota(@say(\"r\", x), 0, 1)), xs)
           in reduce(\\(a : i64) (b : i64) -> a + b, 0, ys)",
        "r0r01",
    ),
    (
        "rows of an array of rows, whose elements have effects",
        "def main (n : i64) (xs : []i64) : i64 =
           let ys : []i64 = flat_map(\\(i : i64) -> let _ : () = @print(\"r\") in xs[i : i + 1], iota(2, 0, 1))
           in reduce(\\(a : i64) (b : i64) -> a + b, 0, ys)",
        "rr",
    ),
    (
        "parallel work between effects",
        "def main (n : i64) (xs : []i64) : i64 =
           let a : i64 = @say(\"a\", n)
           let s : i64 = reduce(\\(x : i64) (y : i64) -> x + y, 0, map(\\(x : i64) -> x * a, xs))
           let b : i64 = @say(@digit(s), 1)
           in @pair(@say(\"b\", reduce(\\(x : i64) (y : i64) -> x + y, b, xs)), @say(\"c\", size.0(map(\\(x : i64) -> x + b, xs))))",
        "a9bc",
    ),
    (
        "services among parallel work",
        "def main (n : i64) (xs : []i64) : i64 =
           let a : i64 = reduce(\\(x : i64) (y : i64) -> x + y, 0, map(\\(x : i64) -> x * n, xs))
           let _ : () = system.print(map(\\(x : i64) -> to.u8(x + 64), xs))
           in a + reduce(\\(x : i64) (y : i64) -> x + y, size.0(system.read_bytes(a)), xs)",
        "AB",
    ),
    (
        "cases",
        "def main (n : i64) (xs : []i64) : i64 =
           match (@say(\"a\", n), @say(\"b\", 2)) {
             case (3, 1) => @say(\"x\", 1)
             case (k : i64, 2) => (match @say(\"c\", k) { case 3 => @say(\"y\", 2) case _ : i64 => @say(\"z\", 3) })
             case _ : (i64, i64) => @say(\"w\", 4) }",
        "abcy",
    ),
    (
        "loops, records and updates",
        "def main (n : i64) (xs : []i64) : i64 =
           let s : i64 = loop s : i64 = @say(\"i\", 0) for x : i64 in map(\\(x : i64) -> @say(\"m\", x), xs) do @say(@digit(s), s + x)
           let t : i64 = loop t : i64 = s while @say(\"?\", t) < 5 do @say(\"!\", t + 1)
           let r : {a : i64, b : i64} = {a = @say(\"a\", t), b = @say(\"b\", 1)}
           let ys : []i64 = copy(xs) with [@say(\"j\", 0)] = @say(\"v\", r#b)
           in ys[@say(\"k\", 1)] + r#a",
        "imm01?!?!?abjvk",
    ),
    (
        "sequences",
        "def numbers : seq<i64> = seq.of_array([@say(\"n\", 4), @say(\"m\", 5)])
         def main (n : i64) (xs : []i64) : i64 =
           let s : seq<i64> = seq.concat(seq.cons(@say(\"a\", n), @numbers), seq.snoc(seq.of_array(xs), @say(\"b\", 7)))
           let t : seq<i64> = seq.set(seq.sub(s, @say(\"i\", 1), @say(\"j\", 4)), @say(\"k\", 0), @say(\"v\", 8))
           let _ : []i64 = map(\\(x : i64) -> @say(@digit(x), x), seq.to_array(t))
           in if equal(@numbers, let _ : () = @print(\"e\") in t) then 0 else seq.get(t, @say(\"g\", 3))",
        "nmabijkv8512eg",
    ),
    (
        "arrays before their indices, and these before new values",
        "def told (xs : []i64) : []i64 = let _ : () = @print(\"a\") in copy(xs)
         def main (n : i64) (xs : []i64) : i64 =
           @told(xs)[@say(\"i\", 1)] + (size.0(@told(xs)[@say(\"j\", 0) : @say(\"k\", 1)])
             + (((@told(xs) with [@say(\"l\", 0)] = @say(\"v\", n)) with [@say(\"m\", 0) : 1] = @told([n]))[0]))",
        "aiajkalvma",
    ),
    (
        "messages that no failure shows",
        "def main (n : i64) (xs : []i64) : i64 =
           ensure @say(\"c\", n) > 0, \"no {}\"(@say(\"m\", xs[7])) in @say(\"t\", n)",
        "ct",
    ),
    (
        "references, in order",
        "def counter : ref<i64> = ref.new(@say(\"n\", 5))
         def next (u : ()) : i64 =
           let n : i64 = ref.read(@counter) + 1 let _ : () = ref.write(@counter, n) in @say(@digit(n), n)
         def add (r : ref<i64>) (x : i64) : () = ref.write(r, ref.read(r) + x)
         def main (n : i64) (xs : []i64) : i64 =
           let r : ref<i64> = ref.new(@next(()))
           let s : ref<i64> = r
           let old : i64 = ref.read(r)
           let _ : () = @add(s, @next(()))
           let ys : []i64 = map(\\(x : i64) -> let _ : () = @add(r, x) in ref.read(s), xs)
           let k : i64 = ref.read(r) - @pair(ref.read(s), let _ : () = ref.write(r, 1) in ref.read(s))
           let _ : i64 = @say(@digit(ys[0] - 10), 0)
           let _ : i64 = @say(@digit(ys[1] - 10), 0)
           in if old == 6 then k + (ref.read(s) + @next(())) else @say(\"!\", 0)",
        "n67468",
    ),
    (
        "references to functions, to data and to references",
        "data list = <cons(ref<@list>, i64) | nil>
         def run (fs : ref<i64 -> i64>) (n : i64) : i64 = ref.read(fs)(n)
         def ring (n : i64) : ref<@list> =
           let last : ref<@list> = ref.new((#nil : @list))
           let first : ref<@list> =
             loop r : ref<@list> = last for i < n do ref.new((#cons(r, i) : @list))
           let _ : () = ref.write(last, ref.read(first))
           in first
         def walk (l : @list) (n : i64) : i64 =
           match l { case #nil : @list => -1
             case #cons(next : ref<@list>, x : i64) : @list =>
               if n == 0 then x else let _ : i64 = @say(@digit(x), x) in @walk(ref.read(next), n - 1) }
         def main (n : i64) (xs : []i64) : i64 =
           let f : ref<i64 -> i64> = ref.new(\\(x : i64) -> @say(\"f\", x + n))
           let a : i64 = @run(f, 1)
           let _ : () = ref.write(f, let g : i64 -> i64 = ref.read(f) in \\(x : i64) -> @say(\"g\", g(x) * 2))
           let b : i64 = @run(f, 1)
           let deep : ref<ref<[]i64>> = ref.new(ref.new(xs))
           let inner : ref<[]i64> = ref.read(deep)
           let _ : () = ref.write(deep, ref.new([7]))
           let _ : () = ref.write(inner, copy(ref.read(inner)) with [1] = 9)
           in (@walk(ref.read(@ring(n)), 7) + (a + b)) + (ref.read(inner)[1] * ((ref.read(ref.read(deep))[0] * 10) + xs[1]))",
        "ffg2102102",
    ),
    (
        "recursive calls in operands of all kinds",
        "data tree = <leaf | node(@tree, i64, @tree)>
         def tree (n : i64) : @tree =
           if n < 1 then (#leaf : @tree) else (#node(@tree(@say(@digit(n), n - 1)), n, @tree(n - 2)) : @tree)
         def sum (t : @tree) (xs : []i64) : i64 =
           match t {
             case #leaf : @tree => size.0(xs)
             case #node(l : @tree, n : i64, r : @tree) : @tree =>
               let (a : i64, b : []i64) = if @sum(l, xs) > n then (@say(\"a\", @sum(l, xs)), xs) else (n, [n, @sum(r, [n])])
               let r : {x : i64, y : i64} = {y = @say(\"y\", a), x = @sum(r, b) + @say(\"x\", n)}
               in ensure @even(r#x) != @odd(r#y + 1), \"never\"() in [a, r#x, b[@sum(l, [1])]][@say(\"i\", 1)] }
         def even (n : i64) : bool = if n < 1 then true else if n > 40 then @even(n / 2) else let o : bool = @odd(n - 1) in o
         def odd (n : i64) : bool = if n < 1 then false else @even(n - 1)
         def main (n : i64) (xs : []i64) : i64 =
           let ys : []i64 = (copy(xs) with [@fill(1, 1)] = @fill(n, 5)) in (@sum(@tree(n), ys) + ys[1])
         def fill (n : i64) (x : i64) : i64 = if n < 1 then 0 else (@fill(n - 1, @say(\"f\", x)) + 1)",
        "ffff3211axyiaxyiaxyxy",
    ),
    (
        "tensors, in order",
        "def global : tensor<i64> = tensor.new([2], map(\\(i : i64) -> @say(@digit(i), i), iota(2, 0, 1)))
         def put (t : tensor<i64>) (at : i64) (x : i64) : () = tensor.set(t, at, @say(@digit(x), x))
         def apply (t : tensor<i64 -> i64>) (n : i64) : i64 = tensor.get(t, @say(\"i\", 1))(n)
         def main (n : i64) (xs : []i64) : i64 =
           let t : tensor<i64> = tensor.new([@say(\"s\", 2), 1], xs)
           let v : tensor<i64> = tensor.view(t, @say(\"v\", 1), [1])
           let old : i64 = tensor.get(v, 0)
           let _ : () = @put(t, 1, 8)
           let _ : [](()) = map(\\(x : i64) -> @put(@global, x - 1, x + tensor.get(v, 0)), xs)
           let fs : tensor<i64 -> i64> = tensor.new([2], replicate(2, \\(x : i64) -> @say(\"f\", x + n)))
           let _ : () = tensor.set(fs, 1, let g : i64 -> i64 = tensor.get(fs, 0) in \\(x : i64) -> @say(\"g\", g(x) * 2))
           in (@pair(tensor.get(v, 0), tensor.get(t, tensor.at.2(t, @say(\"a\", 1), @say(\"b\", 0)))) + old)
              + (@apply(fs, 1) + ((xs[1] * 1000) + tensor.get(@global, 1)))",
        "01sv89:abifg",
    ),
    (
        "data types",
        "data list = <cons(i64, @list) | nil>
         def build (n : i64) : @list = if n < 1 then (#nil : @list) else (#cons(@say(@digit(n), n), @build(n - 1)) : @list)
         def sum (l : @list) : i64 =
           match l { case #nil : @list => 0 case #cons(x : i64, rest : @list) : @list => @say(\"+\", x) + @sum(rest) }
         def main (n : i64) (xs : []i64) : i64 = @sum(@build(n))",
        "321+++",
    ),
];

fn program(text: &str) -> Program {
    good(&format!("{COMMON}\n{text}\nentry main = @main(n : i64, xs : []i64) -> i64"))
}

/// Returns the result or the end of a run, and what it printed. They are the same whether recursive calls use the stack
/// of this process or not.
fn run(program: &Program, world: Memory) -> (String, String) {
    let [direct, scheduled] = [1000, 0].map(|direct| run_with(program, world.clone(), direct));
    assert_eq!(direct, scheduled, "{}", text::print(program));
    direct
}

fn run_with(program: &Program, mut world: Memory, direct: usize) -> (String, String) {
    let limits = Limits { direct, ..Limits::default() };
    let evaluator = Evaluator::new(program, limits).expect("the program compiles");
    let result = evaluator.in_world(&mut world).run("main", vec![i64(3), i64s(&[1, 2])]);
    let result = match result {
        Ok(values) => format!("{values:?}"),
        Err(stop @ (Stop::Failure(_) | Stop::Exit(_))) => stop.to_string(),
        Err(stop) => panic!("{stop:?}\n{}", text::print(program)),
    };
    (result, String::from_utf8_lossy(&world.output).into_owned())
}

type Pass = fn(Program) -> Result<Program, Error>;

/// The passes of CORE, in the order of the pipelines.
const PASSES: [(&str, Pass); 8] = [
    ("monomorphise", monomorphise),
    ("closures", closures),
    ("defunctionalise", defunctionalise),
    ("flat-maps", expand_flat_maps),
    ("decide", |program| Ok(decide(program))),
    ("lift-constants", lift_constants),
    ("accelerate", |program| Ok(accelerate(program))),
    ("sequences", expand_sequences),
];

#[test]
fn passes_keep_effects_and_their_order() {
    for (what, source, printed) in PROGRAMS {
        let source = program(source);
        let expected = run(&source, Memory::default());
        assert_eq!(expected.1, *printed, "{what}");
        for flat_maps in [expand_flat_maps as Pass, expand_all_flat_maps] {
            let mut program = source.clone();
            for (name, pass) in PASSES {
                let pass = if name == "flat-maps" { flat_maps } else { pass };
                program = pass(program).unwrap_or_else(|error| panic!("{what}, {name}: {error:?}"));
                let problems = verify::problems(&program);
                assert!(problems.is_empty(), "{what}, {name}: {problems:#?}\n{}", text::print(&program));
                assert_eq!(run(&program, Memory::default()), expected, "{what}, {name}\n{}", text::print(&program));
            }
            let breaches: Vec<String> = well_formed::check(&program).iter().map(|breach| breach.to_string()).collect();
            assert!(breaches.is_empty(), "{what}: {breaches:?}\n{}", text::print(&program));
            let leaves = units::with_leaves(&program);
            assert_eq!(run(&leaves, Memory::default()), expected, "{what}, units\n{}", text::print(&leaves));
        }
    }
}

/// A run does the effects of an entry point that is a constant once: in the place of its definition if other constants
/// need it, else as the body. It does not do those of other entry points, unless it needs them.
#[test]
fn entry_points_that_are_constants_act_once() {
    let source = good(&format!(
        "{COMMON}
         def first : i64 = @say(\"a\", 1)
         def needed : i64 = @say(\"b\", @first + 1)
         def needs : i64 = @say(\"c\", @needed + 1)
         def user (n : i64) : i64 = @say(\"d\", n + @alone)
         def alone : i64 = @say(\"e\", @first + 3)
         def last : () = @print(\"f\")
         def function (n : i64) : i64 = @say(\"g\", n)
         def again : i64 = @function(@say(\"h\", 1))
         entry needed = @needed() -> i64
         entry twice = @needed() -> i64
         entry alone = @alone() -> i64
         entry user = @user(n : i64) -> i64
         entry function = @function(n : i64) -> i64",
    ));
    let runs = [
        ("needed", "abcfhg", 2),
        ("twice", "abcfhg", 2),
        ("alone", "abcfhge", 4),
        ("user", "abcefhgd", 7),
        ("function", "abcfhgg", 3),
    ];
    let mut program = source;
    let check = |program: &Program, after: &str| {
        for (entry, printed, result) in runs {
            let mut world = Memory::default();
            let evaluator = Evaluator::new(program, Limits::default()).expect("the program compiles");
            let args = if matches!(entry, "user" | "function") { vec![i64(3)] } else { Vec::new() };
            let found = evaluator.in_world(&mut world).run(entry, args).expect("it does not fail");
            assert_eq!(String::from_utf8_lossy(&world.output), printed, "{entry}, {after}\n{}", text::print(program));
            assert_eq!(found, [i64(result)], "{entry}, {after}");
        }
    };
    check(&program, "at first");
    for (name, pass) in PASSES {
        program = pass(program).unwrap_or_else(|error| panic!("{name}: {error:?}"));
        check(&program, name);
    }
}

#[test]
fn passes_keep_the_effects_of_generated_programs() {
    let mut printed = 0;
    for seed in 0..400 {
        let text = Generator::new(seed, true).program();
        let source = good(&format!("{COMMON}\n{text}\nentry main = @main(n : i64, xs : []i64) -> []i64"));
        let expected = run(&source, Memory::default());
        printed += expected.1.len();
        let mut program = source;
        for (name, pass) in PASSES {
            program = pass(program).unwrap_or_else(|error| panic!("{seed}, {name}: {error:?}\n{text}"));
            let after = run(&program, Memory::default());
            assert_eq!(after, expected, "{seed}, {name}\n{text}\n{}", rista_core::text::print(&program));
        }
    }
    assert!(printed > 5_000, "the programs print {printed} bytes");
}

/// What follows the end of a run has no effects, in whatever depth the run ends.
#[test]
fn runs_end_at_once() {
    let deep = |end: &str| {
        format!(
            "def down (n : i64) : i64 = if n < 1 then ({end} : i64) else @say(\"d\", @down(n - 1))
             def main (n : i64) (xs : []i64) : i64 = @say(\"a\", 1) + (@down(n) + @say(\"z\", 1))"
        )
    };
    for (end, message) in [
        ("system.exit(259)", "the program ended the run with exit code 3"),
        ("fail(\"no more\")", "no more"),
        ("n / 0", "division by zero: 0 by 0"),
        ("system.exit(system.arguments() / 0)", "division by zero: 0 by 0"),
    ] {
        assert_eq!(run(&program(&deep(end)), Memory::default()), (message.to_owned(), "a".to_owned()), "{end}");
    }
    let constant = "def early : i64 = let _ : () = @print(\"e\") in (system.exit(7) : i64)
        def main (n : i64) (xs : []i64) : i64 = @say(\"m\", n)";
    let (ended, printed) = run(&program(constant), Memory::default());
    assert_eq!((ended.as_str(), printed.as_str()), ("the program ended the run with exit code 7", "e"));
}

#[test]
fn programs_read_and_write() {
    let source = program(
        "def lines (n : i64) : i64 =
           let line : []u8 = system.read_line()
           in if size.0(line) == 0 then n else let _ : () = @print(concat(\"> \", line)) in @lines(n + 1)
         def main (n : i64) (xs : []i64) : i64 =
           let _ : () = @print(concat(system.argument(0), system.read_bytes(2), \"|\"))
           let k : i64 = @lines(0)
           let _ : () = system.write_file(\"f\", text.of_float(text.to_float(\"2.50\")))
           let _ : () = @print(system.read_file(\"f\"))
           in if system.file_exists(\"f\") then k + system.arguments() else -1",
    );
    let world = Memory { input: b"ab\ncd\nef".to_vec(), arguments: vec![b"arg".to_vec()], ..Memory::default() };
    let (result, printed) = run(&source, world);
    assert_eq!((result.as_str(), printed.as_str()), ("[Scalar(I64(4))]", "argab|> \n> cd\n> ef2.5"));
    let closed = Evaluator::new(&source, Limits::default()).expect("it compiles").run("main", vec![i64(3), i64s(&[])]);
    assert!(matches!(closed, Err(Stop::Limit(_))), "without a world, a program neither reads nor writes");
}

const IO: Effects = Effects { io: true, partial: true, ..Effects::NONE };
const FAILS: Effects = Effects { partial: true, ..Effects::NONE };

/// Returns the effects of applying the definitions of a program, by name.
fn latent(program: &Program) -> Vec<(String, Effects)> {
    let latent = Latent::of(program);
    program.defs.iter().map(|(id, def)| (def.name.to_string(), latent.of_application(id))).collect()
}

#[test]
fn effects_of_definitions_are_those_of_what_they_do() {
    let source = good(
        "data box = <box(i64 -> i64)>
         def pure (n : i64) : i64 = n / 2
         def print (s : []u8) : () = system.print(s)
         def fails (n : i64) : i64 = (fail(\"x\") : i64)
         def calls (n : i64) : i64 = let _ : () = @print(\"x\") in @pure(n)
         def apply (f : i64 -> i64) (n : i64) : i64 = f(n)
         def apply_pure (n : i64) : i64 = @apply(@pure, n)
         def apply_local (n : i64) : i64 = let f : i64 -> i64 = \\(x : i64) -> @pure(x) in f(n) + @apply(f, n)
         def apply_calls (n : i64) : i64 = @apply(@calls, n)
         def apply_lambda (n : i64) : i64 = @apply(\\(x : i64) -> @fails(x), n)
         def maps (xs : []i64) : []i64 = map(@calls, xs)
         def only_makes (n : i64) : i64 = let f : i64 -> i64 = \\(x : i64) -> @calls(x) in n
         def partial (n : i64) : i64 -> i64 = @apply(@calls)
         def made (n : i64) : i64 -> i64 = \\(x : i64) -> @calls(x + n)
         def applies_made (n : i64) : i64 = @made(n)(1)
         def compose (f : i64 -> i64) (g : i64 -> i64) : i64 -> i64 = \\(x : i64) -> f(g(x))
         def composed (n : i64) : i64 = @compose(@pure, @pure)(n)
         def composed_calls (n : i64) : i64 = let f : i64 -> i64 = @compose(@pure, @calls) in f(n)
         def field (r : {f : i64 -> i64}) (n : i64) : i64 = r#f(n)
         def field_calls (n : i64) : i64 = @field({f = @calls}, n)
         def unboxed (b : @box) (n : i64) : i64 = match b { case #box(f : i64 -> i64) : @box => f(n) }
         def boxed (n : i64) : i64 = @unboxed((#box(@calls) : @box), n)
         def even (n : i64) : bool = if n < 1 then true else @odd(n - 1)
         def odd (n : i64) : bool = if n < 1 then @fails(n) == 1 else @even(n - 1)
         def constant : i64 = @calls(1)
         def uses_constant (n : i64) : i64 = n + @constant
         def poly <t> (f : t -> i64) (x : t) : i64 = f(x)
         def poly_calls (n : i64) : i64 = @poly?<i64>(@calls, n)
         def passes_on (f : i64 -> i64) (n : i64) : i64 = @apply(f, n)
         def passes_calls (n : i64) : i64 = @passes_on(@calls, n)
         def loops (n : i64) : i64 = loop s : i64 = 0 for i < n do @fails(s)
         def reads (n : i64) : []u8 = system.read_line()",
    );
    let pure = [
        "pure",
        "apply",
        "apply_pure",
        "apply_local",
        "only_makes",
        "partial",
        "made",
        "compose",
        "composed",
        "field",
        "unboxed",
        "uses_constant",
        "poly",
        "passes_on",
    ];
    let fails = ["fails", "apply_lambda", "even", "odd", "loops"];
    for (name, effects) in latent(&source) {
        let expected = if pure.contains(&name.as_str()) {
            Effects::NONE
        } else if fails.contains(&name.as_str()) {
            FAILS
        } else {
            IO
        };
        assert_eq!(effects, expected, "{name}");
    }
    let without = good("def apply (f : i64 -> i64) (n : i64) : i64 = f(n)");
    assert!(Latent::of(&without).is_empty() && latent(&without)[0].1 == Effects::NONE);
}

/// A function whose origin is unknown has the effects that occur in the program, and no others.
#[test]
fn unknown_functions_have_all_effects_of_the_program() {
    let source = |effect: &str| {
        good(&format!(
            "def other (n : i64) : i64 = let _ : () = ({effect} : ()) in n
             def main (n : i64) : i64 =
               let f : i64 -> i64 = loop f : i64 -> i64 = (\\(x : i64) -> x) for i < n do f
               in f(n)"
        ))
    };
    assert_eq!(latent(&source("fail(\"x\")"))[1].1, FAILS);
    assert_eq!(latent(&source("system.flush()"))[1].1, IO);
}

#[test]
fn constants_with_effects_are_those_that_act() {
    let source = good(
        "def plain : i64 = [1][0]
         def acts : () = system.print(\"x\")
         def fails : i64 = (fail(\"x\") : i64)
         def function (n : i64) : () = system.print(\"x\")
         def holds : i64 -> () = @function
         def main : () = system.print(\"x\")
         entry main = @main() -> ()",
    );
    let found: Vec<DefId> = Latent::of(&source).constants(&source);
    let names: Vec<&str> = found.iter().map(|id| source.defs[*id].name.as_str()).collect();
    assert_eq!(names, ["acts", "fails"]);
}

#[test]
fn effects_decide_what_passes_may_do() {
    let reads = Effects { reads: true, ..Effects::NONE };
    let writes = Effects { writes: true, ..Effects::NONE };
    let allocates = Effects { allocates: true, ..Effects::NONE };
    let io = Effects { io: true, ..Effects::NONE };
    let all = [Effects::NONE, reads, writes, allocates, io, FAILS];
    assert_eq!(all.map(Effects::may_drop), [true, true, false, true, false, false]);
    assert_eq!(all.map(Effects::may_copy), [true, true, false, false, false, true]);
    let rows = [
        [true, true, true, true, true, true],
        [true, true, false, true, true, true],
        [true, false, false, true, true, false],
        [true, true, true, true, true, true],
        [true, true, true, true, false, false],
        [true, true, false, true, false, false],
    ];
    for (a, row) in all.into_iter().zip(rows) {
        for (b, expected) in all.into_iter().zip(row) {
            assert_eq!(a.commutes(b), expected, "{a:?} {b:?}");
            assert_eq!(a.commutes(b.and(a)), expected && a.commutes(a), "{a:?} {b:?} joined");
        }
    }
}

#[test]
fn effects_of_references() {
    let source = good(
        "def make (n : i64) : ref<i64> = ref.new(n)
         def read (r : ref<i64>) : i64 = ref.read(r)
         def write (r : ref<i64>) : () = ref.write(r, 1)
         def all (n : i64) : i64 = let r : ref<i64> = @make(n) let _ : () = @write(r) in @read(r)
         def call (r : ref<i64 -> i64>) : i64 = ref.read(r)(1)
         def cell : ref<i64> = @make(4)
         def value : i64 = @read(@cell)
         def pure (n : i64) : i64 = n
         def tensor (n : i64) : tensor<i64> = tensor.new([1], [n])
         def get (t : tensor<i64>) : i64 = tensor.get(t, 0)
         def set (t : tensor<i64>) : () = tensor.set(t, 0, 1)
         def elements (t : tensor<i64>) : []i64 = tensor.to_array(t)
         def view (t : tensor<i64>) : tensor<i64> = tensor.view(t, tensor.size(t), tensor.shape(t))
         entry main = @pure(n : i64) -> i64",
    );
    let reads = Effects { reads: true, ..Effects::NONE };
    let writes = Effects { writes: true, ..Effects::NONE };
    let allocates = Effects { allocates: true, ..Effects::NONE };
    let all = reads.and(writes).and(allocates);
    // A function that was written to a reference may do anything that the program does.
    let references = [allocates, reads, writes, all, all, allocates, reads, Effects::NONE];
    let expected = [&references[..], &[allocates, reads, writes, reads, Effects::NONE]].concat();
    assert_eq!(latent(&source).iter().map(|(_, effects)| *effects).collect::<Vec<_>>(), expected);
    let constants = Latent::of(&source).constants(&source);
    let names: Vec<&str> = constants.iter().map(|id| source.defs[*id].name.as_str()).collect();
    assert_eq!(names, ["cell"], "the constant that makes a reference is computed once");
}
