//! Tests that printed programs read back, and that the paper's examples parse.

use base::{FileId, Name};
use rista_fun::def::*;
use rista_fun::text::*;
use rista_fun::verify::{Mode, verify};
use rista_fun::walk::bound_in_body;
use value::Scalar;

fn read(text: &str) -> Program {
    match parse(FileId(0), text) {
        Ok(program) => program,
        Err(error) => panic!("{error:?}\n{text}"),
    }
}

/// Returns every name bound in the program, in order.
fn live(program: &Program) -> Vec<Name> {
    let mut names = Vec::new();
    for function in program.functions.values() {
        names.extend(function.params.iter().map(|param| param.name));
        names.extend(function.results.iter().map(|result| result.name));
        names.extend(bound_in_body(&function.body));
    }
    names
}

/// Prints and parses a program; asserts that text and bound variables are the same.
fn round_trip(text: &str) -> Program {
    let program = read(text);
    let printed = print(&program);
    let again = read(&printed);
    assert_eq!(print(&again), printed);
    assert_eq!(live(&again), live(&program), "{printed}");
    for name in live(&program) {
        assert_eq!(again.vars.get(name), program.vars.get(name), "{name} in {printed}");
    }
    assert_eq!(again.entries, program.entries);
    assert_eq!(again.tables.values().collect::<Vec<_>>(), program.tables.values().collect::<Vec<_>>());
    program
}

/// Asserts that a text prints as it is written.
fn prints_as_written(text: &str) {
    assert_eq!(print(&round_trip(text)), text);
}

fn right(program: &Program, mode: Mode) {
    let faults = verify(program, mode);
    assert!(faults.is_empty(), "{}", faults.iter().map(|fault| format!("{fault}\n")).collect::<String>());
}

#[test]
fn a_small_program_prints_as_written() {
    prints_as_written(
        r#"table 0 : [2][3]i32 = [1, 2, 3, 4, 5, 6]

fun main (n_0 : i64) (*xs_1 : [n_0]i32) -> (k_2 : i64) (*ys_3 : [k_2]i32) =
  let (a_4 : bool) = 0i64 < n_0
  let (c_5 : cert) = assert a_4 "Index [{}] \"out\" of [{}]" (0i64, n_0)
  let (e_6 : i32) = <c_5> xs_1[0i64]
  let (zs_7 : [n_0]i32) = xs_1 with [0i64] = e_6
  in (n_0, zs_7)

entry main = main (xs : *[]i32 "[n]i32") -> *[]i32 doc "What it does."
"#,
    );
}

#[test]
fn array_operations_print_as_written() {
    prints_as_written(
        r#"fun f (n_0 : i64) (xs_1 : [n_0]i32) (is_2 : [n_0]i64) (*hist_3 : [10]i32) -> (k_4 : i64) (ys_5 : [k_4]i32) (*h_6 : [10]i32) =
  let (ms_7 : [n_0]i32) =
    map n_0 (xs_1)
      (\(x_8 : i32) ->
        let (y_9 : i32) = x_8 * 2i32
        in (y_9))
  let (s_10 : i32) =
    reduce n_0 (x_11 <- ms_7) comm (\(a_12 : i32) (b_13 : i32) ->
        let (c_14 : i32) = a_12 + b_13
        in (c_14)) (0i32)
  let (p_15 : [n_0]i32) (q_16 : i32) (r_17 : [n_0]i64) =
    traverse n_0 (xs_1)
      (\(i_18 : i64) (x_19 : i32) -> in (x_19, x_19, i_18))
      scan (\(a_20 : i32) (b_21 : i32) ->
        let (c_22 : i32) = max a_20 b_21
        in (c_22)) (-2147483648i32)
      reduce (\(a_23 : i32) (b_24 : i32) ->
        let (c_25 : i32) = a_23 + b_24
        in (c_25)) (0i32)
  let (k_26 : i64) (fs_27 : [k_26]i32) =
    filter n_0 (p_15)
      (\(x_28 : i32) ->
        let (b_29 : bool) = x_28 > q_16
        in (b_29, x_28))
  let (h_30 : [10]i32) =
    histogram n_0 (is_2, xs_1)
      (\(i_31 : i64) (x_32 : i32) -> in (i_31, x_32))
      into 1 (hist_3) (\(a_33 : i32) (b_34 : i32) ->
        let (c_35 : i32) = a_33 + b_34
        in (c_35)) (0i32)
  let (h_36 : [10]i32) =
    scatter n_0 (is_2, xs_1)
      (\(i_37 : i64) (x_38 : i32) -> in (i_37, x_38))
      into 1 (h_30)
  in (k_26, fs_27, h_36)

"#,
    );
}

