//! Tests of the FUNMEM paper's figures: the type rules of Fig. 8 that other tests do not cover, Fig. 7 without its
//! memory (Figs. 2, 9), and its lowering to IMP (Fig. 13).

use super::{FIGURE_7, array, assert_verified, check_memory, fault, number, parse};
use fun::text::print;

/// Returns a function of a matrix that contains the statement.
fn with(statement: &str) -> String {
    format!(
        "
fun main (n : i64) (c : bool) (xs_mem : mem) (xss : [n][n] @ xs_mem -> R(n, n)) -> (s : i64) =
  {statement}
  in (n)"
    )
}

/// Asserts that the statement is right, and that replacing `from` by `to` breaks the rule.
#[track_caller]
fn breaks(statement: &str, from: &str, to: &str, rule: &str) {
    assert_verified(&parse(&with(statement)));
    assert!(statement.contains(from), "{from} is not in {statement}");
    let found = fault(&with(&statement.replace(from, to)));
    assert!(found.contains(rule), "{found}");
}

/// T-MEM-SCALAR, T-MEM-ALLOC.
#[test]
fn scalars_and_allocations_are_typed() {
    breaks("let (k : i64) = n * 2", "i64", "i32", "is of type i32");
    let scalar = "let (k : i64 @ xs_mem -> 0 + {}) = n * 2";
    assert!(fault(&with(scalar)).contains("has a place and is not an array"));
    breaks("let (m : mem) = alloc i64 n", "alloc i64 n", "alloc i64 c", "should be of type i64");
    breaks("let (m : mem) = alloc i64 n", "mem)", "i64)", "is of type i64");
}

fn parse_error(text: &str) -> String {
    let error = fun::text::parse(base::FileId(0), text).expect_err("a text that is not read");
    format!("{error:?}")
}

/// T-MEM-INDEX.
#[test]
fn arrays_are_indexed_in_all_dimensions() {
    breaks("let (x : i64) = xss[n, 0]", "[n, 0]", "[n, c]", "should be of type i64");
    breaks("let (x : i64) = xss[n, 0]", "[n, 0]", "[n, 0, 0]", "has 2 dimensions");
    breaks("let (x : i64) = xss[n, 0]", "[n, 0]", "[n]", "has 2 dimensions");
}

/// T-MEM-IF, T-MEM-RESULT: the block, the offset and the strides of an array come with it.
#[test]
fn supporting_information_is_yielded_too() {
    let row_or_column = "let (o : i64) (s : i64) (ys : [n] @ xs_mem -> o + {(n : s)}) =
    if c
    then
      let (row : [n] @ xs_mem -> n + {(n : 1)}) = xss[1, 0 : n]
      let (at : i64) = n + 0
      in (at, 1, row)
    else
      let (column : [n] @ xs_mem -> 2 + {(n : n)}) = xss[0 : n, 2]
      in (2, n, column)";
    breaks(row_or_column, "(at, 1, row)", "(at, n, row)", "should be at");
    breaks(row_or_column, "(at, 1, row)", "(1, 1, row)", "should be at");
    breaks(row_or_column, "(2, n, column)", "(n, 2, column)", "should be at");
    let carried = "let (m : mem) (ys : [n] @ m -> R(n)) =
    loop (m1 : mem = xs_mem) (ys1 : [n] @ m1 -> R(n) = first) for i < n do
      let (m2 : mem) = alloc n
      let (ys2 : [n] @ m2 -> R(n)) = copy ys1
      in (m2, ys2)";
    let carried = format!("let (first : [n] @ xs_mem -> R(n)) = xss[0, 0 : n]\n  {carried}");
    breaks(&carried, "in (m2, ys2)", "in (xs_mem, ys2)", "should be at");
    breaks(&carried, "in (m2, ys2)", "in (m1, ys2)", "should be at");
}

/// T-MEM-STM, T-MEM-LMAD, T-MEM-ARRAY.
#[test]
fn places_name_what_is_in_scope() {
    let fresh = "let (m : mem) = alloc n
  let (k : i64) = n - n
  let (ys : [n] @ m -> k + {(n : 1)}) = iota n";
    breaks(fresh, "@ m ->", "@ n ->", "should be of type mem");
    breaks(fresh, "k + {", "m + {", "not an `i64`");
    breaks(fresh, "{(n : 1)}", "{(n : c)}", "not an `i64`");
    let late = "let (ys : [n] @ m -> R(n)) = iota n
  let (m : mem) = alloc n";
    assert!(parse_error(&with(late)).contains("`m` is not a variable in scope"));
    let inner = "let (k : i64) = if c
    then
      let (m : mem) = alloc n
      let (ys : [n] @ m -> R(n)) = iota n
      let (y : i64) = ys[0]
      in (y)
    else in (0)";
    assert_verified(&parse(&with(inner)));
    let outside = format!("{inner}\n  let (zs : [n] @ m -> R(n)) = iota n");
    assert!(parse_error(&with(&outside)).contains("`m` is not a variable in scope"));
}

/// Fig. 9: the result is Fig. 2.
#[test]
fn without_memory_figure_7_is_figure_2() {
    let program = parse(FIGURE_7);
    check_memory(&program);
    let figure_2 = "\
fun main (z_cond_0 : i64) (x_size_1 : i64) (y_size_2 : i64) -> (k_3 : i64) (r_5 : [k_3]i64) =
  let (t_9 : bool) = z_cond_0 != 0i64
  let (z_size_6 : i64) (z_arr_8 : [z_size_6]i64) =
    if t_9
    then
      let (x_11 : [x_size_1]i64) = iota x_size_1
      in (x_size_1, x_11)
    else
      let (y_13 : [y_size_2]i64) = iota y_size_2
      in (y_size_2, y_13)
  in (z_size_6, z_arr_8)
";
    let without = print(&rista_mem::unmem::unmem(&program));
    assert!(without.starts_with(figure_2), "{without}");
}

/// Fig. 13; a block that is assigned and used no more is moved.
#[test]
fn figure_7_becomes_figure_13() {
    let program = rista_mem::to_imp::to_imp(&parse(FIGURE_7)).unwrap();
    let figure_13 = "\
fun \"main\" (z_cond_0 : i64, x_size_1 : i64, y_size_2 : i64) -> (k_3 : i64, r_mem_4 : mem) {
  var t_9 : bool := (z_cond_0 != 0i64)
  var z_size_6 : i64 := 0i64
  var z_mem_7 : mem
  if t_9 {
    var x_mem_10 : mem
    x_mem_10 <- alloc i64 x_size_1
    kernel i_14 : i64 < x_size_1 {
      x_mem_10.i64[i_14] <- i_14
    }
    z_size_6 <- x_size_1
    z_mem_7 <- move x_mem_10
  } else {
    var y_mem_12 : mem
    y_mem_12 <- alloc i64 y_size_2
    kernel i_15 : i64 < y_size_2 {
      y_mem_12.i64[i_15] <- i_15
    }
    z_size_6 <- y_size_2
    z_mem_7 <- move y_mem_12
  }
  k_3 <- z_size_6
  r_mem_4 <- move z_mem_7
}
";
    let text = imp::text::print(&program);
    assert!(text.starts_with(figure_13), "{text}");
    for (cond, elements) in [(1, &[0, 1][..]), (0, &[0, 1, 2])] {
        let args = vec![number(cond), number(2), number(3)];
        let result = imp::eval::run_entry(&program, "main", args, Default::default());
        assert_eq!(result, Ok(vec![array(&[elements.len()], elements)]));
    }
}
