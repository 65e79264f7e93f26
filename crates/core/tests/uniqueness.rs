//! Tests of the uniqueness check: programs that are accepted, and programs that are rejected with both places.

use crate::common::good;
use base::{Diagnostic, FileId, Span};
use rista_core::build;
use rista_core::def::{DefId, Program};
use rista_core::uniqueness::check;

fn problems(text: &str) -> Vec<Diagnostic> {
    check(&good(text), &|_| true)
}

fn accepts(texts: &[&str]) {
    for text in texts {
        let found = problems(text);
        assert!(found.is_empty(), "{found:#?}\n{text}");
    }
}

/// Checks that each program is rejected for one problem with the given code, the texts of its first two places (an
/// empty second one for none), and a part of the message.
fn rejects(cases: &[(&str, &str, &str, &str, &str)]) {
    for (text, code, first, second, words) in cases {
        let found = problems(text);
        let [problem] = found.as_slice() else { panic!("not one problem but {found:#?}\n{text}") };
        let place = |i: usize| problem.labels.get(i).map_or("", |label| at(text, label.span));
        assert_eq!((problem.code.0, place(0), place(1)), (*code, *first, *second), "{problem:#?}\n{text}");
        let said = format!("{problem:?}");
        assert!(said.contains(words), "no {words:?} in {problem:#?}\n{text}");
        assert!(problem.headline.len() < 70, "{}", problem.headline);
    }
}

fn at(text: &str, span: Span) -> &str {
    text.get(span.start as usize..span.end as usize).unwrap_or("?")
}

#[test]
fn what_owns_its_storage_may_consume_it() {
    accepts(&[
        "def f *(xs : []i64) : []i64 = xs with [0] = 1",
        "def f *(xs : []i64) : *[]i64 = let ys : []i64 = xs with [0] = xs[1] in ys with [1] = ys[0]",
        "def f (xs : []i64) : *[]i64 = copy(xs) with [0] = 1",
        "def f (n : i64) : *[]i64 = let xs : []i64 = iota(n, 0, 1) in scatter(xs, [0], [5])",
        "def f (n : i64) : *[]i64 = let xs : []i64 = replicate(n, 0) in
            histogram(xs, \\(a : i64) (b : i64) -> a + b, 0, [0], [5])",
        "def g *(xs : []i64) : *[]i64 = xs def f *(xs : []i64) : []i64 = @g(xs)",
        // A row that was read before is a scalar here.
        "def f *(xs : []i64) : (i64, []i64) = let x : i64 = xs[0] in let ys : []i64 = xs with [0] = 1 in (x, ys)",
        // A parameter that is only read may be returned where the result has no star.
        "def f (xs : []i64) : []i64 = xs[1:]",
        "def f (xs : []i64) : *[]i64 = map(\\(x : i64) -> x + 1, xs)",
    ]);
}

