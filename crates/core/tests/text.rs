//! Tests that the text form reads back as printed.

use crate::common::{good, parse};
use base::{FileId, Name};
use rista_core::def::{Expr, ExprKind, Program};
use rista_core::text::print;
use rista_core::walk;

const SAMPLES: &[&str] = &[
    "def f (x : i32) : i32 = x",
    "def f inline <t, u> (f : t -> u) *(xs : []t) : *[]u = map(f, xs)",
    "def f *<0 *, 1 *<xs *>>(p : ([]i64, {xs : []i64, ys : []i64})) : *<1 *>(i64, []i64) = (1, p#1#ys)
     def g *!(*, *!(, *))(f : []i64 -> i64 -> []i64) (xs : []i64) : []i64 = f(xs, 1)
     def h : []i64 -> []i64 = \\*(xs : []i64) -> * xs",
    "def f noinline (n : i64) (xs : [n]i64) : [n](i64, [n]f32) = map(\\(x : i64) -> (x, replicate(n, 1.5f32)), xs)",
    "def f : () = ()",
    "def f (n : i64) : []u8 =
       if n < 0 then (fail(\"too small\\n\") : []u8) else let _ : () = system.print(text.of_float(1.5)) in \"x \\\"{}\\\"\"
     def g : [2]u8 = [10u8, 200u8]
     def h (n : i64) : i64 = if n < 1 then (system.exit(n) : i64) else system.arguments()",
    "def \"+^\" (a : f64) (b : f64) : f64 = (a + b) * (a - (b / 2.0))",
    "def f : (f32, f32, f32, f32, f16) = (f32.inf, -f32.inf, f32.nan, -0.0f32, 0.1f16)
     def f2 : (i8, u64, bool) = (-128i8, 18446744073709551615u64, true)",
    "def f (p : {a : i64, \"let\" : i64, \"a b\" : ()}) : i64 = p#\"let\" + p#a",
    "def f : {\"0\" : i64} = {\"0\" = 1}",
    "def f (s : <a(i64) | b>) : i64 =
       match s { case #a(3) : <a(i64) | b> => 0 case #a(_ : i64) : <a(i64) | b> => 1 case #b : <a(i64) | b> => 2 }",
    "def f : <a(i64) | b> = (#a(1) : <a(i64) | b>)",
    "def f (xs : []i64) : (i64, i64) = loop (a : i64, b : i64) = (0, 1) for x : i64 in xs do (a + x, b)
     def g (n : i64) : i64 = loop s : i64 = 0 for i < n do s + i
     def h : i64 = loop s : i64 = 0 while s < 10 do s + 1",
    "def f (a : [][]i64) : [][]i64 = a[1:2, ::-1] with [0, :] = a[0] with [0] = a[0, 0]
     def g (a : [][]i64) : i64 = a![0, 1] + a[0, 1]",
    "def f (x : i64) : i64 = ensure x > 0, \"x is {} \\\"{{}}\\\"\"(x) in let y : i64 = x let z : i64 = y in let w : i64 = z in w",
    "def f : []i64 = ([] : [0]i64)
     def g : [2][0]i64 = [([] : [0]i64), ([] : [0]i64)]",
    "def f (x : i64) : i64 = (let in x)",
    "def f (x : i64) : i64 = let<t> id : t -> t = \\(y : t) -> y in id?<i64>(x) + id?<i64 -> i64>(\\(z : i64) -> z)(x)",
    "table [2][1]f32 = [1.0f32, 2.5f32]
     def main (i : i64) : [1]f32 = $0[i]
     entry main = @main (i : i64) -> *[]f32 \"[1]f32\" doc \"Row i.\"",
    "def main (m : i64) (o : <none | some([m]i64)>) : {n: i64, o: <none | some([m]i64)>} = {n = m, o = o}
     entry main = @main (o : (#none | #some []i64) as option \"option [m]\") -> {n: i64, o: (#none | #some []i64) as option}
       where pass m = 1 0 slot; 3 (3) = 1 0",
    "def f *(a : []i64) (s : i64) : []i64 = flat_update.2(a, 0, s, 1, flat_index.2([1, 2], 0, 2, s, 1, -1))",
    "def f (xs : []f32) : ([]i8, i32) = (foreign.f(xs, 1i64, (2.0, true)) : ([]i8, i32))",
    "def f : i64 = @g(1) def g (x : i64) : i64 = x def g (y : i64) : i64 = @1(y)",
    "def f (x : f32) (i : i64) : f32 = max(atan2(sqrt(x), to.f32(i)), fma(x, x, 1e30f32))
     def g (a : []i64) : i64 = size.0(concat(a, a, filter(\\(x : i64) -> x >= 0, a)))
     def h (f : (i64 -> i64) -> i64) : i64 = f(\\(x : i64) -> if x < 0 then neg(x) else quot(x, 2))",
    "def f (xs : []i64) (i : i64) : i64 = (unchecked xs[i]) + ((unchecked @g)((unchecked i / 2)) * (unchecked xs[1:])[i])
     def g (i : i64) : i64 = (unchecked ensure i > 0, \"no\"() in size.0((unchecked iota(i, 0, 1) : [3]i64)))",
];

fn same(a: &Program, b: &Program) -> bool {
    let defs = a.defs.values().eq(b.defs.values());
    defs && a.tables.values().eq(b.tables.values()) && a.entries == b.entries
}

#[test]
fn samples_read_back_as_printed() {
    for text in SAMPLES {
        let mut program = parse(text);
        let printed = print(&program);
        let mut back = parse(&printed);
        assert_eq!(print(&back), printed);
        walk::erase_spans(&mut program);
        walk::erase_spans(&mut back);
        assert!(same(&program, &back), "{text}\n{printed}");
    }
}

#[test]
fn samples_are_well_formed() {
    for text in SAMPLES {
        good(text);
    }
}

/// A type is printed if it differs from the inferred one.
#[test]
fn types_of_expressions_survive() {
    let mut program = parse("def f (n : i64) (xs : [n]i64) : []i64 = (filter(\\(x : i64) -> x > 0, xs) : [3]i64)");
    let printed = print(&program);
    assert!(printed.contains(": [3]i64)"), "{printed}");
    let mut back = parse(&printed);
    walk::erase_spans(&mut program);
    walk::erase_spans(&mut back);
    assert!(same(&program, &back));
}

#[test]
fn names_by_hand_are_scoped() {
    let program = good("def f (x : i64) : i64 = let x : i64 = x + 1 let x : i64 = x * 2 in x");
    let def = program.defs.values().next().expect("a definition");
    let ExprKind::Block(bindings, body) = &def.body.kind else { panic!("a block") };
    let (last, _) = walk::pat_binders(&bindings[1].pat)[0];
    assert!(matches!(body.kind, ExprKind::Var(name, _) if name == last));
}

#[test]
fn numbered_names_keep_their_numbers_and_fresh_ones_come_after() {
    let program = good("def f (x_7 : i64) (y : i64) : i64 = x_7 + y");
    let names: Vec<Name> = program
        .defs
        .values()
        .flat_map(|def| &def.params)
        .flat_map(|p| walk::pat_binders(&p.pat))
        .map(|(n, _)| n)
        .collect();
    assert_eq!(names[0].id, 7);
    assert_eq!(names[1].id, 8);
    assert_eq!(program.names.limit(), 9);
}

#[test]
fn errors_do_not_panic() {
    let wrong = [
        "def",
        "def f",
        "def f : i64 = x",
        "def f : i64 = 1 +",
        "def f : i64 = 1 + 2 + 3",
        "def f : i64 = []",
        "def f : i64 = #a(1)",
        "def f : i64 = true + 1",
        "def f : i64 = 1(2)",
        "def f : i64 = 1 2",
        "def f : [x]i64 = 1",
        "def f : i64 = 300i8",
        "table [2]i64 = [1]",
        "def f : i64 = @g",
        "entry e = @f() -> ()",
        "let x",
        "def f : i64 = 1 entry",
        "def f (x : i64) : i64 = size.9(x)",
    ];
    for text in wrong {
        assert!(rista_core::text::parse(FileId(0), text).is_err(), "{text}");
    }
    let deep = format!("def f : i64 = {}1{}", "(".repeat(100_000), ")".repeat(100_000));
    let thread = std::thread::Builder::new().stack_size(256 << 20);
    let handle = thread.spawn(move || rista_core::text::parse(FileId(0), &deep).is_err()).expect("a thread");
    assert!(handle.join().expect("no overflow"));
}

/// Every prefix of a program is parsed without a panic.
#[test]
fn prefixes_do_not_panic() {
    for text in SAMPLES {
        for end in 0..text.len() {
            if let Some(prefix) = text.get(..end) {
                _ = rista_core::text::parse(FileId(0), prefix);
            }
        }
    }
}

#[test]
fn refreshed_copies_share_no_binder() {
    for text in SAMPLES {
        let mut program = parse(text);
        let defs: Vec<_> = program.defs.values().cloned().collect();
        for def in defs {
            let copy = walk::refresh_def(&def, &mut program.names);
            let free = |body: &Expr| walk::free_variables(body);
            let (old, new) = (free(&def.body), free(&copy.body));
            assert_eq!(old.variables.len(), new.variables.len());
            program.defs.push(copy);
        }
        let problems = rista_core::verify::problems(&program);
        assert!(problems.is_empty(), "{problems:?}\n{text}");
    }
}
