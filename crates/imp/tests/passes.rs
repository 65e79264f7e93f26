//! Tests of the passes on small programs: the text after, compared with the expected text, and the results before and
//! after.

use base::{Error, FileId};
use imp::def::Program;
use imp::pass::checks::hoist_checks;
use imp::pass::coalesce::coalesce;
use imp::pass::ends::check_ends;
use imp::pass::interchange::interchange;
use imp::pass::keep::{keep_foreign_on_host, keep_on_host};
use imp::pass::minima::minima;
use imp::pass::peel::peel;
use imp::pass::place::place;
use imp::{eval, text, verify};
use rista_imp as imp;
use value::{ArrayValue, Scalar, Value};

const SIZES: [i64; 5] = [0, 1, 2, 3, 5];

fn parse(source: &str) -> Program {
    let program = text::parse(FileId(0), source).unwrap_or_else(|error| panic!("{error:?}\n{source}"));
    verify::verify(&program).unwrap_or_else(|bug| panic!("{bug}\n{source}"));
    program
}

fn apply(pass: fn(Program) -> Result<Program, Error>, program: &Program) -> Program {
    let after = pass(program.clone()).unwrap_or_else(|error| panic!("{error:?}"));
    verify::verify(&after).unwrap_or_else(|bug| panic!("{bug}\n{}", text::print(&after)));
    after
}

fn run(program: &Program, args: &[Value]) -> Result<Vec<Value>, String> {
    eval::run_entry(program, "f", args.to_vec(), Default::default()).map_err(|stop| stop.to_string())
}

fn agree(before: &Program, after: &Program, args: &[Value]) {
    assert_eq!(run(after, args), run(before, args), "{args:?}\n{}", text::print(after));
}

fn integer(value: i64) -> Value {
    Value::Scalar(Scalar::I64(value))
}

/// Returns a matrix whose elements are all different and whose sums depend on their order.
fn matrix(rows: i64, columns: i64, seed: f32) -> Value {
    let element = |at: i64| Scalar::F32((seed + at as f32 * 1.37).sin() * 1e3_f32.powf((at % 3) as f32));
    let elements: Vec<Scalar> = (0..rows * columns).map(element).collect();
    let shape = vec![rows as usize, columns as usize];
    Value::Array(ArrayValue::from_scalars(value::ScalarType::F32, shape, &elements).expect("the elements fit"))
}

/// Returns a product of matrices with these statements in place of the usual ones.
fn product(prepare: &str, sum: &str, finish: &str) -> String {
    format!(
        r#"fun "f" (n_0 : i64, m_1 : i64, a_2 : mem, m_3 : i64, p_4 : i64, b_5 : mem) -> (n_6 : i64, p_7 : i64, r_8 : mem) {{
  var c_9 : mem
  c_9 <- alloc f32 (n_0 * p_4)
  kernel i_10 : i64 < n_0 {{
    kernel j_11 : i64 < p_4 {{
      {prepare}
      for k_13 : i64 < m_1 {{
        {sum}
      }}
      {finish}
    }}
  }}
  n_6 <- n_0
  p_7 <- p_4
  r_8 <- ref c_9
}}
entry "f" = fun 0 (a : [][]f32, b : [][]f32) -> *[][]f32
"#
    )
}

const ZERO: &str = "var s_12 : f32 := 0.0f32";
const ADD: &str = "var x_14 : f32 := a_2.f32[((i_10 * m_1) + k_13)] \
                   s_12 <- (s_12 + (x_14 * b_5.f32[((k_13 * p_4) + j_11)]))";
const WRITE: &str = "c_9.f32[((i_10 * p_4) + j_11)] <- s_12";

fn products_agree(before: &Program, after: &Program) {
    for n in SIZES {
        for m in SIZES {
            for p in SIZES {
                agree(before, after, &[matrix(n, m, 0.3), matrix(m, p, 0.7)]);
            }
        }
    }
}

