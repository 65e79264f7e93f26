//! What the verifier accepts and what it rejects.

use base::FileId;
use rista_imp::text;
use rista_imp::verify::faults;

fn faults_of(body: &str) -> Vec<String> {
    let text = format!("fun \"f\" (x_1 : i64, m_2 : mem) -> (r_3 : i64) {{ {body} }}");
    faults(&text::parse(FileId(0), &text).unwrap_or_else(|error| panic!("{error:?}")))
}

#[test]
fn good_code_has_no_faults() {
    for body in [
        "var y : i64 := (x_1 + 1i64) kernel i : i64 < y { m_2.f32[i] <- f32(i) } r_3 <- select((y < 3i64), y, x_1)",
        "tasks t < pieces(x_1, 2.0f64) { var s : f32 := 0.0f32 s <- f32(t) ordered { m_2.f32[t] <- s } }",
        "launch g < groups() of group_size() {
           var s : shared f32[(group_size() * x_1)] var p : f32[2] var n : i64 := 1i64
           while (n < 3i64) { threads t < x_1 { p.f32[0i64] <- 1.0f32 s.f32[t] <- p.f32[0i64] } n <- (n * 2i64) }
           threads u < 1i64 { atomic old : m_2.f32[g] <- (old + s.f32[0i64]) }
         }",
        "var s : stack f32[2] of 12 s.f32[0i64] <- f32(quot(stack_size(), 12i64))",
        "launch g < x_1 of 4i64 { threads t < 1i64 { if (0i64 < g) { await 3 of (g - 1i64) } post 3 } }",
    ] {
        assert_eq!(faults_of(body), Vec::<String>::new());
    }
}