#[test]
fn control_and_views_print_as_written() {
    prints_as_written(
        r#"fun g (n_0 : i64) (xs_1 : [n_0][4]f32) (b_2 : bool) -> (r_3 : [4][n_0]f32) (l_4 : i64) =
  let (t_5 : [4][n_0]f32) = transpose xs_1
  let (row_6 : [n_0]f32) = t_5[2i64, 0i64 : n_0]
  let (odd_7 : [2][n_0]f32) = t_5[1i64 : 2i64 : 2i64, 0i64 : n_0]
  let (flat_8 : [8]f32) = reshape [8] odd_7
  let (u_9 : [4][n_0]f32) =
    if b_2
    then in (t_5)
    else
      let (c_10 : [4][n_0]f32) = copy t_5
      in (c_10)
  let (i_11 : i64) (go_12 : bool) =
    loop (i_13 : i64 = 0i64) (go_14 : bool = true) while go_14 do
      let (j_15 : i64) = i_13 + 1i64
      let (m_16 : bool) = j_15 < 10i64
      in (j_15, m_16)
  let (s_17 : i64) =
    loop (s_18 : i64 = 0i64) for k_19 : i32 < 7i32 do
      let (l_20 : i64) = convert i64 k_19
      in (l_20)
  let (h_21 : [4][n_0]f32) (z_22 : i64) = call g (n_0, xs_1, b_2)
  in (h_21, s_17)

"#,
    );
}

#[test]
fn only_array_operations_are_sequential() {
    let error = parse(FileId(0), "fun f (n : i64) -> (r : [n]i64) = let (a : [n]i64) = seq iota n in (a)");
    assert!(format!("{error:?}").contains("only array operations are `seq`"), "{error:?}");
    let program = read("fun f (n : i64) -> (r : i64) = let (t : i64) = threshold near 7i64 in (t)");
    let thresholds: Vec<_> = program.thresholds().iter().map(|(name, default)| (name.as_str(), *default)).collect();
    assert_eq!(thresholds, [("near", 7)]);
}

#[test]
fn thresholds_are_one_for_each_name() {
    let two = "fun f (n : i64) -> (r : i64) (s : i64) =
      let (r : i64) = threshold near 7i64 let (s : i64) = if true then let (t : i64) = threshold near 7i64 in (t) else in (n)
      in (r, s)";
    let mut program = read(two);
    program.set_thresholds(&|name| (name.as_str() == "near").then_some(3));
    assert_eq!(program.thresholds(), [(base::Symbol::new("near"), 3)]);
    let faults = rista_fun::verify::verify(&program, rista_fun::verify::Mode::Fun);
    assert!(faults.is_empty(), "{faults:?}");
    let text = two.replacen("7i64", "8i64", 1);
    let program = parse(FileId(0), &text).expect("the form is right");
    let faults = rista_fun::verify::verify(&program, rista_fun::verify::Mode::Fun);
    assert!(faults[0].message.contains("the threshold near has several defaults"), "{faults:?}");
}