#[test]
fn a_product_sums_rows() {
    let before = parse(&product(ZERO, ADD, WRITE));
    let after = apply(interchange, &before);
    let start = r#"
    if (0i64 < p_4) {
      kernel j_15 : i64 < p_4 {
        var s_16 : f32 := 0.0f32
        c_9.f32[((p_4 * i_10) + j_15)] <- s_16
      }
"#;
    let row = r#"
        var x_45 : f32 := a_2.f32[((i_10 * m_1) + k_44)]
        kernel j_46 : i64 < p_4 {
          var s_47 : f32 := c_9.f32[((p_4 * i_10) + j_46)]
          s_47 <- (s_47 + (x_45 * b_5.f32[((k_44 * p_4) + j_46)]))
          c_9.f32[((p_4 * i_10) + j_46)] <- s_47
        }
"#;
    let printed = text::print(&after);
    assert!(printed.contains(start.trim()) && printed.contains(row.trim()), "{printed}");
    let (kernels, loops) = (printed.matches("kernel j_").count(), printed.matches("for ").count());
    assert_eq!((kernels, loops), (3, 2), "{printed}");
    products_agree(&before, &after);
}

#[test]
fn what_follows_the_sums_is_done_in_the_end() {
    let finish = "var t_20 : f32 := (s_12 * 0.5f32) c_9.f32[((i_10 * p_4) + j_11)] <- (t_20 + f32(j_11))";
    let prepare = "var s_12 : f32 := f32(j_11) var x_21 : i64 := (i_10 * m_1)";
    let sum = "var y_22 : f32 := a_2.f32[(x_21 + k_13)] if (y_22 < 0.0f32) { s_12 <- (s_12 - y_22) } else { \
               s_12 <- (s_12 + (y_22 * b_5.f32[((k_13 * p_4) + j_11)])) }";
    let before = parse(&product(prepare, sum, finish));
    let after = apply(interchange, &before);
    assert_eq!(text::print(&after).matches("kernel j_").count(), 4, "{}", text::print(&after));
    products_agree(&before, &after);
}

#[test]
fn sums_that_should_stay_stay() {
    let same_row = "s_12 <- (s_12 + b_5.f32[((j_11 * p_4) + k_13)])";
    let fails = format!("assert (s_12 < 9.0f32), \"large\" () {ADD}");
    let elsewhere = "c_9.f32[((i_10 * p_4) + (j_11 * 2i64))] <- s_12";
    let costly = "var s_12 : f32 := 0.0f32 var e_20 : f32 := exp(f32(j_11))";
    let uses_costly = "s_12 <- (s_12 + (e_20 * b_5.f32[((k_13 * p_4) + j_11)]))";
    for (prepare, sum, finish) in
        [(ZERO, same_row, WRITE), (ZERO, &*fails, WRITE), (ZERO, ADD, elsewhere), (costly, uses_costly, WRITE)]
    {
        let before = parse(&product(prepare, sum, finish));
        assert_eq!(apply(interchange, &before).functions.values().next(), before.functions.values().next());
    }
}

#[test]
fn sums_wait_apart_where_a_block_has_two_names_or_is_read() {
    let shared = product(ZERO, ADD, WRITE).replace("kernel i_10", "r_8 <- ref c_9\n  kernel i_10");
    let sequential = |source: String| source.replace("kernel i_10", "for i_10");
    let in_place = sequential(product(ZERO, ADD, "b_5.f32[((i_10 * p_4) + j_11)] <- s_12"));
    let less = "var own_20 : f32 := b_5.f32[((i_10 * p_4) + j_11)] var s_12 : f32 := 0.0f32";
    let read_before = sequential(product(less, ADD, "b_5.f32[((i_10 * p_4) + j_11)] <- (own_20 - s_12)"));
    for source in [shared, in_place, read_before] {
        let before = parse(&source);
        let after = apply(interchange, &before);
        let printed = text::print(&after);
        assert!(printed.contains("alloc f32 p_4") && printed.matches("kernel j_").count() == 4, "{printed}");
        products_agree(&before, &after);
    }
}

/// Returns a loop over `i_4` whose result encodes the value of each condition.
fn choices(conditions: &[String]) -> String {
    let mut body = String::new();
    for (at, condition) in conditions.iter().enumerate() {
        let (name, weight) = (format!("c_{}", 10 + at), 10_i64.pow(at as u32));
        body.push_str(&format!("var {name} : bool := {condition} if {name} {{ r_5 <- (r_5 + {weight}i64) }} "));
    }
    over_i(&body)
}

/// Returns a loop over `i_4` that fails where one of the conditions does not hold.
fn checks(conditions: &[String]) -> String {
    let check = |condition: &String| format!(r#"r_5 <- (r_5 + 1i64) assert {condition}, "{{}} of {{}}" (i_4, r_5) "#);
    over_i(&conditions.iter().map(check).collect::<String>())
}

fn over_i(body: &str) -> String {
    format!(
        r#"fun "f" (n_0 : i64, k_1 : i64) -> (n_2 : i64, out_3 : mem) {{
  n_2 <- n_0
  out_3 <- alloc i64 n_0
  kernel i_4 : i64 < n_0 {{
    var r_5 : i64 := 0i64
    {body}
    out_3.i64[i_4] <- r_5
  }}
}}
entry "f" = fun 0 (n : i64, k : i64) -> *[]i64
"#
    )
}

fn choices_agree(conditions: &[String]) -> Program {
    peeled_agrees(&checks(conditions));
    peeled_agrees(&choices(conditions))
}

fn peeled_agrees(source: &str) -> Program {
    let before = parse(source);
    let after = apply(peel, &before);
    for n in SIZES {
        for k in [i64::MIN, -1, 0, 1, 2, 4, 5, 6, i64::MAX - 1, i64::MAX] {
            agree(&before, &after, &[integer(n), integer(k)]);
        }
    }
    after
}