#[test]
fn each_fault_is_found() {
    for body in [
        "r_3 <- (threshold(\"t\", 1i64) + threshold(\"t\", 2i64))",
        "r_3 <- y_9",
        "r_3 <- 1i32",
        "r_3 <- (x_1 + 1i32)",
        "m_2 <- 1i64",
        "x_1 <- ref m_2",
        "var x_1 : i64 := 0i64",
        "if x_1 { }",
        "if true { var y_4 : i64 := 1i64 } r_3 <- y_4",
        "m_2.f32[0i32] <- 1.0f32",
        "m_2.f32[0i64] <- 1.0f64",
        "r_3 <- sqrt(x_1)",
        "call () <- fun 7 ()",
        "call (r_3) <- fun 0 (x_1, x_1)",
        "assert true, \"{}\" ()",
        "var t_4 : table 0",
        "var a_4 : i32[70000]",
        "var a_4 : i32[3] a_4.i64[0i64] <- 1i64",
        "var a_4 : i32[3] r_3 <- a_4.i64[0i64]",
        "var a_4 : i32[3] m_2 <- ref a_4",
        "var a_4 : i32[3] a_4 <- alloc i32 3i64",
        "var a_4 : i64[3] call (r_3) <- fun 0 (x_1, ref a_4)",
        "if true { var a_4 : i64[3] } r_3 <- a_4.i64[0i64]",
        "m_2 <- move m_2",
        "m_2 <- move x_1",
        "release x_1",
        "for f_4 : f32 < 1.0f32 { }",
        "tasks t_4 < 1i32 { }",
        "tasks t_4 < x_1 { r_3 <- t_4 }",
        "tasks t_4 < x_1 { m_2 <- alloc f32 t_4 }",
        "var o_5 : mem o_5 <- ref m_2 tasks t_4 < x_1 { var n_6 : mem n_6 <- move o_5 }",
        "tasks t_4 < x_1 { tasks t_5 < x_1 { } }",
        "ordered { }",
        "tasks t_4 < x_1 { ordered { } ordered { } }",
        "tasks t_4 < x_1 { for i_5 : i64 < 2i64 { ordered { } } }",
        "r_3 <- pieces(x_1, 1i64)",
        "threads t_4 < x_1 { }",
        "launch g_4 < x_1 of 4i32 { }",
        "launch g_4 < x_1 of 4i64 { r_3 <- g_4 }",
        "launch g_4 < x_1 of 4i64 { m_2.i64[g_4] <- 1i64 }",
        "launch g_4 < x_1 of 4i64 { launch g_5 < x_1 of 4i64 { } }",
        "launch g_4 < x_1 of 4i64 { tasks t_5 < x_1 { } }",
        "launch g_4 < x_1 of 4i64 { assert true, \"\" () }",
        "launch g_4 < x_1 of 4i64 { var s_5 : shared i64[g_4] }",
        "launch g_4 < x_1 of 4i64 { var s_5 : shared i64[m_2.i64[0i64]] }",
        "launch g_4 < x_1 of 4i64 { var s_5 : i64 := 0i64 threads t_6 < 4i64 { s_5 <- t_6 } }",
        "launch g_4 < x_1 of 4i64 { threads t_5 < 4i64 { threads t_6 < 4i64 { } } }",
        "launch g_4 < x_1 of 4i64 { threads t_5 < 4i64 { var s_6 : shared i64[4i64] } }",
        "launch g_4 < x_1 of 4i64 { var p_5 : i64[1] var y_6 : i64 := p_5.i64[0i64] }",
        "var a_4 : i64[3] launch g_5 < x_1 of 4i64 { threads t_6 < 3i64 { a_4.i64[t_6] <- 1i64 } }",
        "var s_4 : shared i64[4i64]",
        "var s_4 : stack i64[2] of 15",
        "var s_4 : stack i64[2] of 1000000",
        "var s_4 : stack i64[2] of 16 r_3 <- s_4.i32[0i64]",
        "launch g_4 < x_1 of 4i64 { threads t_5 < 4i64 { var s_6 : stack i64[2] of 16 } }",
        "post 1",
        "await 1 of 0i64",
        "launch g_4 < x_1 of 4i64 { post 1 }",
        "launch g_4 < x_1 of 4i64 { threads t_5 < 1i64 { post 0 } }",
        "launch g_4 < x_1 of 4i64 { threads t_5 < 1i64 { post 4 } }",
        "launch g_4 < x_1 of 4i64 { threads t_5 < 1i64 { await 4 of 0i64 } }",
        "launch g_4 < x_1 of 4i64 { threads t_5 < 1i64 { await 1 of 0i32 } }",
        "atomic o_4 : m_2.i64[0i64] <- 1i32",
        "atomic o_4 : m_2.i64[0i64] <- 1i64 r_3 <- o_4",
        "x_1 <- object (1, 0, 0i64)",
        "m_2 <- object (1, 0, 0i64)",
        "var t_4 : object t_4 <- ref m_2",
        "var t_4 : object m_2 <- move t_4",
        "var t_4 : bool := unique(x_1)",
        "var a_4 : i64[1] var t_5 : bool := unique(a_4)",
        "tasks t_4 < x_1 { var t_5 : bool := unique(m_2) }",
        "tasks t_4 < x_1 { var t_5 : bool := same(m_2, m_2) }",
        "var t_4 : bool := same(m_2, x_1)",
        "var t_4 : object t_4 <- ref t_4",
        "var t_4 : object t_4 <- object (1, 0, 0i32)",
        "var t_4 : object t_4 <- object (70000, 0, 0i64)",
        "var t_4 : object t_4 <- object (0, 70000, 0i64)",
        "var t_4 : object t_4 <- object (1, 0, 0i64) reuse m_2",
        "var t_4 : object t_4.word.i64[0] <- 1i32",
        "var t_4 : object r_3 <- t_4.word.i32[0]",
        "var t_4 : object r_3 <- t_4.mutable.word.i32[0]",
        "var t_4 : object var y_5 : i64 := (t_4.mutable.word.i64[0] + 1i64)",
        "var t_4 : object t_4.mutable.word.i64[0] <- 1i32",
        "var t_4 : borrowed var u_5 : borrowed u_5 <- t_4.mutable.object[0i64]",
        "var t_4 : borrowed var u_5 : object t_4.object[0i64] <- ref u_5",
        "tasks t_4 < x_1 { var y_5 : i64 := 0i64 var o_6 : object y_5 <- o_6.mutable.word.i64[0] }",
        "var t_4 : object r_3 <- t_4.i64[0i64]",
        "r_3 <- m_2.number",
        "var o_4 : object o_4 <- object (0, 0, 0i64) number 65536",
        "var o_4 : object o_4 <- constant 65536",
        "r_3 <- m_2.word.i64[0]",
        "m_2.word.i64[0] <- 1i64",
        "var t_4 : object t_4.memory[0] <- ref t_4",
        "var t_4 : object t_4 <- t_4.memory[0]",
        "var t_4 : object t_4.object[0i64] <- ref m_2",
        "var t_4 : object m_2 <- t_4.object[0i64]",
        "var t_4 : object t_4.object[0i32] <- ref t_4",
        "var t_4 : object call (r_3) <- fun 0 (x_1, ref t_4)",
        "call (m_2) <- fun 0 (x_1, ref m_2)",
        "call (r_3) <- fun 0 (x_1, move m_2)",
        "vacate m_2",
        "tasks t_4 < x_1 { var o_5 : object }",
        "var o_5 : object tasks t_4 < x_1 { var y_6 : i64 := o_5.word.i64[0] }",
        "var o_5 : object var p_6 : object tasks t_4 < x_1 { o_5.object[0i64] <- ref p_6 }",
        "var o_5 : object launch g_4 < x_1 of 4i64 { threads t_6 < 4i64 { o_5.word.i64[0] <- t_6 } }",
        "var o_5 : object tasks t_4 < x_1 { var r_6 : i64 := 0i64 call (r_6) <- fun 0 (t_4, ref m_2) }",
    ] {
        assert!(!faults_of(body).is_empty(), "`{body}` is accepted");
    }
}