#[test]
fn every_other_form_reads_back() {
    round_trip(
        r#"
        fun "f+" (x : i64) -> (y : i64) = in (x)
        fun "f+" (x : i32) -> (y : i32) = in (x)
        fun k (n : i64) (xs : [n]f32) (x : f32) -> (r : i64) =
          let (a : [n]i64) = iota n
          let (b : [n]u8) = iota n 3u8 2u8
          let (c : [2][n]f32) = replicate [2] xs
          let (d : [n][7]f16) = scratch [n][7]f16
          let (m : i64) = n + n
          let (e : [m]f32) = concat (xs, xs)
          let (f : [n][2]f32) = permute (1, 0) c
          let (g : [3]f32) = [x, 1.5f32, -0.0f32]
          let (h : f32) = fma x x x
          let (i : f32) = copysign x 2.0f32
          let (j : [2][n]f32) = c with [0, 0 : n] = xs
          let (s : i64) = call "f+" # 0 (n)
          let (t : i32) = call "f+" # 1 (1i32)
          let (z : f32) = sqrt (x * x + 1.0f32)
          let (w : bool) = isnan z
          let () = loop for i < n do in ()
          let (o : i64) = threshold "a size" 16i64
          let (p : [n]f32) = seq map n (xs) (\(q : f32) -> in (q))
          let (u : i64) (v : [u]f32) = seq filter n (xs) (\(q : f32) -> in (true, q))
          in (s)
        fun ff (n : i64) (xs : [n]f32) (ys : [n]bool) (x : f32) -> (*k : i64) (*zs : [k]f32) (r : i64) =
          foreign ff ([](f32, bool), f32) -> ([]f32, i64)
        "#,
    );
}

#[test]
fn all_scalars_read_back_bit_for_bit() {
    let nan = Scalar::from_bits(value::ScalarType::F32, 0x7fc0_1234);
    let minus = Scalar::from_bits(value::ScalarType::F64, f64::NEG_INFINITY.to_bits());
    let tiny = Scalar::F32(f32::from_bits(1));
    let half = Scalar::from_bits(value::ScalarType::F16, 0x3555);
    let scalars = [
        nan,
        minus,
        tiny,
        half,
        Scalar::F32(f32::NAN),
        Scalar::F64(1e300),
        Scalar::F64(-0.0),
        Scalar::I8(-128),
        Scalar::U64(u64::MAX),
        Scalar::I64(i64::MIN),
        Scalar::Bool(true),
    ];
    for scalar in scalars {
        let mut program = Program::default();
        let ty = Type::Scalar(scalar.scalar_type());
        let (r, x) = (program.fresh("r", ty.clone()), program.fresh("x", ty));
        let stm = Stm { pattern: vec![x], certs: vec![], exp: Exp::Atom(Atom::Const(scalar)), spans: vec![] };
        program.functions.push(Function {
            name: "f".into(),
            params: vec![],
            results: vec![ResultParam { name: r, unique: false }],
            body: Body { stms: vec![stm], result: vec![x.into()] },
            foreign: None,
        });
        let text = print(&program);
        let back = read(&text);
        let function = back.functions.values().next().expect("the function is there");
        assert_eq!(function.body.stms[0].exp, Exp::Atom(Atom::Const(scalar)), "{text}");
    }
}

#[test]
fn flat_dimensions_print_as_written() {
    let text = r#"fun f (n_0 : i64) (s_1 : i64) (*xs_2 : [n_0][3]i32) -> (*r_3 : [n_0][3]i32) =
  let (v_4 : [n_0][2][3]i32) = xs_2[s_1 : {(n_0 : -1i64)(2i64 : s_1)}, 0i64 : 3i64]
  let (c_5 : [n_0][2][3]i32) = copy v_4
  let (w_6 : [n_0][3]i32) = xs_2 with [0i64 : {(n_0 : 0i64)(2i64 : 1i64)}, 0i64 : 3i64] = c_5
  in (w_6)

"#;
    prints_as_written(text);
    right(&read(text), Mode::Fun);
    let wrong = text.replace("{(n_0 : -1i64)(2i64 : s_1)}", "{}");
    assert!(!verify(&read(&wrong), Mode::Fun).is_empty());
    assert!(parse(FileId(0), &text.replace("(2i64 : s_1)", "(2i64)")).is_err());
}