#[test]
fn every_comparison_is_decided_rightly() {
    let points = ["0i64", "1i64", "-1i64", "3i64", "n_0", "(n_0 - 1i64)", "(n_0 - 2i64)", "(n_0 + 1i64)", "k_1"];
    let mut single = Vec::new();
    for op in ["==", "!=", "<", "<=", ">", ">="] {
        for point in points.into_iter().chain(["(k_1 + 1i64)", "(n_0 - k_1)", "9223372036854775807i64"]) {
            single.push(format!("(i_4 {op} {point})"));
            single.push(format!("({point} {op} (i_4 + 1i64))"));
            single.push(format!("((i_4 - 2i64) {op} {point})"));
        }
    }
    for condition in &single {
        choices_agree(std::slice::from_ref(condition));
    }
    for (at, first) in single.iter().enumerate().step_by(5) {
        for second in single.iter().skip(at % 7).step_by(7) {
            choices_agree(&[first.clone(), second.clone()]);
        }
    }
}

#[test]
fn the_ends_of_a_range_are_taken_off() {
    let after = choices_agree(&["or((i_4 == 0i64), (i_4 == (n_0 - 1i64)))".to_owned()]);
    let wanted = r#"  var cut_11 : i64 := max(0i64, min(n_0, 1i64))
  var cut_12 : i64 := max(cut_11, min(n_0, (n_0 - 1i64)))
  if (0i64 < cut_11) {
    var i_13 : i64 := 0i64
    var r_14 : i64 := 0i64
    r_14 <- (r_14 + 1i64)
    out_3.i64[i_13] <- r_14
  }
  kernel i_19 : i64 < (cut_12 - cut_11) {
    var i_16 : i64 := (i_19 + cut_11)
    var r_17 : i64 := 0i64
    out_3.i64[i_16] <- r_17
  }
"#;
    let printed = text::print(&after);
    assert!(printed.contains(wanted), "{printed}");
}

#[test]
fn two_arrays_end_to_end_are_two_loops() {
    let after = text::print(&choices_agree(&["(i_4 < k_1)".to_owned()]));
    assert_eq!((after.matches("kernel").count(), after.matches("if ").count()), (2, 0), "{after}");
}

#[test]
fn a_check_is_left_to_the_part_that_fails() {
    let conditions = ["(i_4 < k_1)".to_owned(), "(0i64 <= (i_4 - 1i64))".to_owned()];
    let wanted = r#"  if (0i64 < cut_6) {
    var i_8 : i64 := 0i64
    var r_9 : i64 := 0i64
    r_9 <- (r_9 + 1i64)
    assert (i_8 < k_1), "{} of {}" (i_8, r_9)
    r_9 <- (r_9 + 1i64)
    assert false, "{} of {}" (i_8, r_9)
  }
  kernel i_12 : i64 < (cut_7 - cut_6) {
    var i_10 : i64 := (i_12 + cut_6)
    var r_11 : i64 := 0i64
    r_11 <- (r_11 + 1i64)
    r_11 <- (r_11 + 1i64)
    out_3.i64[i_10] <- r_11
  }
"#;
    let printed = text::print(&peeled_agrees(&checks(&conditions)));
    assert!(printed.contains(wanted), "{printed}");
}

/// A check of the bound of each tensor goes, whatever the order of the bounds. A check that all rounds share moves before
/// the nest, after the checks that fail before it.
#[test]
fn checks_of_several_bounds_leave_the_loop() {
    let source = r#"fun "f" (n_0 : i64, k_1 : i64, m_2 : i64, r_3 : i64) -> (n_4 : i64, out_5 : mem) {
  n_4 <- n_0
  out_5 <- alloc i64 n_0
  for i_6 : i64 < n_0 {
    out_5.i64[i_6] <- 0i64
    for j_7 : i64 < n_0 {
      var fine_8 : bool := (j_7 < k_1)
      assert fine_8, "first {}" (j_7)
      assert (j_7 < m_2), "second {}" (j_7)
      var rank_9 : bool := (r_3 == 2i64)
      assert rank_9, "rank {}" (r_3)
      out_5.i64[i_6] <- (out_5.i64[i_6] + j_7)
    }
  }
}
entry "f" = fun 0 (n : i64, k : i64, m : i64, r : i64) -> []i64
"#;
    let before = parse(source);
    let after = apply(hoist_checks, &apply(peel, &before));
    for n in SIZES {
        for (k, m) in [(9, 9), (2, 3), (3, 2), (0, 9), (9, 1), (-1, -1)] {
            for r in [2, 3] {
                agree(&before, &after, &[n, k, m, r].map(integer));
            }
        }
    }
    let printed = text::print(&after);
    let nest = printed.find("for i_").map(|at| printed.split_at(at));
    let Some((start, nest)) = nest else { panic!("{printed}") };
    assert!(start.contains("\"rank {}\""), "{printed}");
    let inner = nest.split("for j_").nth(1).and_then(|text| text.split('}').next()).unwrap_or("assert");
    assert!(!inner.contains("assert"), "{printed}");
}

