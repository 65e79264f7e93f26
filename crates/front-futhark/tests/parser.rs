//! Tests of the parser: every syntactic form, and errors.

use crate::show;
use base::FileId;
use front_futhark::ast::{self, DecKind, Exp};
use front_futhark::parser::*;

fn decs(text: &str) -> String {
    let (file, diagnostics) = parse(FileId(0), text);
    assert!(diagnostics.is_empty(), "{text}: {diagnostics:#?}");
    file.decs.iter().map(show::dec).collect::<Vec<_>>().join(" ")
}

/// Parses `text`, which must be one expression.
fn parse_exp(text: &str) -> Exp {
    let source = format!("def it = {text}");
    let (file, diagnostics) = parse(FileId(0), &source);
    assert!(diagnostics.is_empty(), "{text}: {diagnostics:#?}");
    assert_eq!(file.decs.len(), 1, "{text}");
    let DecKind::Def(def) = &file.decs[0].kind else { panic!("{text} is no definition") };
    def.body.clone()
}

/// Prints an expression, after checking that the span of each subexpression covers exactly its text.
fn exp(text: &str) -> String {
    let whole = parse_exp(text);
    check_places(text, &whole);
    show::exp(&whole)
}

fn check_places(text: &str, e: &Exp) {
    let part = &text[e.span.start as usize - 9..e.span.end as usize - 9];
    assert_eq!(part, part.trim());
    if !part.starts_with("128i8") {
        assert_eq!(show::exp(&parse_exp(part)), show::exp(e), "{part:?} in {text:?}");
    }
    for child in show::children(e) {
        check_places(text, child);
    }
}

fn ty(text: &str) -> String {
    let all = decs(&format!("type t = {text}"));
    all["[type t = ".len()..all.len() - 1].to_owned()
}

fn pat(text: &str) -> String {
    let all = exp(&format!("match x case {text} -> y"));
    all["[match x ".len()..all.len() - "->y]".len()].to_owned()
}