#[test]
fn borrowed_objects_are_only_looked_at() {
    let faults_of = |body: &str| {
        let text = format!(
            "fun \"f\" (b_1 : borrowed, o_2 : object) -> (r_3 : object) {{ var c_4 : borrowed var m_5 : mem {body} }}
             fun \"g\" (b_6 : borrowed, o_7 : object) -> (r_8 : object) {{ }}"
        );
        faults(&text::parse(FileId(0), &text).unwrap_or_else(|error| panic!("{error:?}")))
    };
    for body in [
        "c_4 <- ref b_1 r_3 <- ref c_4",
        "c_4 <- b_1.object[0i64] m_5 <- c_4.memory[0] o_2.object[b_1.word.i64[1]] <- ref c_4",
        "b_1 <- ref c_4",
        "call (r_3) <- fun 1 (ref o_2, ref c_4)",
        "call (r_3) <- fun 1 (ref c_4, move o_2)",
    ] {
        assert_eq!(faults_of(body), Vec::<String>::new(), "{body}");
    }
    for body in [
        "c_4 <- ref o_2",
        "c_4 <- o_2.object[0i64]",
        "c_4 <- constant 1",
        "b_1 <- object (1, 0, 0i64)",
        "r_3 <- object (1, 0, 0i64) reuse b_1",
        "r_3 <- move b_1",
        "c_4 <- move b_1",
        "release b_1",
        "vacate b_1",
        "if unique(b_1) { }",
        "b_1.word.i64[0] <- 1i64",
        "b_1.memory[0] <- ref m_5",
        "b_1.object[0i64] <- ref o_2",
        "o_2.object[0i64] <- move b_1",
        "call (r_3) <- fun 1 (move o_2, ref o_2)",
        "call (r_3) <- fun 1 (ref o_2, move b_1)",
        "call (r_3) <- fun 1 (ref o_2, move o_2)",
        "call (c_4) <- fun 1 (ref b_1, ref o_2)",
    ] {
        assert!(!faults_of(body).is_empty(), "`{body}` is accepted");
    }
    let result = "fun \"f\" () -> (r_1 : borrowed) { }";
    assert!(!faults(&text::parse(FileId(0), result).expect("it can be parsed")).is_empty());
}

#[test]
fn tables_are_only_read() {
    let faults_of = |body: &str| {
        let text =
            format!("table 0 : [1]i64 = [7i64] fun \"f\" (m_1 : mem) -> (r_2 : i64) {{ var t_3 : table 0 {body} }}");
        faults(&text::parse(FileId(0), &text).unwrap_or_else(|error| panic!("{error:?}")))
    };
    assert_eq!(faults_of("r_2 <- t_3.i64[0i64]"), Vec::<String>::new());
    for body in [
        "t_3.i64[0i64] <- 1i64",
        "copy t_3.i64[0i64] <- m_1.i64[0i64] for 1i64",
        "m_1 <- ref t_3",
        "r_2 <- i64(t_3.i32[0i64])",
    ] {
        assert!(!faults_of(body).is_empty(), "`{body}` is accepted");
    }
}