/// A check stays behind what may fail before it, or ends the loop.
#[test]
fn a_check_does_not_pass_what_may_fail_before_it() {
    let source = r#"fun "f" (n_0 : i64, k_1 : i64) -> (s_2 : i64) {
  for i_3 : i64 < n_0 {
    assert (i_3 < 2i64), "first {}" (i_3)
    assert (k_1 < 3i64), "second {}" (k_1)
    s_2 <- (s_2 + i_3)
  }
  for i_4 : i64 < k_1 {
    s_2 <- (s_2 * 2i64)
    assert (n_0 < 2i64), "third {}" (s_2)
  }
}
entry "f" = fun 0 (n : i64, k : i64) -> i64
"#;
    let before = parse(source);
    let after = apply(hoist_checks, &before);
    assert_eq!(text::print(&after), text::print(&before));
}

#[test]
fn a_plane_is_split_along_both_axes() {
    let source = r#"fun "f" (n_0 : i64, m_1 : i64, a_2 : mem) -> (n_3 : i64, m_4 : i64, out_5 : mem) {
  n_3 <- n_0
  m_4 <- m_1
  var n_6 : i64 := (n_0 - 1i64)
  out_5 <- alloc f32 (n_0 * m_1)
  kernel i_7 : i64 < n_0 {
    var top_8 : bool := (i_7 == 0i64)
    var low_9 : bool := (i_7 == n_6)
    kernel j_10 : i64 < m_1 {
      var edge_11 : bool := or(or(top_8, (j_10 == 0i64)), or(low_9, (j_10 == (m_1 - 1i64))))
      var r_12 : f32 := 0.0f32
      if edge_11 {
        r_12 <- a_2.f32[((i_7 * m_1) + j_10)]
      } else {
        r_12 <- (a_2.f32[(((i_7 - 1i64) * m_1) + j_10)] + a_2.f32[((i_7 * m_1) + (j_10 + 1i64))])
      }
      out_5.f32[((i_7 * m_1) + j_10)] <- r_12
    }
  }
}
entry "f" = fun 0 (a : [][]f32) -> *[][]f32
"#;
    let before = parse(source);
    let after = apply(peel, &before);
    let printed = text::print(&after);
    assert!(!printed.contains("bool") && !printed.contains("else"), "{printed}");
    assert_eq!(printed.matches("kernel j_").count(), 3, "{printed}");
    for n in SIZES {
        for m in SIZES {
            agree(&before, &after, &[matrix(n, m, 0.1)]);
        }
    }
}

#[test]
fn loops_that_ask_nothing_stay() {
    let source = choices(&["((i_4 * 2i64) < n_0)".to_owned(), "(r_5 < i_4)".to_owned()]);
    let before = parse(&source);
    assert_eq!(text::print(&apply(peel, &before)), text::print(&before));
}

/// Returns a loop that computes `x_6` from `i_5` and `k_1` and checks it.
fn index_checked(ty: &str, index: &str, check: &str) -> String {
    format!(
        r#"fun "f" (n_0 : i64, k_1 : {ty}, m_2 : {ty}) -> (n_3 : i64, out_4 : mem) {{
  n_3 <- n_0
  out_4 <- alloc i64 n_0
  kernel i_5 : i64 < n_0 {{
    var at_7 : {ty} := {ty}(i_5)
    var x_6 : {ty} := {index}
    var wide_8 : i64 := i64(x_6)
    assert {check}, "{{}} of {{}}" (wide_8, i_5)
    out_4.i64[i_5] <- (wide_8 * i64(at_7))
  }}
}}
entry "f" = fun 0 (n : i64, k : {ty}, m : {ty}) -> *[]i64
"#
    )
}

#[test]
fn checks_at_both_ends_are_those_of_all_rounds() {
    let indices = [
        "at_7",
        "(at_7 + k_1)",
        "(k_1 - at_7)",
        "(at_7 * k_1)",
        "((at_7 + K3) * (k_1 - K1))",
        "((at_7 * K7) + (m_2 * k_1))",
    ];
    let checks = [
        "and((0i64 <= wide_8), (wide_8 < 90i64))",
        "or((x_6 <= m_2), (wide_8 > (i_5 * 3i64)))",
        "((wide_8 + i_5) >= i64(k_1))",
        "(x_6 == k_1)",
    ];
    for (ty, values) in [("i8", [-128, -100, -3, -1, 0, 1, 2, 55, 127]), ("u8", [0, 1, 2, 3, 50, 100, 127, 200, 255])] {
        let scalar = |value: i128| Value::Scalar(Scalar::from_i128(value::ScalarType::from_name(ty).unwrap(), value));
        for (index, check) in indices.iter().flat_map(|index| checks.map(|check| (index, check))) {
            let index = index
                .replace("K1", &format!("1{ty}"))
                .replace("K3", &format!("3{ty}"))
                .replace("K7", &format!("7{ty}"));
            let before = parse(&index_checked(ty, &index, check));
            let after = apply(check_ends, &before);
            let printed = text::print(&after);
            assert!(printed.matches("kernel").count() == 2 && printed.matches("assert").count() == 1, "{printed}");
            for n in [-1, 0, 1, 5, 40, 130] {
                for (k, m) in values.iter().flat_map(|k| values.iter().step_by(3).map(move |m| (*k, *m))) {
                    agree(&before, &after, &[integer(n), scalar(k), scalar(m)]);
                }
            }
        }
    }
}