#[test]
fn literals() {
    assert_eq!(exp("[1, 2u8, 0x10, 1.5, 2f32, true, 'a', ???]"), "[array 1 2u8 16 1.5 2.0f32 true 97 ???]");
    assert_eq!(exp(r#""a\n\"b""#), r#""a\n\"b""#);
    assert_eq!(exp("-128i8"), "(- 128i8)");
    assert_eq!(exp("[]"), "[array ]");
    assert_eq!(exp("[1,]"), "[array 1]");
}

#[test]
fn names_and_projections() {
    assert_eq!(exp("m.n.x"), "m.n.x");
    assert_eq!(exp("x.0.1"), "x.0.1");
    assert!(matches!(parse_exp("p.0").kind, ast::ExpKind::Project(..)));
    assert!(matches!(parse_exp("p.x").kind, ast::ExpKind::Var(_)));
    assert_eq!(exp("(f x).a.b.0"), "(f x).a.b.0");
    assert_eq!(exp("f m.(x + y)"), "(f [open m (+ x y)])");
    assert_eq!(exp("m.n.(x, y).0"), "[open m.n [tuple x y]].0");
}

#[test]
fn tuples_and_records() {
    assert_eq!(exp("((), (x), (x, y,))"), "[tuple [tuple ] x [tuple x y]]");
    assert_eq!(exp("{a = 1, b, 0 = c,}"), "[record a=1 b=~ 0=c]");
    assert_eq!(exp("{}"), "[record ]");
    assert_eq!(exp("(e : t)"), "[: e t]");
}

#[test]
fn adjacency_tells_indexing_from_application() {
    assert_eq!(exp("a[i]"), "[index a i]");
    assert_eq!(exp("f [i]"), "(f [array i])");
    assert_eq!(exp("f a[i] (b)[j, k]"), "(f [index a i] [index b j k])");
    assert_eq!(exp("a[i][j].x[k]"), "[index [index [index a i] j].x k]");
    assert_eq!(exp("p.0[i]"), "[index p.0 i]");
    assert_eq!(exp("a[1:n:2, :, ::-1, i+1:, :j]"), "[index a 1:n:2 ~:~:~ ~:~:(- 1) (+ i 1):~:~ ~:j:~]");
    assert_eq!(exp("f {x}"), "(f [record x=~])");
}

#[test]
fn precedence() {
    assert_eq!(exp("1 + 2 * 3 - 4"), "(- (+ 1 (* 2 3)) 4)");
    assert_eq!(exp("a || b && c == d | e << f + g * h ** i"), "(|| a (&& b (== c (| d (<< e (+ f (* g (** h i))))))))");
    assert_eq!(exp("a ** b ** c"), "(** (** a b) c)");
    assert_eq!(exp("x |> f |> g <| h <| y"), "(|> (|> x f) (<| g (<| h y)))");
    assert_eq!(exp("a `f` b + c `m.g` d"), "(m.g (f a (+ b c)) d)");
    assert_eq!(exp("a >-> b ++ c <=> d"), "(<=> (>-> a (++ b c)) d)");
    assert_eq!(exp("a m.+ b * c"), "(m.+ a (* b c))");
    assert_eq!(exp("a // b %% c"), "(%% (// a b) c)");
    assert_eq!(exp("a + b : t :> u"), "[:> [: (+ a b) t] u]");
    assert_eq!(exp("a - 1 -2"), "(- (- a 1) 2)");
}

#[test]
fn prefix_operators_bind_like_application() {
    assert_eq!(exp("-x + y"), "(+ (- x) y)");
    assert_eq!(exp("-x ** 2"), "(** (- x) 2)");
    assert_eq!(exp("-f x"), "(- (f x))");
    assert_eq!(exp("!a && - -b"), "(&& (! a) (- (- b)))");
    assert_eq!(exp("f (-x) (- y)"), "(f (- x) (- y))");
}

#[test]
fn sections() {
    assert_eq!(exp("f (+) (-) (m.*) (`g`)"), "(f [section +] [section -] [section m.*] [section g])");
    assert_eq!(exp("f (x -) (+ y) (a + b `m.g`)"), "(f [section x -] [section + y] [section (+ a b) m.g])");
    assert_eq!(exp("(`g` x)"), "[section g x]");
    assert_eq!(exp("(.a.b) (.[i,j]) (.a[i].b) (.0)"), "([path .a .b] [path @i j] [path .a @i .b] [path .0])");
}

#[test]
fn ranges() {
    assert_eq!(exp("1...n+1"), "[... 1 ~ (+ n 1)]");
    assert_eq!(exp("a..b...c"), "[... a b c]");
    assert_eq!(exp("0..<n"), "[..< 0 ~ n]");
    assert_eq!(exp("n..n-1..>0"), "[..> n (- n 1) 0]");
    assert_eq!(exp("x[0]..<y"), "[..< [index x 0] ~ y]");
}

#[test]
fn long_forms_go_far() {
    assert_eq!(exp(r"map f <| \x -> x + 1 : t"), r"(<| (map f) [\ x -> [: (+ x 1) t]])");
    assert_eq!(exp(r"f x \y (z: t) : [n]u -> y z"), r"(f x [\ y [: z t]: [n]u -> (y z)])");
    assert_eq!(exp("1 + if a then b else c + d"), "(+ 1 [if a b (+ c d)])");
    assert_eq!(exp("if a then b else if c then d else e"), "[if a b [if c d e]]");
    assert_eq!(exp("f <| if a then b else c"), "(<| f [if a b c])");
    assert_eq!(exp("x |> let y = 1 in y"), "(|> x [block [let y 1] y])");
    assert_eq!(exp("#[unsafe] a + b"), "[attr unsafe (+ a b)]");
    assert_eq!(exp("f <| #[param(x, 2)] g"), "(<| f [attr param(x 2) g])");
    assert_eq!(exp("assert (a == b) c + d"), "(+ [assert (== a b) c] d)");
}

#[test]
fn constructors() {
    assert_eq!(exp("#a x #b (#c 1)"), "[#a x [#b ] [#c 1]]");
    assert_eq!(exp("f #a 1"), "(f [#a ] 1)");
}

#[test]
fn matches() {
    assert_eq!(
        exp("match f x case (a, -1) -> a case #c _ {y} -> y + 1"),
        "[match (f x) [tuple a -1]->a [#c _ [record y=~]]->(+ y 1)]"
    );
}

#[test]
fn blocks_are_flat() {
    assert_eq!(exp("let a = f x let b = a in let c = b in c"), "[block [let a (f x)] [let b a] [let c b] c]");
    assert_eq!(exp("let [n] (xs: [n]t) = e in xs"), "[block [let [n][: xs [n]t] e] xs]");
    assert_eq!(exp("let x: t = e let _ = 1 in x"), "[block [let [: x t] e] [let _ 1] x]");
    assert_eq!(exp("let f [n] 't (x: t) y : t = x in f"), "[block [def f [n] 't [: x t] y : t = x] f]");
    assert_eq!(exp("let (<+>) a b = a in f"), "[block [def <+> a b = a] f]");
    assert_eq!(exp("let a[i, 1:2] = v in a"), "[block [update a @i 1:2:~ v] a]");
    assert_eq!(exp("let r.f[i].g = v let s.0 = w in r"), "[block [update r .f @i .g v] [update s .0 w] r]");
}

#[test]
fn updates() {
    assert_eq!(exp("a with [i] = v + 1 with [j] = w"), "[with [with a @i (+ v 1)] @j w]");
    assert_eq!(exp("r with f.g[i].h = v"), "[with r .f .g @i .h v]");
    assert_eq!(exp("a + b with [:n] = c |> f"), "[with (+ a b) @~:n:~ (|> c f)]");
}

#[test]
fn loops() {
    assert_eq!(exp("loop x = 1 for i < n do x + i"), "[loop x 1 for i < n (+ x i)]");
    assert_eq!(exp("loop (x, y) for z in zs do (y, x)"), "[loop [tuple x y] ~ for z in zs [tuple y x]]");
    assert_eq!(exp("loop [n] (a: [n]t) = b while c a do d"), "[loop [n][: a [n]t] b while (c a) d]");
}

#[test]
fn patterns() {
    assert_eq!(pat("(x, _, ())"), "[tuple x _ [tuple ]]");
    assert_eq!(pat("{a, b = (p), c: t}"), "[record a=~ b=p c=[: c t]]");
    assert_eq!(pat("#a -> y case #b (#c x) 1"), "[#a ]->y [#b [#c x] 1]");
    assert_eq!(pat("-1.5f32"), "-1.5f32");
    assert_eq!(pat("'a'"), "97");
    assert_eq!(pat("x : [n]t"), "[: x [n]t]");
    assert_eq!(pat("#[a] true"), "[attr a true]");
    assert_eq!(exp(r"\((<=): t -> t -> bool) -> x"), r"[\ [: <= [-> t [-> t bool]]] -> x]");
}

#[test]
fn types() {
    assert_eq!(ty("[n][]i32"), "[n][~]i32");
    assert_eq!(ty("[n+1](m.t, *u)"), "[(+ n 1)][tuple m.t *u]");
    assert_eq!(ty("{a: t, 0: u}"), "[record a:t 0:u]");
    assert_eq!(ty("#a t [n]u | #b | #c (t, u)"), "[sum #a(t [n]u) #b() #c([tuple t u])]");
    assert_eq!(ty("a -> *b -> c"), "[-> a [-> *b c]]");
    assert_eq!(ty("(n: i64) -> [n]t -> ?[k][l].[k][l]t"), "[-> n:i64 [-> [n]t [? k l [k][l]t]]]");
    assert_eq!(ty("(a -> b) -> ()"), "[-> [-> a b] [tuple ]]");
    assert_eq!(ty("m.t [n] [] u (v w) {}"), "(m.t [n] [~] u (v w) [record ])");
}

#[test]
fn definitions() {
    assert_eq!(decs("def f [n] 't '~u '^v (x: [n]t) y : t = x"), "[def f [n] 't '~u '^v [: x [n]t] y : t = x]");
    assert_eq!(decs("entry main = 1 let old x = 2"), "[entry main = 1] [def old x = 2]");
    assert_eq!(decs("def x +> y = x"), "[def +> x y = x]");
    assert_eq!(decs("def (x: t) `op` {y} : t = x"), "[def op [: x t] [record y=~] : t = x]");
    assert_eq!(decs("def (-) x y = x def (<+>) = y"), "[def - x y = x] [def <+> = y]");
    assert_eq!(decs("#[inline] #[a(b)] def x = 1"), "#inline #a(b) [def x = 1]");
    assert_eq!(decs("-- | Head\n\n-- | Doc\n-- more\ndef x = 1"), r#""Doc\nmore" [def x = 1]"#);
    assert_eq!(decs("def x = f\n#[inline]\ndef y = 1"), "[def x = f] #inline [def y = 1]");
    assert_eq!(
        decs("type t [n] 'a = [n]a type~ u = t type^ v = t"),
        "[type t [n] 'a = [n]a] [type~ u = t] [type^ v = t]"
    );
    assert_eq!(decs("import \"a/b\" local def x = 1"), "[import a/b] [local [def x = 1]]");
}

#[test]
fn module_expressions() {
    assert_eq!(decs("module m = { def x = 1 type t = u }"), "[module m = {[def x = 1] [type t = u]}]");
    assert_eq!(decs("module f (X: a) (Y: {}) : b = g X (h Y)"), "[module f (X: a) (Y: {}) : b = ((g X) (h Y))]");
    assert_eq!(decs(r"module f = \(X: a) : b -> {open X}"), r"[module f = [\ (X: a) b {[open X]}]]");
    assert_eq!(decs("open (m : t) local open import \"x\""), "[open [: m t]] [local [open [import x]]]");
    assert_eq!(decs("module m = n : t with u = i32"), "[module m = [: n [with t u i32]]]");
}

#[test]
fn module_types() {
    let text = "module type t = {\n -- | Doc.\n val f [n] 'a : a -> [n]a\n val (+) : t\n type t type~ u [n] = v
      module m : n\n include (a with b 'c = c) #[x] val y : t }";
    let shown = "[module type t = {\"Doc.\" [val f [n] 'a : [-> a [n]a]] [val + : t] [type t = ~] [type~ u [n] = v] \
                 [module m: n] [include [with a b 'c c]] [val y : t]}]";
    assert_eq!(decs(text), shown);
    assert_eq!(decs("module type f = (X: a) -> b -> c"), "[module type f = [-> X:a [-> b c]]]");
}

#[test]
fn a_whole_program() {
    let text = r#"
-- | Sums and such.
import "lib/a"

module type ring = { type t val (+): t -> t -> t val reduce [n] 'a: (op: a -> a -> a) -> (as: [n]a) -> *a }
module f32: (real with t = f32 with int_t = u32) = {
  type t = f32
  def (x: f32) + (y: f32) = intrinsics.fadd32 (x, y)
  local def sq x = x*x
}
module mk (R: ring) = { open R def two (x: t): t = x R.+ x }

def (|>) '^a '^b (x: a) (f: a -> b): b = f x

#[noinline]
def dot [n] (xs: [n]f32) (ys: [n]f32): f32 =
  map2 (\x y -> x f32.* y) xs ys |> reduce (f32.+) 0

entry main [n] (a: *[n]i64, k: i64): ([n]i64, ?[m].[m]i64) =
  let a[0] = -1i64
  let (b, _) = loop (a, i) = (a, 0) while i < n && a[i] > 0 do (a with [i] = i**2, i+1)
  let xs = filter (>= 0) (map (.1) (zip b (0..<n)) :> [n]i64)
  let f (x: i64): i64 = if x == 0 then 1 else match #some x case #some y -> y
  in (map f b[:n], xs[::-1])
"#;
    let shown = decs(text);
    assert!(shown.starts_with("[import lib/a] [module type ring = {[type t = ~] [val + : [-> t [-> t t]]]"), "{shown}");
    assert!(
        shown.contains("[let [tuple b _] [loop [tuple a i] [tuple a 0] while (&& (< i n) (> [index a i] 0))"),
        "{shown}"
    );
    assert!(
        shown.contains("[let xs (filter [section >= 0] [:> (map [path .1] (zip b [..< 0 ~ n])) [n]i64])]"),
        "{shown}"
    );
    assert!(shown.ends_with("[tuple (map f [index b ~:n:~]) [index xs ~:~:(- 1)]]]]"), "{shown}");
}