/// FUN as in the paper's Fig. 2, with an integer condition and sizes as parameters.
#[test]
fn figure_2_of_the_paper_reads() {
    let program = round_trip(
        "fun fig2 (xsize : int) (ysize : int) (zcond : int) -> (k : int) (z : [k]) =
           let (zsize : int) (zarr : [zsize]) =
             if zcond
             then let (x : [xsize]) = iota xsize
                  in (xsize, x)
             else let (y : [ysize]) = iota ysize
                  in (ysize, y)
           in (zsize, zarr)",
    );
    right(&program, Mode::Fun);
}

/// FUNMEM as in the paper's Fig. 7.
#[test]
fn figure_7_of_the_paper_reads() {
    let program = round_trip(
        "fun fig7 (xsize : int) (ysize : int) (zcond : int) -> (k : int) (m : mem) (z : [k] @ m -> R(k)) =
           let (zsize : int) (zmem : mem) (zarr : [zsize] @ zmem -> R(zsize)) =
             if zcond
             then let (xmem : mem) = alloc xsize
                  let (x : [xsize] @ xmem -> R(xsize)) = iota xsize
                  in (xsize, xmem, x)
             else let (ymem : mem) = alloc ysize
                  let (y : [ysize] @ ymem -> 0 + {(ysize : 1)}) = iota ysize
                  in (ysize, ymem, y)
           in (zsize, zmem, zarr)",
    );
    right(&program, Mode::Mem);
    assert!(!verify(&program, Mode::Fun).is_empty());
}

#[test]
fn the_forms_of_the_papers_grammar_read() {
    let program = round_trip(
        "fun forms (n : int) (m : int) (xs : [n][m]) -> (r : [m][n]) (s : int) =
           let (t : [m][n]) = transpose xs
           let (ys : [n]) = kernel i < n do
             let (row : [m]) = kernel j < m do
               let (e : int) = xs[i, j]
               in (e + i * j)
             in (row[0])
           let (u : [1][m]) = xs[0 : 1, 0 : m]
           in (t, ys[n - 1] - n -1)",
    );
    right(&program, Mode::Fun);
}

#[test]
fn names_without_numbers_are_scoped() {
    let program = read(
        "fun f (x : i64) -> (r : i64) =
           let (y : i64) = if true then let (x : i64) = x + 1 in (x) else in (x)
           let (x : i64) = x * y
           in (x)",
    );
    right(&program, Mode::Fun);
    let text = print(&program);
    assert!(text.contains("+ 1i64"), "{text}");
}

#[test]
fn mistakes_are_diagnostics() {
    for text in [
        "fun f (x : i64) -> (r : i64) = in (y)",
        "fun f (x : i64 -> (r : i64) = in (x)",
        "fun f (x : i65) -> (r : i64) = in (x)",
        "fun f () -> (r : i8) = let (x : i8) = 200i8 in (x)",
        "fun f () -> (r : i8) = let (x : i8) = call g () in (x)",
        "fun f (x_4000000000 : i64) -> () = in ()",
        "table 0 : [2]i32 = [1]",
        "entry f = f ->",
        "let",
        "fun f () -> () = let (x : i64) = frobnicate 1 in ()",
        // The paper's syntax, where indices count from 1.
        "fun f (n : i64) -> (r : i64) = let (xs : [n]i64) = kernel i <= n do in (i) in (n)",
    ] {
        assert!(parse(FileId(0), text).is_err(), "{text}");
    }
}

#[test]
fn deep_nesting_is_refused() {
    let deep = format!("fun f () -> (r : i64) = in ({}1{})", "(".repeat(100_000), ")".repeat(100_000));
    let thread = std::thread::Builder::new().stack_size(64 << 20);
    let result = thread.spawn(move || parse(FileId(0), &deep).is_err()).expect("a thread starts").join();
    assert!(matches!(result, Ok(true)));
}

#[test]
fn statements_have_their_place_in_the_text() {
    let text = "fun f (x : i64) -> (r : i64) = let (y : i64) = x + 1 in (y)";
    let program = read(text);
    let function = program.functions.values().next().expect("the function is there");
    let span = function.body.stms[0].spans[0];
    assert_eq!(&text[span.start as usize..span.end as usize], "let (y : i64) = x + 1");
}