#[test]
fn integers_of_64_bits_near_the_ends_are_left_to_wrap() {
    for index in ["(at_7 + k_1)", "(k_1 - at_7)", "((at_7 * k_1) + m_2)"] {
        let before = parse(&index_checked("i64", index, "(x_6 < m_2)"));
        let after = apply(check_ends, &before);
        for n in SIZES {
            for k in [i64::MIN, -1 << 40, -1, 0, 1, 1 << 40, i64::MAX - 2, i64::MAX] {
                for m in [i64::MIN, -5, 0, 3, 7, i64::MAX] {
                    agree(&before, &after, &[integer(n), integer(k), integer(m)]);
                }
            }
        }
    }
}

#[test]
fn a_loop_without_its_checks_stands_beside_it() {
    let before = parse(&index_checked("i32", "(at_7 + k_1)", "and((0i64 <= wide_8), (x_6 < m_2))"));
    let wanted = r#"  var last_9 : i64 := (n_0 - 1i64)
  var k_11 : i64 := i64(k_1)
  var m_13 : i64 := i64(m_2)
  var holds_14 : bool := (last_9 <= 2147483647i64)
  var holds_15 : bool := (m_13 <= 2147483647i64)
  var holds_16 : bool := (0i64 <= k_11)
  var holds_17 : bool := (0i64 <= (last_9 + k_11))
  var holds_18 : bool := (k_11 < m_13)
  var holds_19 : bool := ((last_9 + k_11) < m_13)
  if and(and(and(and(and(holds_14, holds_15), holds_16), holds_17), holds_18), holds_19) {
    kernel i_5 : i64 < n_0 {
      var at_10 : i64 := i_5
      var x_12 : i64 := (at_10 + k_11)
      var wide_8 : i64 := x_12
      out_4.i64[i_5] <- (wide_8 * at_10)
    }
  } else {
    kernel i_20 : i64 < n_0 {
"#;
    let printed = text::print(&apply(check_ends, &before));
    assert!(printed.contains(wanted), "{printed}");
}

#[test]
fn checks_of_what_is_on_no_line_stay() {
    for (index, check) in [
        ("(at_7 * at_7)", "(x_6 < m_2)"),
        ("rem(at_7, k_1)", "(x_6 < m_2)"),
        ("i32(out_4.i64[i_5])", "(x_6 < m_2)"),
        ("(at_7 + k_1)", "(x_6 != m_2)"),
        ("at_7", "(i_5 < 7i64)"),
    ] {
        let before = parse(&index_checked("i32", index, check));
        assert_eq!(text::print(&apply(check_ends, &before)), text::print(&before));
    }
}

/// Returns a function of `x_1` and a block, with this body.
fn with_blocks(body: &str) -> Program {
    parse(&format!(
        r#"fun "f" (n_0 : i64, p_1 : mem) -> (r_2 : i64) {{ {body} }}
entry "f" = fun 0 (p : []i64) -> i64
"#
    ))
}

/// Returns the body after `place`, on one line.
fn placed(body: &str) -> String {
    let before = with_blocks(body);
    let after = apply(place, &before);
    for count in [0, 1, 4] {
        let elements: Vec<Scalar> = (0..count).map(|at| Scalar::I64(10 + at)).collect();
        let array = ArrayValue::from_scalars(value::ScalarType::I64, vec![count as usize], &elements);
        agree(&before, &after, &[Value::Array(array.expect("the elements fit"))]);
    }
    let text = text::print(&after);
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.starts_with("entry")).collect();
    lines.join(" ")
}

#[test]
fn small_blocks_become_arrays() {
    let text = placed(
        "for i_3 : i64 < n_0 {
           var m_4 : mem m_4 <- alloc i64 3i64
           m_4.i64[rem(i_3, 3i64)] <- i_3 r_2 <- (r_2 + m_4.i64[rem(i_3, 3i64)])
         }
         var k_5 : mem k_5 <- alloc i64 2i64
         if (n_0 > 3i64) { copy k_5.i64[0i64] <- p_1.i64[1i64] for 2i64 r_2 <- k_5.i64[1i64] }
         release k_5",
    );
    assert!(text.contains("{ var m_4 : i64[3] m_4.i64[rem(i_3, 3i64)] <- i_3"), "{text}");
    assert!(text.contains("var k_5 : i64[2] if"), "{text}");
    assert!(!text.contains("release"), "{text}");
}

#[test]
fn constants_become_tables() {
    let text = placed(
        "var m_4 : mem m_4 <- alloc i64 3i64
         m_4.i64[0i64] <- 5i64 m_4.i64[2i64] <- -7i64 m_4.i64[1i64] <- 6i64
         for i_3 : i64 < n_0 { r_2 <- (r_2 + m_4.i64[rem(i_3, 3i64)]) }
         release m_4",
    );
    assert!(text.starts_with("table 0 : [3]i64 = [5i64, 6i64, -7i64]"), "{text}");
    assert!(text.contains("{ var m_4 : table 0 for"), "{text}");
}