#[test]
fn text_reads_back_as_printed() {
    let text = r#"table 0 : [2][1]f32 = [1.0f32, f32.inf]
fun "f" (x_1 : i64, m_2 : mem, b_18 : borrowed) -> (r_3 : i64, q_4 : mem) {
  var y_5 : i64 := (x_1 - -1i64)
  var t_6 : table 0
  var a_8 : f32[2]
  var o_9 : mem
  q_4 <- alloc f32 (y_5 * 2i64)
  copy a_8.f32[0i64] <- t_6.f32[1i64] for 1i64
  kernel i_7 : i64 < y_5 {
    q_4.f32[i_7] <- fma(a_8.f32[0i64], 2.0f32, f32(i_7))
  }
  while (r_3 < 3i64) {
    r_3 <- select((r_3 == 0i64), 1i64, max(r_3, 4i64))
  }
  if (y_5 != 0i64) {
    q_4 <- ref m_2
    o_9 <- move q_4
    release o_9
    var t_14 : object
    var u_15 : object
    t_14 <- object (2, 1, (y_5 + 1i64)) reuse u_15
    t_14.word.f32[1] <- 2.0f32
    q_4 <- t_14.memory[0]
    t_14.memory[0] <- move q_4
    t_14.memory[0] <- ref m_2
    assert unique(t_14), "shared" ()
    u_15 <- t_14.object[y_5]
    t_14.object[0i64] <- ref u_15
    t_14.object[0i64] <- move u_15
    r_3 <- (r_3 + t_14.word.i64[0])
    call (r_3) <- fun 1 (move t_14, ref u_15)
    vacate u_15
    u_15 <- constant 3
    r_3 <- (r_3 + u_15.number)
    release t_14
    var b_17 : borrowed
  } else {
    call (r_3, q_4) <- fun 0 (x_1, ref m_2)
  }
  assert (x_1 >= threshold("f.flatten_0", 0i64)), "x is {}" (x_1)
  var k_16 : stack i64[2] of 20
  launch g_10 < groups() of group_size() {
    var s_11 : shared f32[(2i64 * group_size())]
    threads t_12 < x_1 {
      s_11.f32[t_12] <- 0.0f32
      atomic old_13 : m_2.f32[g_10] <- (old_13 + 1.0f32)
      await 1 of (g_10 - 1i64)
      post 2
    }
  }
}
entry "f" = fun 0 (x : i64) -> *[]f32 doc "documented"
"#;
    let program = text::parse(FileId(0), text).unwrap_or_else(|error| panic!("{error:?}"));
    assert_eq!(text::print(&program), text);
}

#[test]
fn services_run_on_the_host_with_their_own_types() {
    let faults_of = |service: &str, body: &str| {
        let text = format!("{service} fun \"f\" (n_1 : i64, m_2 : mem) -> (r_3 : i64) {{ {body} }}");
        faults(&text::parse(FileId(0), &text).unwrap_or_else(|error| panic!("{error:?}")))
    };
    let print = "fun \"print\" (size_4 : i64, bytes_5 : mem) -> () service system.print";
    assert_eq!(faults_of(print, "call () <- fun 0 (n_1, ref m_2)"), Vec::<String>::new());
    let read = "fun \"read\" () -> (size_4 : i64, bytes_5 : mem) service system.read_line";
    assert_eq!(faults_of(read, "call (r_3, m_2) <- fun 0 ()"), Vec::<String>::new());
    for (service, body, part) in [
        (print, "tasks t_6 < n_1 { call () <- fun 0 (t_6, ref m_2) }", "not called by the host"),
        (
            print,
            "launch g_6 < n_1 of 4i64 { threads t_7 < 1i64 { call () <- fun 0 (t_7, ref m_2) } }",
            "not called by the host",
        ),
        ("fun \"p\" (size_4 : i64) -> () service system.print", "", "not those of the external function"),
        ("fun \"p\" (s_4 : i64, b_5 : mem) -> (r_6 : i64) service system.print", "", "not those of the external"),
    ] {
        let found = faults_of(service, body);
        assert!(found.iter().any(|fault| fault.contains(part)), "{found:?}");
    }
}