#[test]
fn what_was_consumed_is_not_used() {
    rejects(&[
        (
            "def f *(xs : []i64) : i64 = let ys : []i64 = xs with [0] = 1 in ys[0] + xs[1]",
            "E0401",
            "xs",
            "xs",
            "`xs` is used after it was",
        ),
        (
            "def f *(xs : []i64) : ([]i64, []i64) = let ys : []i64 = xs with [0] = 1 in (ys, xs)",
            "E0401",
            "xs",
            "xs",
            "copy xs",
        ),
        (
            "def f *(xs : []i64) : i64 = let zs : []i64 = xs[1:] in let ys : []i64 = xs with [0] = 1 in zs[0]",
            "E0401",
            "zs",
            "xs",
            "`zs` may share memory with `xs`",
        ),
        (
            "def f *(xs : []i64) : i64 = let zs : []i64 = xs[1:] in let ys : []i64 = scatter(zs, [0], [1]) in xs[0]",
            "E0401",
            "xs",
            "zs",
            "`zs` is consumed here",
        ),
        (
            "def g *(x : []i64) : *[]i64 = x def f *(xs : []i64) : ([]i64, []i64) = (xs, @g(xs))",
            "E0401",
            "xs",
            "xs",
            "used here",
        ),
        (
            "def f *(xs : [][]i64) : []i64 = let row : []i64 = xs[0] in let ys : [][]i64 = xs with [0, 0] = 1 in row",
            "E0401",
            "row",
            "xs",
            "row",
        ),
        (
            "def f *(xs : [][]i64) : [][]i64 = let t : [][]i64 = transpose(xs) in
                let ys : [][]i64 = xs with [0, 0] = 1 in t",
            "E0401",
            "t",
            "xs",
            "`t`",
        ),
        (
            "def g (x : []i64) : []i64 = x
             def f *(xs : []i64) : []i64 = let zs : []i64 = @g(xs) in let ys : []i64 = xs with [0] = 1 in zs",
            "E0401",
            "zs",
            "xs",
            "`zs`",
        ),
    ]);
    accepts(&["def g (x : []i64) : *[]i64 = copy(x)
         def f *(xs : []i64) : []i64 = let zs : []i64 = @g(xs) in let ys : []i64 = xs with [0] = 1 in zs"]);
}

#[test]
fn components_are_apart() {
    accepts(&[
        "def f *(ps : [](i64, (f32, []i64))) : ([]i64, []f32) = let (a : []i64, q : [](f32, []i64)) = unzip(ps) in
            let (b : []f32, c : [][]i64) = unzip(q) in let d : []f32 = b with [0] = 1.0f32 in (a, d)",
        "def f *(p : ([]i64, []i64)) : ([]i64, []i64) = let a : []i64 = p#0 with [0] = 1 in (a, p#1)",
        "def f *((a : []i64, b : []i64)) : ([]i64, []i64) = let c : []i64 = a with [0] = 1 in (c, b)",
        "def g (n : i64) : *([]i64, []i64) = (iota(n, 0, 1), iota(n, 0, 1))
         def f (n : i64) : *([]i64, []i64) = let (a : []i64, b : []i64) = @g(n) in (a with [0] = 1, b with [0] = 2)",
        "def f *(ps : [](i64, i64)) : ([]i64, []i64) = let (a : []i64, b : []i64) = unzip(ps) in
            let c : []i64 = a with [0] = 1 in (c, b)",
        "def f *(a : []i64) (b : []i64) : i64 = let (c : []i64, d : []i64) = unzip(zip(a, b)) in
            let e : []i64 = c with [0] = 1 in d[0] + b[0]",
        // The result is not declared unique, yet nothing in it is shared.
        "def g (n : i64) : ([]i64, []i64) = (iota(n, 0, 1), iota(n, 0, 1))
         def f (n : i64) : ([]i64, []i64) = let (a : []i64, b : []i64) = @g(n) in (a with [0] = 1, b)",
    ]);
    rejects(&[
        (
            "def f *(p : ([]i64, []i64)) : ([]i64, []i64) = let a : []i64 = p#0 with [0] = 1 in p",
            "E0401",
            "p",
            "p#0",
            "`p` is used",
        ),
        (
            "def f *(p : ([]i64, []i64)) : []i64 = let q : ([]i64, []i64) = (p#0, p#0) in
                let a : []i64 = q#0 with [0] = 1 in q#1",
            "E0401",
            "q#1",
            "q#0",
            "`q` is used",
        ),
        (
            "def f *(ps : [](i64, (f32, []i64))) : []f32 = let (a : []i64, q : [](f32, []i64)) = unzip(ps) in
                let (b : []f32, c : [][]i64) = unzip(q) in let d : []f32 = b with [0] = 1.0f32 in
                map(\\(p : (i64, (f32, []i64))) -> p#1#0, ps)",
            "E0401",
            "ps",
            "b",
            "`ps`",
        ),
        (
            "def f *(a : []i64) *(b : []i64) : []i64 = let z : [](i64, i64) = zip(a, b) in
                let e : []i64 = b with [0] = 1 in map(\\(p : (i64, i64)) -> p#0, z)",
            "E0401",
            "z",
            "b",
            "`z`",
        ),
        (
            "def g (n : i64) : ([]i64, []i64) = let t : []i64 = iota(n, 0, 1) in (t, t)
             def f (n : i64) : ([]i64, []i64) = let (a : []i64, b : []i64) = @g(n) in
                let c : []i64 = a with [0] = 1 in (c, b)",
            "E0401",
            "b",
            "a",
            "`b`",
        ),
    ]);
}

#[test]
fn only_the_owner_consumes() {
    rejects(&[
        (
            "def f (xs : []i64) : []i64 = xs with [0] = 1",
            "E0402",
            "xs",
            "f",
            "`xs` is a parameter that is not marked `*`",
        ),
        (
            "def f (xs : []i64) : []i64 = let ys : []i64 = xs[1:] in scatter(ys, [0], [1])",
            "E0402",
            "ys",
            "f",
            "`ys` may share memory with `xs`",
        ),
        ("def c : []i64 = [1, 2] def f : []i64 = @c with [0] = 1", "E0402", "@c", "c", "`c` is a constant"),
        (
            "def c : []i64 = [1, 2] def g (n : i64) : []i64 = @c def f : []i64 = @g(1) with [0] = 1",
            "E0403",
            "@c",
            "c",
            "the result of `g` shares memory with a constant",
        ),
        (
            "def f *(xs : []i64) : [][]i64 = map(\\(i : i64) -> xs with [i] = 1, [0, 1])",
            "E0402",
            "xs",
            "f",
            "outside of the function",
        ),
        (
            "def f *(xs : []i64) : []i64 = let g : i64 -> []i64 = \\(i : i64) -> xs with [i] = 1 in g(1)",
            "E0402",
            "xs",
            "f",
            "outside of the function",
        ),
        (
            "def f (xs : [][]i64) : [][]i64 = map(\\(x : []i64) -> x with [0] = 1, xs)",
            "E0402",
            "x",
            "\\(x : []i64) -> x with [0] = 1",
            "not marked",
        ),
        (
            "def f *(xs : []i64) : i64 = loop s : i64 = 0 for i < 3 do let ys : []i64 = xs with [i] = 1 in s + ys[0]",
            "E0402",
            "xs",
            "f",
            "outside of the loop",
        ),
        (
            "def f (xs : []i64) : []i64 = loop ys : []i64 = xs for i < 3 do ys with [i] = 1",
            "E0402",
            "xs",
            "f",
            "the loop consumes it as `ys` here",
        ),
        (
            "def g *(x : []i64) : *[]i64 = x def f (xs : [][]i64) : [][]i64 = map(@g, xs)",
            "E0402",
            "@g",
            "",
            "not allowed here",
        ),
        (
            "def g *(x : []i64) (i : i64) : *[]i64 = x with [i] = 1
             def f *(xs : []i64) : []i64 = let h : i64 -> []i64 = @g(xs) in h(1)",
            "E0402",
            "xs",
            "",
            "partial application",
        ),
    ]);
    rejects(&[(
        "def f (i : i64) : []i64 -> []i64 = \\*(x : []i64) -> x with [i] = 1",
        "E0402",
        "\\*(x : []i64) -> x with [i] = 1",
        "",
        "not allowed here",
    )]);
    accepts(&[
        "table [2]i64 = [1, 2] def f : []i64 = $0 with [0] = 1 def g (n : i64) : *[]i64 = $0",
        // A constant that is a function consumes as its type says.
        "def g *(x : []i64) : *[]i64 = x with [0] = 1 def h : *!(*, *)[]i64 -> []i64 = @g
         def f *(xs : []i64) : []i64 = @h(xs)",
        "def f *(xs : []i64) : []i64 = let g : []i64 -> []i64 = \\*(x : []i64) -> x with [0] = 1 in g(xs)",
        "def f (xs : [][]i64) : [][]i64 = map(\\(x : []i64) -> copy(x) with [0] = 1, xs)",
        "def f (xs : [][]i64) : [][]i64 = map(\\(x : []i64) -> let y : []i64 = map(\\(a : i64) -> a + 1, x) in
            y with [0] = 1, xs)",
    ]);
}

#[test]
fn functions_keep_what_they_capture() {
    rejects(&[
        (
            "def f *(xs : []i64) : i64 = let g : i64 -> i64 = \\(i : i64) -> xs[i] in
                let ys : []i64 = xs with [0] = 1 in g(0)",
            "E0401",
            "g",
            "xs",
            "`g` is used",
        ),
        (
            "def f *(xs : []i64) : i64 = let g : []i64 -> []i64 = \\*(x : []i64) -> x with [0] = 1 in
                let ys : []i64 = g(xs) in xs[0]",
            "E0401",
            "xs",
            "xs",
            "`xs`",
        ),
        (
            "def f *(xs : []i64) : []i64 = let g : []i64 -> []i64 = \\(x : []i64) -> x[1:] in
                let zs : []i64 = g(xs) in let ys : []i64 = xs with [0] = 1 in zs",
            "E0401",
            "zs",
            "xs",
            "`zs`",
        ),
        (
            "def f (h : []i64 -> []i64) *(xs : []i64) : []i64 = let zs : []i64 = h(xs) in
                let ys : []i64 = xs with [0] = 1 in zs",
            "E0401",
            "zs",
            "xs",
            "`zs`",
        ),
        (
            "def g (x : []i64) (i : i64) : i64 = x[i]
             def f *(xs : []i64) : i64 = let h : i64 -> i64 = @g(xs) in let ys : []i64 = xs with [0] = 1 in h(0)",
            "E0401",
            "h",
            "xs",
            "`h`",
        ),
        (
            "def f *(xs : []i64) : i64 = let g : i64 -> i64 = \\(i : i64) ->
                reduce(\\(a : i64) (b : i64) -> a + xs[b], i, [1]) in
                let ys : []i64 = xs with [0] = 1 in g(0)",
            "E0401",
            "g",
            "xs",
            "`g`",
        ),
    ]);
    accepts(&[
        // Each application of a lambda returns new storage.
        "def f (n : i64) : ([]i64, []i64) = let g : i64 -> []i64 = \\(i : i64) -> let t : []i64 = iota(i, 0, 1) in t in
            let a : []i64 = g(n) in let b : []i64 = g(n) in let c : []i64 = a with [0] = 1 in (c, b)",
        "def f *(xs : []i64) : []i64 = let g : []i64 -> []i64 = \\(x : []i64) -> copy(x) in
            let zs : []i64 = g(xs) in let ys : []i64 = xs with [0] = 1 in zs",
    ]);
}

#[test]
fn a_branch_may_consume() {
    rejects(&[
        (
            "def f (c : bool) *(xs : []i64) : i64 = let y : i64 = if c then (let ys : []i64 = xs with [0] = 1 in ys[0])
                else 0 in xs[0]",
            "E0401",
            "xs",
            "xs",
            "`xs`",
        ),
        (
            "def f (c : <a | b>) *(xs : []i64) : i64 = let y : i64 = match c { case #a : <a | b> => 0
                case #b : <a | b> => (let ys : []i64 = xs with [0] = 1 in ys[0]) } in xs[0]",
            "E0401",
            "xs",
            "xs",
            "`xs`",
        ),
        (
            "def f (c : bool) *(xs : []i64) (zs : []i64) : []i64 =
                let ys : []i64 = if c then xs else zs in ys with [0] = 1",
            "E0402",
            "ys",
            "f",
            "`zs` is a parameter",
        ),
        (
            "def f (c : bool) *(xs : []i64) *(zs : []i64) : []i64 =
                let ys : []i64 = if c then xs else zs in let us : []i64 = zs with [0] = 1 in ys",
            "E0401",
            "ys",
            "zs",
            "`ys`",
        ),
        (
            "def f (c : bool) *(xs : []i64) : []i64 = let p : ([]i64, []i64) =
                if c then (xs with [0] = 1, [1]) else (xs, xs) in let us : []i64 = p#0 with [0] = 1 in p#1",
            "E0401",
            "p#1",
            "p#0",
            "`p`",
        ),
        (
            "def f *(s : <a([]i64) | b>) : []i64 = match s { case #a(x : []i64) : <a([]i64) | b> =>
                (let y : []i64 = x with [0] = 1 in match s { case #a(z : []i64) : <a([]i64) | b> => z
                case _ : <a([]i64) | b> => y }) case _ : <a([]i64) | b> => [1] }",
            "E0401",
            "s",
            "x",
            "`s`",
        ),
    ]);
    accepts(&[
        "def f (c : bool) *(xs : []i64) : []i64 = if c then xs with [0] = 1 else xs with [0] = 2",
        // An array that only the other branch consumed is still available.
        "def f (c : bool) *(xs : []i64) : *[]i64 =
            let ys : []i64 = if c then xs with [0] = 1 else xs in ys with [1] = 2",
        "def f (c : bool) *(xs : []i64) : *[]i64 = loop ys : []i64 = xs for i < 3 do
            if c then ys with [i] = 1 else if i == 2 then ys with [i] = 2 else ys",
    ]);
}

#[test]
fn unique_results_share_nothing() {
    rejects(&[
        ("def f (xs : []i64) : *[]i64 = xs[1:]", "E0403", "xs[1:]", "f", "the parameter `xs`"),
        ("def c : []i64 = [1] def f (n : i64) : *[]i64 = @c", "E0403", "@c", "c", "the constant `c`"),
        (
            "def f (n : i64) : *([]i64, []i64) = let t : []i64 = iota(n, 0, 1) in (t, t[1:])",
            "E0403",
            "(t, t[1:])",
            "iota(n, 0, 1)",
            "two of its components may share memory with `t`",
        ),
        (
            "def g (x : []i64) (y : []i64) : []i64 = x def f *(xs : []i64) (ys : []i64) : *[]i64 = @g(xs, ys)",
            "E0403",
            "@g(xs, ys)",
            "f",
            "`ys`",
        ),
        (
            "def f *(xs : []i64) : *([]i64, []i64) = let g : []i64 -> ([]i64, []i64) = \\(x : []i64) -> (x, x) in g(xs)",
            "E0403",
            "g(xs)",
            "f",
            "components",
        ),
    ]);
    accepts(&[
        "def f *(xs : []i64) : *[]i64 = xs[1:]",
        "def f *(xs : []i64) (n : i64) : *([]i64, []i64, i64) = (xs, iota(n, 0, 1), n)",
        "def f (xs : []i64) : *i64 = xs[0]",
        "def f (xs : [][]i64) : *[][]i64 = concat(xs, [xs[0]])",
    ]);
}

#[test]
fn a_consumed_argument_is_given_once() {
    rejects(&[
        (
            "def g *(x : []i64) (y : []i64) : *[]i64 = x with [0] = y[0] def f *(xs : []i64) : []i64 = @g(xs, xs[1:])",
            "E0404",
            "xs",
            "xs[1:]",
            "`xs` is consumed",
        ),
        (
            "def g *(x : []i64) *(y : []i64) : *[]i64 = x
             def f *(a : []i64) : []i64 = let b : []i64 = a[1:] in @g(a, b)",
            "E0404",
            "a",
            "b",
            "`b` may share",
        ),
        (
            "def g *(x : ([]i64, []i64)) : *([]i64, []i64) = x def f *(a : []i64) : ([]i64, []i64) = @g((a, a))",
            "E0404",
            "(a, a)",
            "@g((a, a))",
            "two components",
        ),
        ("def f *(a : []i64) : []i64 = scatter(a, a, [1])", "E0404", "a", "a", "consumed by the call"),
    ]);
    accepts(&[
        "def g *(x : []i64) (y : []i64) : *[]i64 = x with [0] = y[0] def f *(xs : []i64) (ys : []i64) : []i64 = @g(xs, ys)",
        "def g *(x : []i64) (y : []i64) : *[]i64 = x with [0] = y[0] def f *(xs : []i64) : []i64 = @g(copy(xs), xs)",
    ]);
}

#[test]
fn an_update_writes_other_storage() {
    rejects(&[
        (
            "def f *(xs : []i64) : []i64 = xs with [1:3] = xs[0:2]",
            "E0405",
            "xs[0:2]",
            "xs",
            "`xs` is updated with a part of itself",
        ),
        (
            "def f *(xs : [][]i64) : [][]i64 = let r : []i64 = xs[1] in xs with [0] = r",
            "E0405",
            "r",
            "xs",
            "share memory",
        ),
    ]);
    accepts(&[
        "def f *(xs : []i64) : []i64 = xs with [1:3] = copy(xs[0:2])",
        "def f *(xs : [][]i64) (r : []i64) : [][]i64 = xs with [0] = r",
    ]);
}

#[test]
fn a_loop_does_not_use_what_it_starts_with() {
    rejects(&[
        (
            "def f *(a : []i64) : []i64 = loop x : []i64 = a while x[0] < a[1] do x with [0] = x[0] + 1",
            "E0401",
            "a",
            "a",
            "`a` is used",
        ),
        (
            "def f *(a : []i64) : []i64 = loop x : []i64 = a for i < 3 do
                let b : []i64 = map(\\(y : i64) -> y + a[0], [1, 2]) in x with [0] = b[1]",
            "E0401",
            "a",
            "a",
            "`a` is used",
        ),
        (
            "def f *(a : []i64) : []i64 = let b : []i64 = a[1:] in loop x : []i64 = a for y : i64 in b do x with [y] = 1",
            "E0401",
            "b",
            "a",
            "`b` may share memory with `a`",
        ),
        (
            "def f *(a : []i64) : []i64 = loop x : []i64 = a for i < 3 do
                loop y : []i64 = x for j < 3 do y with [j] = a[j]",
            "E0401",
            "a",
            "a",
            "`a` is used",
        ),
    ]);
    accepts(&[
        "def f *(a : []i64) : []i64 = loop x : []i64 = a for i < a[0] do x with [i] = 1",
        "def f (a : []i64) : []i64 = loop x : []i64 = copy(a) for y : i64 in a do x with [y] = a[0]",
    ]);
}

#[test]
fn loops_own_what_they_consume() {
    accepts(&[
        "def f (n : i64) : *[]i64 = loop xs : []i64 = iota(n, 0, 1) for i < n do xs with [i] = xs[i] + 1",
        "def f *(a : []i64) : *[]i64 = loop xs : []i64 = a for x : i64 in [1, 2] do xs with [x] = x",
        "def f *(a : []i64) : *[]i64 = loop xs : []i64 = a while xs[0] < 9 do xs with [0] = xs[0] + 1",
        // Two buffers, of which one is written.
        "def f *(a : []i64) *(b : []i64) : *([]i64, []i64) = loop (x : []i64, y : []i64) = (a, b) for i < 9 do
            (y with [i] = x[i], x)",
        "def f (n : i64) : ([]i64, []i64) = loop (x : []i64, y : []i64) = (iota(n, 0, 1), iota(n, 0, 1)) for i < n do
            (y, x)",
        "def f (a : []i64) : []i64 = loop xs : []i64 = a for i < 3 do map(\\(x : i64) -> x + i, xs)",
        "def f (a : []i64) *(b : []i64) : *[]i64 = loop xs : []i64 = b for i < 3 do
            loop ys : []i64 = xs for j < 3 do ys with [j] = a[i]",
        "def f (n : i64) : ([]i64, i64) = loop (x : []i64, s : i64) = (iota(n, 0, 1), 0) for i < n do
            let t : i64 = x[i] in (x with [i] = s, t)",
    ]);
    rejects(&[
        (
            "def f *(a : []i64) : i64 = let b : []i64 = loop xs : []i64 = a for i < 3 do xs with [i] = 1 in a[0]",
            "E0401",
            "a",
            "a",
            "`a` is used",
        ),
        (
            "def f *(a : []i64) : []i64 = let b : []i64 = loop xs : []i64 = a for i < 3 do xs[i:] in
                let c : []i64 = a with [0] = 1 in b",
            "E0401",
            "b",
            "a",
            "`b`",
        ),
        (
            "def f (a : []i64) (n : i64) : []i64 = loop xs : []i64 = iota(n, 0, 1) for i < 3 do
                let ys : []i64 = xs with [0] = 1 in a",
            "E0406",
            "a",
            "xs",
            "with `a`, bound outside of the loop",
        ),
        (
            "def f *(a : []i64) *(b : []i64) : ([]i64, []i64) = loop (x : []i64, y : []i64) = (a, b) for i < 9 do
                let z : []i64 = x with [0] = 1 in (z, z)",
            "E0406",
            "(z, z)",
            "x",
            "the next value of `x` may share memory with that of `y`",
        ),
        (
            "def f *(a : []i64) : ([]i64, []i64) = loop (x : []i64, y : []i64) = (a, a) for i < 9 do
                (x with [i] = 1, y)",
            "E0406",
            "(a, a)",
            "(x with [i] = 1, y)",
            "`y` starts with memory that the loop consumes",
        ),
        (
            "def f *(a : []i64) (b : []i64) : ([]i64, []i64) = loop (x : []i64, y : []i64) = (a, b) for i < 9 do
                (y, x with [i] = 1)",
            "E0402",
            "(a, b)",
            "f",
            "`b` is a parameter",
        ),
        (
            "def f *(a : []i64) *(b : []i64) : ([]i64, []i64) =
                let (p : []i64, q : []i64) = loop (x : []i64, y : []i64) = (a, b) for i < 9 do (y, x) in
                let c : []i64 = p with [0] = 1 in (c, q)",
            "E0401",
            "q",
            "p",
            "`q`",
        ),
    ]);
}

/// Returns the text with `ACC` replaced by the type of accumulators of `[]i64`, and with a function `w` that takes and
/// returns one.
fn with_accumulators(text: &str) -> String {
    let acc = "{\"acc.array\" : []i64, \"acc.operator\" : i64 -> i64 -> i64}";
    format!("def w (a : ACC) (i : i64) : ACC = a def same <t> (x : t) : t = x {text}").replace("ACC", acc)
}

#[test]
fn accumulators_belong_to_whoever_takes_them() {
    accepts(&[
        &*with_accumulators("def f (a : ACC) : ACC = @w(@w(a, 1), 2)"),
        &with_accumulators("def f (a : ACC) (xs : []i64) : ACC = loop b : ACC = a for x : i64 in xs do @w(b, x)"),
        // The operator captures an array that is only read.
        &with_accumulators(
            "def f *(xs : []i64) (ys : []i64) : ACC =
               let op : i64 -> i64 -> i64 = \\(x : i64) (y : i64) -> x + (y * ys[0])
               in @w({\"acc.array\" = xs, \"acc.operator\" = op}, 1)",
        ),
        // A function on accumulators may be passed on.
        &with_accumulators("def g (f : ACC -> i64 -> ACC) (a : ACC) : ACC = f(a, 1) def f (a : ACC) : ACC = @g(@w, a)"),
    ]);
    let used_twice = with_accumulators("def f (a : ACC) : ACC = let b : ACC = @w(a, 1) in @w(a, 2)");
    let by_any = with_accumulators("def f (a : ACC) : (ACC, ACC) = let b : ACC = @same?<ACC>(a) in (a, b)");
    rejects(&[(&used_twice, "E0401", "a", "a", "used after"), (&by_any, "E0401", "a", "a", "used after")]);
}

#[test]
fn only_wanted_definitions_are_told_of() {
    let program = good("def f (a : []i64) : []i64 = a with [0] = 1 def g (b : []i64) : []i64 = b with [0] = 1");
    let found = check(&program, &|id| id == DefId::from_u32(1));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].headline.contains("`b`"));
}

#[test]
fn long_blocks_take_linear_time() {
    let rounds = 10_000;
    let started = std::time::Instant::now();
    let mut shared = String::from("def g (x : []i64) (y : []i64) : []i64 = x def f (x : []i64) (c : bool) : []i64 =\n");
    let mut updated = String::from("def f *(x : []i64) (c : bool) : []i64 =\n");
    for i in 0..rounds {
        shared += "let y : []i64 = iota(3, 0, 1) let x : []i64 = @g(x, y)\n";
        updated += &format!("let x : []i64 = if c then x with [0] = {i} else x\n");
    }
    for text in [shared + "in x", updated + "in x"] {
        let program = parse_only(&text);
        let before = std::time::Instant::now();
        assert!(check(&program, &|_| true).is_empty());
        assert!(before.elapsed().as_secs() < 2, "{:?} of {:?}", before.elapsed(), started.elapsed());
    }
}

fn parse_only(text: &str) -> Program {
    rista_core::text::parse(FileId(0), text).expect("a program")
}

#[test]
fn depth_is_limited() {
    let mut program = good("def f (x : i64) : i64 = x");
    let id = DefId::from_u32(0);
    let mut body = program.defs[id].body.clone();
    for _ in 0..3000 {
        body = build::unary(value::UnOp::Neg, body);
    }
    program.defs[id].body = body;
    let thread = std::thread::Builder::new().stack_size(256 << 20);
    let deep = thread.spawn(move || check(&program, &|_| true)).expect("a thread");
    let found = deep.join().expect("no overflow");
    assert!(found.iter().any(|problem| problem.headline.contains("too deeply")), "{found:?}");
}

#[test]
fn marked_loop_parameters_are_consumed() {
    accepts(&[
        "def f *(xs : []i64) : []i64 = loop *ys : []i64 = xs for i < 3 do [i, 2]",
        "def f *(xs : []i64) (zs : []i64) : ([]i64, []i64) =
            loop *<0 *> (ys : []i64, vs : []i64) = (xs, zs) for i < 3 do (copy(vs), vs)",
    ]);
    // The first two are sound without the marks, so they are warnings.
    rejects(&[
        (
            "def f (xs : []i64) : []i64 = loop *ys : []i64 = xs for i < 3 do [i, 2]",
            "E0704",
            "xs",
            "f",
            "the loop consumes it as `ys`, which is marked `*`",
        ),
        (
            "def f *(xs : []i64) (zs : []i64) : []i64 = loop *ys : []i64 = xs for i < 3 do zs",
            "E0704",
            "zs",
            "",
            "`ys` is marked `*`",
        ),
        (
            "def f *(xs : []i64) : []i64 =
                loop ys : []i64 = xs while (ys with [0] = 5)[0] < 0 do [1, 2]",
            "E0401",
            "ys",
            "",
            "when the condition is false, the loop returns `ys`",
        ),
    ]);
}

#[test]
fn results_of_which_no_type_tells_are_what_the_body_makes() {
    let g = "def g (xs : []i64) : ? []i64 = copy(xs)";
    accepts(&[
        &format!("{g} def f (xs : []i64) : *[]i64 = @g(xs)"),
        &format!("def c : []i64 = [1] {g} def f (n : i64) : []i64 = @g(@c)"),
    ]);
    rejects(&[(
        "def c : []i64 = [1] def g (xs : []i64) : []i64 = copy(xs) def f (n : i64) : []i64 = @g(@c)",
        "E0403",
        "@g(@c)",
        "c",
        "shares memory with a constant",
    )]);
}

#[test]
fn no_function_is_bound_to_what_consumes() {
    rejects(&[(
        "def f *(xs : []i64) : i64 =
            let g : i64 -> i64 = (let ys : []i64 = xs with [0] = 1 in \\(i : i64) -> ys[i]) in g(0)",
        "E0402",
        "let ys : []i64 = xs with [0] = 1 in \\(i : i64) -> ys[i]",
        "xs",
        "in a separate `let` before this one",
    )]);
}