#[test]
fn what_is_written_later_is_no_table() {
    for later in ["m_4.i64[1i64] <- n_0", "copy m_4.i64[0i64] <- p_1.i64[0i64] for min(n_0, 2i64)"] {
        let text = placed(&format!(
            "var m_4 : mem m_4 <- alloc i64 2i64 m_4.i64[0i64] <- 5i64 m_4.i64[1i64] <- 6i64 {later} r_2 <- m_4.i64[0i64]"
        ));
        assert!(text.contains("var m_4 : i64[2] m_4.i64[0i64] <- 5i64"), "{text}");
    }
    // Nothing writes element 1.
    let text =
        placed("var m_4 : mem m_4 <- alloc i64 2i64 m_4.i64[0i64] <- 5i64 m_4.i64[0i64] <- 6i64 r_2 <- m_4.i64[0i64]");
    assert!(text.contains("var m_4 : i64[2]"), "{text}");
}

#[test]
fn blocks_that_others_know_stay() {
    for (count, uses) in [
        ("n_0", ""),
        ("129i64", ""),
        ("2i64", "var o_5 : mem o_5 <- ref m_4"),
        ("2i64", "var o_5 : mem o_5 <- move m_4 m_4 <- alloc i64 2i64"),
        ("2i64", "m_4 <- ref p_1"),
        ("2i64", "call (r_2) <- fun 1 (ref m_4)"),
        ("2i64", "var o_5 : mem call (o_5) <- fun 2 () m_4 <- ref o_5"),
        ("2i64", "m_4.i32[0i64] <- 1i32"),
    ] {
        let source = format!(
            r#"fun "f" (n_0 : i64, p_1 : mem) -> (r_2 : i64) {{ var m_4 : mem m_4 <- alloc i64 {count} m_4.i64[0i64] <- 1i64 {uses} }}
fun "g" (q_6 : mem) -> (s_7 : i64) {{ }}
fun "h" () -> (q_8 : mem) {{ q_8 <- alloc i64 1i64 }}
"#
        );
        let before = parse(&source);
        let after = apply(place, &before);
        assert_eq!(text::print(&after), text::print(&before));
    }
}

#[test]
fn arrays_of_a_function_are_few() {
    let one = |at: i64| format!("var m_{at} : mem m_{at} <- alloc i64 128i64 m_{at}.i64[0i64] <- n_0 ");
    let body: String = (3..23).map(one).collect();
    let text = placed(&body);
    assert_eq!((text.matches(": i64[128]").count(), text.matches("alloc").count()), (8, 12), "{text}");
}

/// Returns nested kernels with these bounds around the statements, on blocks `a_2` and `r_8` of 64 elements.
fn kernels(bounds: [&str; 3], body: &str) -> String {
    let [n, m, p] = bounds;
    format!(
        r#"fun "f" (n_0 : i64, m_1 : i64, p_3 : i64, l_4 : i64, a_2 : mem) -> (s_7 : i64, r_8 : mem) {{
  r_8 <- alloc f32 64i64
  for w_6 : i64 < 64i64 {{
    r_8.f32[w_6] <- -1.0f32
  }}
  kernel i_10 : i64 < {n} {{
    kernel j_11 : i64 < {m} {{
      kernel k_12 : i64 < {p} {{
        {body}
      }}
    }}
  }}
  s_7 <- 64i64
}}
entry "f" = fun 0 (n : i64, m : i64, p : i64, a : []f32) -> *[]f32
"#
    )
}

/// A statement in which row `j` holds `n` parts of `p` elements.
const PARTS: &str = "r_8.f32[(((i_10 * p_3) + k_12) + (j_11 * (n_0 * p_3)))] <- \
                     (a_2.f32[((2i64 + k_12) + (p_3 * i_10))] * 3.0f32)";

fn coalesced(source: &str) -> String {
    let before = parse(source);
    let after = apply(coalesce, &before);
    let elements: Vec<Scalar> = (0..64).map(|at| Scalar::F32(at as f32 + 0.5)).collect();
    let a = ArrayValue::from_scalars(value::ScalarType::F32, vec![64], &elements).expect("the elements fit");
    for [n, m, p] in [[2, 3, 4], [1, 3, 4], [3, 2, 1], [0, 3, 4], [3, 0, 4], [3, 4, 0], [-2, 3, -3], [4, 2, 4]] {
        agree(&before, &after, &[integer(n), integer(m), integer(p), Value::Array(a.clone())]);
    }
    text::print(&after)
}

#[test]
fn parts_of_a_row_are_one_loop() {
    let text = coalesced(&kernels(["n_0", "m_1", "p_3"], PARTS));
    let wanted = r#"
  kernel j_11 : i64 < m_1 {
    kernel k_12 : i64 < (max(0i64, n_0) * max(0i64, p_3)) {
      r_8.f32[(k_12 + (j_11 * (n_0 * p_3)))] <- (a_2.f32[(2i64 + k_12)] * 3.0f32)
    }
  }
"#;
    assert!(text.contains(wanted.trim()), "{text}");
}

