//! Tests of the whole front end: the CORE of programs is verified and evaluates to the right values.

use base::{Error, SourceMap};
use core_ir::eval::run_entry;
use value::Value;

/// Compiles a program; the error is the rendered messages.
fn compile(text: &str) -> Result<core_ir::def::Program, String> {
    let mut sources = SourceMap::default();
    let file = sources.add("test.fut", text);
    match front_futhark::compile(&mut sources, file, &mut syntax::files::no_other_files) {
        Ok(checked) => {
            if let Err(bug) = core_ir::verify::verify(&checked.program) {
                panic!("{bug}\n{}", core_ir::text::print(&checked.program));
            }
            Ok(checked.program)
        }
        Err(Error::User(diagnostics)) => Err(diagnostics
            .iter()
            .map(|d| format!("{} {} {:?} {:?}", d.code, d.headline, d.labels, d.helps))
            .collect::<Vec<_>>()
            .join("\n")),
        Err(Error::Limitation(d)) => Err(format!("{} {}", d.code, d.headline)),
        Err(Error::Bug(bug)) => panic!("{bug}"),
    }
}

/// Returns the results of `main` as text.
fn run(text: &str, args: &str) -> String {
    let program = compile(text).unwrap_or_else(|error| panic!("{error}"));
    let args: Vec<Value> = value::read_values(args.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    match run_entry(&program, "main", args, Default::default()) {
        Ok(values) => values.iter().map(|value| value.to_string()).collect::<Vec<_>>().join(" "),
        Err(stop) => format!("{stop:?}"),
    }
}

#[test]
fn arithmetic() {
    assert_eq!(run("def main (x: i32) : i32 = x * 2 + 1", "20"), "41i32");
    assert_eq!(run("def main = (1 + 2, 0.5, true && false)", ""), "3i32 0.5f64 false");
}

#[test]
fn traversals() {
    assert_eq!(run("def main (xs: []i32) = reduce (+) 0 (map (\\x -> x * x) xs)", "[1, 2, 3]"), "14i32");
    assert_eq!(
        run("def main [n] (xs: [n]f64) (ys: [n]f64) = f64.sum (map2 (*) xs ys)", "[1.0, 2.0] [3.0, 4.0]"),
        "11.0f64"
    );
    assert_eq!(run("def main (n: i64) = scan (+) 0 (iota n)", "5i64"), "[0i64, 1i64, 3i64, 6i64, 10i64]");
    assert_eq!(run("def main (n: i64) = filter (\\x -> x % 2 == 1) (iota n)", "6i64"), "[1i64, 3i64, 5i64]");
}

/// Asserts that the program is rejected with this code, and with the text in a headline, label or help.
fn rejects(text: &str, code: &str, part: &str) {
    match compile(text) {
        Ok(_) => panic!("accepted: {text}"),
        Err(message) => {
            let first = message.lines().next().unwrap_or("");
            assert!(first.starts_with(code) && first.contains(part), "{text}\n{message}");
        }
    }
}

#[test]
fn sizes_with_different_names_differ() {
    rejects("def f [n][m] (xs: [n]i32) (ys: [m]i32) = zip xs ys", "E0501", "expected size n, found m");
    rejects("def f [n] (xs: [n]i32) : [n]i32 = filter (> 0) xs", "E0501", "expected size n");
    rejects("def f : [4]i32 = replicate 3 1", "E0501", "expected size 4, found 3");
    rejects("def f [n] (xs: [n]i32) = loop (ys: [n]i32) = xs for _i < 3 do ys ++ [1]", "E0501", "found n + 1");
    rejects("def f [n] (xs: [n]i32) : [n + 1]i32 = xs", "E0501", "expected size n + 1, found n");
}

#[test]
fn results_of_map_have_one_size() {
    rejects("def f (n: i64) = map (\\i -> iota i) (iota n)", "E0501", "different sizes");
    rejects("def f (xss: [][]i32) = map (filter (> 0)) xss", "E0501", "different sizes");
    rejects("def f (xss: [][]i32) = map (\\xs -> filter (> 0) xs) xss", "E0501", "different sizes");
    rejects("def f (n: i64) = map iota (iota n)", "E0501", "different sizes");
}

#[test]
fn equal_sizes_are_accepted() {
    for text in [
        "def f [n] (xs: [n]i32) = map2 (+) xs (map i32.i64 (iota n))",
        "def f [n] (xs: [n]i32) (k: i64) = (unflatten (xs :> [(n / k) * k]i32) : [n / k][k]i32)",
        "def f [n] (xs: [n]i32) = loop (ys: [n]i32) = xs for _i < 3 do map (+ 1) ys",
        "def f [n] (xs: [n]i32) = xs |> filter (> 0) |> map (+ 1)",
        "def f (n: i64) (k: i64) = let make x = replicate n x in map2 (+) (make k) (iota n)",
        "def scale (k: i32) = map (* k)\ndef f [n] (xs: [n]i32) : [n]i32 = scale 2 xs",
        "def f [n] (xs: [n]i32) = zip (xs ++ xs) (iota (n + n))",
        "def f (d: i64) = map2 (+) (iota (1 << d)) (replicate (1 << d) 1)",
        "def f [n] (xs: [n]i32) = map (\\i -> replicate (n * 2) i) xs",
    ] {
        assert!(compile(text).is_ok(), "{text}\n{:?}", compile(text));
    }
}

#[test]
fn coerced_sizes_are_compared_when_it_runs() {
    let text = "def main [n] (xs: [n]i32) (ys: []i32) = map2 (+) xs (ys :> [n]i32)";
    assert_eq!(run(text, "[1, 2] [3, 4]"), "[4i32, 6i32]");
    assert!(run(text, "[1, 2] [3]").contains("Value of shape [1] cannot match shape of type [2]i32."));
}

#[test]
fn functions_are_known_where_they_are_applied() {
    rejects("def f (b: bool) = if b then (+ 1i32) else (* 2)", "E0197", "condition");
    rejects("def f (x: i32) = [\\y -> y + x]", "E0197", "array");
    rejects("def f (n: i64) = loop g = (+ 1i32) for _i < n do (\\x -> g (g x))", "E0197", "loop");
}

#[test]
fn messages_say_what_differs() {
    rejects("type t = #a i32 | #b\ndef f (x: t) = match x case #a -> 1i32 case #b -> 2", "E0301", "`#a` takes 1 value");
    rejects("type t = #a | #b\ndef f (x: t) = match x case #c -> 1i32 case _ -> 2", "E0301", "no constructor `#c`");
    rejects("def f (x: i32) : i32 = (\\r -> r.value + 1) x", "E0301", "a record with `value`, found i32");
    rejects("def f : i8 = 200", "E0103", "200 does not fit in i8");
    rejects("def f (n: i32) : i32 = n + 1.5", "E0301", "expected i32, found a float");
    rejects("module m = { def a = 1i32 }\ndef f = m.b", "E0201", "the module `m`");
    assert!(compile("def f : i8 = 0xFF").is_ok());
}

/// An error does not cause reports of further errors.
#[test]
fn one_mistake_has_one_message() {
    for text in [
        "def add (a: i32, b: i32) : i32 = a + b\ndef f (x: i32) = add x 1",
        "def f (xs: []i32) : i32 = reduce (<) 0 xs",
        "def f (xs: []i32) : i32 = reduce + 0 xs",
        "def f (a: i32) : bool = (\\x -> x + a) == (\\x -> x - a)",
        "def f (xs: []i32) : i64 = let [k][k] (_: [k]i32) = xs in k",
        "def f = match (#b 3) case #a -> 1 case #b x -> x",
        "def (=) (x: bool) (y: bool) = x",
        "def f : []u8 = \"abc\\\ndef g = 1",
        "def f : []u8 = \"abc\n  more\"\ndef g = 1",
        "def f (x: u8) = x == 'ab'",
    ] {
        let messages = compile(text).expect_err(text);
        assert_eq!(messages.lines().count(), 1, "{text}\n{messages}");
    }
}

#[test]
fn messages_come_in_the_order_of_the_text() {
    let text = "entry (+++) (x: i32) = x\ndef f (x: i32) (x: i32) = x\ndef g = 1\ndef g = true";
    let messages = compile(text).expect_err(text);
    let codes: Vec<&str> = messages.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(codes, ["E0603", "E0204", "E0204"], "{messages}");
}

#[test]
fn long_names_are_cut_in_headlines() {
    let text = format!("def f = {}", "a".repeat(10_000));
    let message = compile(&text).expect_err(&text);
    assert!(message.contains("aaa..` is not defined") && message.len() < 300, "{message}");
}

#[test]
fn a_failed_assertion_quotes_its_condition() {
    assert!(run("def main (x: i32) = assert (x > 0) x", "0").contains("Assertion is false: x > 0"));
}

/// The sizes of nested slices would grow by one part for each slice.
#[test]
fn slices_of_many_slices_have_unknown_sizes() {
    let slices = "[1:]".repeat(1000);
    assert_eq!(run(&format!("def main (n: i64) : i64 = length (iota n){slices}"), "1001i64"), "1i64");
}

#[test]
fn large_types_are_rejected() {
    let doubled = "  let y = (y, y)\n".repeat(60);
    rejects(&format!("def f (x: i32) = let y = x\n{doubled}  in 1i32"), "E0104", "too large");
}

#[test]
fn bits_of_floats() {
    assert_eq!(run("def main = (f16.num_bits, f64.get_bit 63 (-2), f64.set_bit 63 (-2) 0)", ""), "16i32 1i32 2.0f64");
}

#[test]
fn sizes_are_known_in_any_order() {
    let csr = "type csr [n] = {starts: [n + 1]i64, values: [n]i64}\n";
    let text = format!(
        "{csr}def counts [n] ({{starts, values}}: csr [n]) = map (\\i -> values[i] * (starts[i + 1] - starts[i])) (iota n)\n\
         def main [n] (starts: [n + 1]i64) (values: [n]i64) = counts {{starts, values}}"
    );
    assert_eq!(run(&text, "[0i64, 2i64, 3i64] [5i64, 6i64]"), "[10i64, 6i64]");
    assert!(run(&text, "[0i64, 2i64] [5i64, 6i64]").contains("dimension 0 has size 2 where n + 1 = 3 is needed"));
    let computed = "def twice (n: i64) = n * 2\ndef main [n] (a: [twice n]i32) (b: [n]i32) = length a + length b";
    assert_eq!(run(computed, "[1, 2, 3, 4] [5, 6]"), "6i64");
}

#[test]
fn local_functions_take_sizes_that_no_argument_tells() {
    let pairs = "let pairs [r] 't (a: [r * 2]t) : [r][2]t = unflatten a";
    let applied = format!("def main (n: i64) : [n][2]i64 = {pairs} in pairs (iota (n * 2))");
    assert_eq!(run(&applied, "2i64"), "[[0i64, 1i64], [2i64, 3i64]]");
    let mapped = format!("def main (n: i64) : [1][n][2]i64 = {pairs} in map pairs [iota (n * 2)]");
    assert_eq!(run(&mapped, "2i64"), "[[[0i64, 1i64], [2i64, 3i64]]]");
    rejects("def f (n: i64) = let g [r] (x: i64) = r + x in g n", "E0502", "cannot infer");
}

#[test]
fn a_literal_in_parentheses_wraps_around() {
    assert_eq!(run("def main = (- (255u8))", ""), "1u8");
    rejects("def f : u8 = -255", "E0103", "does not fit in u8");
}

#[test]
fn booleans_are_ordered() {
    assert_eq!(run("def main (b: bool) = (b < true, b >= true, false > b)", "false"), "true false false");
    rejects("def f (b: []bool) = b < true", "E0304", "expected a number or bool");
}

#[test]
fn helps_say_what_to_write() {
    rejects("def f (xs: []f32) = f32.sum xs / length xs", "E0301", "`f32.i64 (length xs)` converts");
    rejects("def f (n: i32) = iota n", "E0301", "`i64.i32 n` converts");
    rejects("def f (x: f64) = sqrt x", "E0201", "`f16.sqrt`, `f32.sqrt`, `f64.sqrt`");
    rejects("def f (xs: []i32) = reduce (+) xs", "E0304", "`reduce` takes 3 arguments, not 2");
    rejects("def f (xs: []i32) = map (x -> x + 1) xs", "E0102", "backslash");
    rejects("def f (xs: []bool) = map (!) xs", "E0102", "`not`");
    rejects("def f (x: i32) = x |> (- 1)", "E0302", "x - 1");
    rejects("def f (x: i32, y: i32) = x\ndef g (x: i32) = f x 1", "E0302", "one tuple: `(x, 1)`");
    rejects("def f (xs: []i32) = map #some xs", "E0301", r"`\\x -> #some x`");
    rejects("def x : i32 = x + 1", "E0210", "add a parameter");
    rejects("def f = m.x\nmodule m = { def x = 1i32 }", "E0203", "`m` is defined further down");
    rejects("def f (xs: []i32) = xs.length", "E0303", "write `length xs`");
    rejects("def f = (true, 1) + 2", "E0304", "this is (bool, number)");
    rejects("def f = 1 + (\\x -> x)", "E0304", "this is a -> a");
}

/// Returns the headlines of the warnings.
fn warnings(text: &str) -> Vec<String> {
    let mut sources = SourceMap::default();
    let file = sources.add("test.fut", text);
    match front_futhark::compile(&mut sources, file, &mut syntax::files::no_other_files) {
        Ok(checked) => checked.warnings.into_iter().map(|warning| warning.headline).collect(),
        Err(error) => panic!("{error:?}"),
    }
}

#[test]
fn numbers_that_their_suffix_changes() {
    assert_eq!(warnings("def f = (257u8, 255u8, -1u8, -128i8, 0xFFi8)"), ["257 wraps around in u8"]);
    assert_eq!(warnings("def f = (128i8, -129i8, 0x100i8)").len(), 3);
    assert_eq!(warnings("def f (x: u8) = match x case 256u8 -> 1i32 case _ -> 2"), ["256 wraps around in u8"]);
}

#[test]
fn cases_that_are_never_reached() {
    let never = |text: &str| warnings(text).iter().filter(|headline| headline.contains("never reached")).count();
    assert_eq!(
        never("def f (x: i32) = match x case 1 -> 1i32 case 257i32 -> 2 case 1 -> 3 case _ -> 4 case 5 -> 5"),
        2
    );
    assert_eq!(never("def f (x: u8) = match x case 1 -> 1i32 case 257u8 -> 2 case _ -> 3"), 1);
    let pairs = "case (true, _) -> 1i32 case (_, true) -> 2";
    assert_eq!(never(&format!("def f (x: (bool, bool)) = match x {pairs} case (true, true) -> 3 case _ -> 4")), 1);
    assert_eq!(never(&format!("def f (x: (bool, bool)) = match x {pairs} case (false, false) -> 3 case _ -> 4")), 1);
    assert_eq!(never(&format!("def f (x: (bool, bool)) = match x {pairs} case _ -> 4")), 0);
    let sums = "def f (x: #a i32 | #b bool | #c) = match x case #a 1 -> 1i32 case #b true -> 2 case #a _ -> 3";
    assert_eq!(never(&format!("{sums} case #b false -> 4 case #a 2 -> 5 case #c -> 6 case _ -> 7")), 2);
}

/// Returns cases over `count` columns; each tests some neighbouring columns and matches everything in the others.
fn cross(count: usize, wide: usize, middle: &str) -> String {
    let case = |i: usize| format!("case ({}{middle}{}) -> 1i32", "_, ".repeat(i), ", _".repeat(count - wide - i));
    (0..=count - wide).map(case).collect::<Vec<String>>().join(" ")
}

/// Each program is checked in time about linear in its length; otherwise the test would take minutes.
#[test]
fn wide_programs() {
    let list = |count: usize, join: &str, item: &dyn Fn(usize) -> String| {
        (0..count).map(item).collect::<Vec<String>>().join(join)
    };
    let fields = list(5000, ", ", &|i| format!("a{i}: i32"));
    let uses = list(5000, ", ", &|i| format!("x.a{i}"));
    let constructors = list(5000, " | ", &|i| format!("#c{i} i32"));
    let cases = list(5000, " ", &|i| format!("case #c{i} y -> y"));
    let numbers = list(5000, " ", &|i| format!("case ({i}, true) -> {i}"));
    let values = list(5000, ", ", &|i| format!("#c{i}"));
    let (booleans, chain) = (cross(24, 1, "true"), cross(16, 2, "#a, #b"));
    let many_numbers = list(10_000, " ", &|i| format!("case {i} -> {i}"));
    let plain = list(5000, " | ", &|i| format!("#c{i}"));
    for text in [
        format!("def f (x: {{{fields}}}) = [{uses}]"),
        format!("type t = {constructors}\ndef f (x: t) = match x {cases}"),
        format!("def f (x: i32) (y: bool) = match (x, y) {numbers} case _ -> 0"),
        format!("def f : []({plain}) = [{values}]"),
        format!("def f (x: i32) = match x {many_numbers} case _ -> 0i32"),
        format!("def f (x: ({})) = match x {booleans} case _ -> 0i32", "bool, ".repeat(24)),
        format!("type t = #a | #b | #c\ndef f (x: ({})) = match x {chain} case _ -> 0i32", "t, ".repeat(16)),
        format!("type t = #c{0}\ndef f (x: t) = match x case #c{1} -> 1i32", " i32".repeat(5000), " _".repeat(5000)),
    ] {
        assert!(compile(&text).is_ok(), "{:?}", compile(&text));
    }
    rejects(&format!("def f x = x{}", " x".repeat(50_000)), "E0104", "more than 1000 arguments");
    rejects(&format!("def f{} = 1", " x".repeat(50_000)), "E0104", "more than 1000 parameters");
    rejects(&format!("def f = \\{} -> 1", " _".repeat(50_000)), "E0104", "more than 1000 parameters");
    rejects(&format!("def f x = x[{}0]", "0, ".repeat(50_000)), "E0104", "more than 1000 positions");
}

/// Returns the messages about a rejected program, one line for each error.
fn errors(text: &str) -> Vec<String> {
    compile(text).err().map_or_else(Vec::new, |message| message.lines().map(str::to_owned).collect())
}

#[test]
fn one_mistake_is_told_once() {
    let mut too_large = String::from("type t0 = (i32, i32)\n");
    (1..14).for_each(|i| too_large += &format!("type t{i} = (t{0}, t{0}, t{0})\n", i - 1));
    too_large += "def f (x: t13) : t13 = x\ndef g (x: t12) = f x\n";
    let programs = [
        ("def f = let ys[0] = 1i32 in ys", "E0201"),
        ("def f = uncurry (+) 1i32 2i32", "E0301"),
        ("type t = nothing\ntype u = [2]t\ndef f (x: u) : t = x[0]", "E0202"),
        ("module m : { type t val x : t } = { type t = nothing def x = 1i32 }\ndef y = m.x", "E0202"),
        (&too_large, "E0104"),
    ];
    for (text, code) in programs {
        let errors = errors(text);
        assert!(errors.len() == 1 && errors[0].starts_with(code), "{text}\n{errors:?}");
    }
}

#[test]
fn the_last_error_says_that_more_were_left_out() {
    let lines = |count: usize, body: &str| (0..count).map(|i| format!("def f{i} = {body}\n")).collect::<String>();
    for (body, most) in [("1 +", 20), ("1 \u{1} 2", 20), ("unknown", 50)] {
        let errors_of = |count: usize| errors(&lines(count, body));
        let says = |error: &String| error.contains("there are more errors, which are not shown");
        let all = errors_of(most);
        assert!(all.len() == most && !all.iter().any(says), "{body}: {}", all.len());
        let some = errors_of(most + 1);
        let said: Vec<bool> = some.iter().map(says).collect();
        assert!(said.len() == most && said.iter().position(|said| *said) == Some(most - 1), "{body}: {said:?}");
    }
    // Warnings do not count towards the limit of errors.
    let errors = errors(&(lines(60, "???") + "def g = unknown"));
    assert!(errors.iter().any(|error| error.starts_with("E0201")), "{errors:?}");
}