#[test]
fn whole_arrays_are_one_loop() {
    let whole = "var at_13 : i64 := ((((i_10 * m_1) + j_11) * p_3) + k_12) r_8.f32[at_13] <- a_2.f32[at_13]";
    let text = coalesced(&kernels(["n_0", "m_1", "p_3"], whole));
    assert_eq!(text.matches("kernel").count(), 1, "{text}");
    assert!(text.contains("var at_13 : i64 := k_12"), "{text}");
}

#[test]
fn loops_that_do_not_go_through_a_row_stay() {
    let triangle = ["n_0", "m_1", "(i_10 + 1i64)"];
    let all = ["n_0", "m_1", "p_3"];
    for (bounds, body) in [
        // The rows are further apart, and in reverse order.
        (all, "r_8.f32[(((i_10 * 5i64) + k_12) + (j_11 * 20i64))] <- 1.0f32"),
        (all, "r_8.f32[(((i_10 * p_3) - k_12) + ((j_11 * (n_0 * p_3)) + p_3))] <- 1.0f32"),
        // The values use the variables themselves.
        (all, &*PARTS.replace("3.0f32", "f32(i_10)")),
        (all, &*PARTS.replace("3.0f32", "a_2.f32[i_10]")),
        (all, &*PARTS.replace("3.0f32", "a_2.f32[k_12]")),
        (all, &*PARTS.replace("3.0f32", "select((k_12 < 1i64), 1.0f32, 2.0f32)")),
        (all, &*format!("if (i_10 < 1i64) {{ {PARTS} }}")),
        // A bound depends on the outer variable.
        (triangle, "r_8.f32[(((i_10 * (i_10 + 1i64)) + k_12) + (j_11 * 16i64))] <- 1.0f32"),
        // The code may fail, or does not write in each iteration.
        (all, &*format!("assert (j_11 < 9i64), \"large\" () {PARTS}")),
        (all, &*format!("if (j_11 < 1i64) {{ {PARTS} }}")),
    ] {
        let source = kernels(bounds, body);
        let text = coalesced(&source);
        assert_eq!(text, text::print(&parse(&source)));
    }
    let ordered = kernels(all, PARTS).replace("kernel j_11", "for j_11");
    assert_eq!(coalesced(&ordered), text::print(&parse(&ordered)));
}

/// Returns a launch whose threads run `work`, with number `t_5` of `n_0`, shared memory `s_6` and private memory `p_7`.
fn launch(work: &str) -> Program {
    parse(&format!(
        r#"fun "f" (n_0 : i64) -> (n_1 : i64, r_2 : mem) {{
  n_1 <- n_0
  r_2 <- alloc i64 n_0
  launch g_3 < ((n_0 + 3i64) / 4i64) of 4i64 {{
    var s_6 : shared i64[4i64]
    var p_7 : i64[2]
    threads t_5 < 4i64 {{
      p_7.i64[0i64] <- 1i64
      copy p_7.i64[1i64] <- p_7.i64[0i64] for 1i64
      s_6.i64[t_5] <- (t_5 * p_7.i64[1i64])
      if (t_5 == 0i64) {{
        if (0i64 < g_3) {{
          await 1 of (g_3 - 1i64)
        }}
        post 1
      }}
      p_7.i64[0i64] <- ((g_3 * 4i64) + t_5)
    }}
    threads t_8 < 4i64 {{
      if (p_7.i64[0i64] < n_0) {{
        {work}
        atomic o_9 : r_2.i64[p_7.i64[0i64]] <- s_6.i64[(3i64 - t_8)]
      }}
    }}
  }}
}}
fun "g" (x_20 : i64) -> (y_21 : i64) {{
  if (x_20 > 0i64) {{
    call (y_21) <- fun 1 ((x_20 - 1i64))
  }}
}}
entry "f" = fun 0 (n : i64) -> *[]i64
"#
    ))
}

#[test]
fn launches_that_no_device_can_run_become_loops() {
    let values = ["n_0"; 9].join(", ");
    for work in [
        "var m_10 : mem m_10 <- alloc i64 2i64",
        "var x_10 : i64 := 0i64 call (x_10) <- fun 1 (3i64)",
        "var x_10 : i64 := pieces(n_0, 1.0f64)",
        "var x_10 : i64 := threshold(\"t\", 1i64)",
        &format!("assert true, \"{}\" ({values})", "{}".repeat(9)),
    ] {
        let before = launch(work);
        let after = apply(keep_on_host, &before);
        assert!(!text::print(&after).contains("launch"), "{}", text::print(&after));
        for n in SIZES {
            agree(&before, &after, &[integer(n)]);
        }
    }
}

/// Without device code for foreign functions, no launch calls one. With it, kernels still cannot call functions with
/// arrays.
#[test]
fn foreign_functions_are_called_on_the_host() {
    let printed = text::print(&launch("var x_10 : i64 := 0i64 call (x_10) <- fun 1 (3i64)"));
    let (before, after) = printed.split_once("-> (y_21 : i64) {").expect("the function that is called");
    let entry = after.find("entry").map(|at| &after[at..]).expect("the entry point");
    let program = parse(&format!("{before}-> (y_21 : i64) foreign g (i64) -> i64\n{entry}"));
    assert!(text::print(&apply(keep_on_host, &program)).contains("launch"));
    assert!(!text::print(&apply(keep_foreign_on_host, &program)).contains("launch"));
    let said = run(&program, &[Value::Scalar(Scalar::I64(3))]).expect_err("evaluators cannot run it");
    assert!(said.contains("the foreign function `g` runs in compiled programs only"), "{said}");
}

#[test]
fn other_launches_stay() {
    let before = launch("assert (n_0 > 0i64), \"{}\" (n_0)");
    assert_eq!(text::print(&apply(keep_on_host, &before)), text::print(&before));
}

/// A program of running minima and maxima over a row of type `f32`.
const RUNNING: &str = r#"fun "f" (n_0 : i64, x_mem_1 : mem, n_2 : i64, y_mem_3 : mem) -> (r_4 : f32, r_5 : f32, r_6 : f32, r_7 : f32) {
  var low_8 : f32 := f32.nan
  var high_9 : f32 := f32.nan
  var turned_10 : f32 := f32.nan
  var clamped_11 : f32 := 0f32
  for i_12 : i64 < n_0 {
    var x_13 : f32 := x_mem_1.f32[i_12]
    var y_14 : f32 := y_mem_3.f32[i_12]
    var a_15 : f32 := low_8
    low_8 <- min(a_15, x_13)
    high_9 <- max(high_9, y_14)
    if (x_13 < y_14) {
      turned_10 <- min(x_13, turned_10)
    }
    var c_16 : f32 := max(x_13, 0f32)
    clamped_11 <- min(clamped_11, c_16)
  }
  r_4 <- low_8
  r_5 <- high_9
  r_6 <- turned_10
  r_7 <- clamped_11
}
entry "f" = fun 0 (x : []f32 "[]f32", y : []f32 "[]f32") -> (f32, f32, f32, f32) "(f32, f32, f32, f32)"
"#;

#[test]
fn minima_are_cut_where_they_are_numbers() {
    let before = parse(RUNNING);
    let after = apply(minima, &before);
    let text = text::print(&after);
    for wanted in [
        "isnan(low_8)",
        "low_8 <- select((x_13 < a_15), x_13, a_15)",
        "high_9 <- select((y_14 > high_9), y_14, high_9)",
        "turned_10 <- select((x_13 <= turned_10), x_13, turned_10)",
        "clamped_11 <- select((c_16 < clamped_11), c_16, clamped_11)",
        "var c_16 : f32 := select((x_13 >= 0.0f32), x_13, 0.0f32)",
    ] {
        assert!(text.contains(wanted), "{wanted}\n{text}");
    }
    assert!(!text.contains("isnan(clamped_11)"), "{text}");
    assert_eq!(text.matches("for ").count(), 1, "{text}");
}

#[test]
fn minima_stay_what_they_are() {
    let before = parse(RUNNING);
    let after = apply(minima, &before);
    let values = [0.0, -0.0, f32::NAN, 1.0, f32::NEG_INFINITY];
    let row = |number: usize| {
        let elements: Vec<Scalar> =
            (0..3).map(|at| Scalar::F32(values[number / values.len().pow(at) % values.len()])).collect();
        Value::Array(ArrayValue::from_scalars(value::ScalarType::F32, vec![3], &elements).expect("the elements fit"))
    };
    let all = values.len().pow(3);
    for one in 0..all {
        for other in (0..all).step_by(7) {
            let args = [row(one), row(other)];
            let [given, wanted] = [&after, &before].map(|program| format!("{:?}", run(program, &args)));
            assert!(wanted.starts_with("Ok"), "{wanted}");
            assert_eq!(given, wanted, "{args:?}");
        }
    }
}

#[test]
fn minima_of_what_may_be_no_number_stay() {
    // A variable that is also set to other values in the loop, and integers.
    let source = r#"fun "f" (n_0 : i64, x_mem_1 : mem) -> (r_2 : f32, r_3 : i64) {
  var low_4 : f32 := f32.nan
  var least_5 : i64 := 0i64
  for i_6 : i64 < n_0 {
    var x_7 : f32 := x_mem_1.f32[i_6]
    low_4 <- min(low_4, x_7)
    if (i_6 == 1i64) {
      low_4 <- x_7
    }
    least_5 <- min(least_5, i_6)
  }
  r_2 <- low_4
  r_3 <- least_5
}
entry "f" = fun 0 (x : []f32 "[]f32") -> (f32, i64) "(f32, i64)"
"#;
    let before = parse(source);
    assert_eq!(text::print(&apply(minima, &before)), text::print(&before));
}
