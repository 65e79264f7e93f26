//! Tests of objects in the evaluator: invalid uses, ends of lifetimes, and the release of long lists.

use base::{FileId, Stop};
use rista_imp::eval::{MemoryUse, run_entry_metered};
use rista_imp::pass::borrow::borrow_objects;
use rista_imp::pass::reuse::reuse_objects;
use rista_imp::{lifetime, text, verify};
use value::{Scalar, Value};

/// Runs a function with that body on the number, after objects are borrowed, lifetimes ended and objects reused. Returns
/// its result and its use of memory.
fn run(body: &str, number: i64) -> (Result<i64, String>, MemoryUse) {
    run_text(&format!("fun \"f\" (n : i64) -> (r : i64) {{ {body} }} entry \"f\" = fun 0 (n : i64) -> i64"), number)
}

fn run_text(source: &str, number: i64) -> (Result<i64, String>, MemoryUse) {
    let program = text::parse(FileId(0), source).unwrap_or_else(|error| panic!("{error:?}\n{source}"));
    verify::verify(&program).unwrap_or_else(|bug| panic!("{bug}\n{source}"));
    let ended = lifetime::end_lifetimes(program.clone());
    verify::verify(&ended).unwrap_or_else(|bug| panic!("{bug}\n{source}"));
    let borrowing = lifetime::end_lifetimes(borrow_objects(program.clone()).expect("the pass is total"));
    verify::verify(&borrowing).unwrap_or_else(|bug| panic!("{bug}\n{source}"));
    let reusing = reuse_objects(borrowing.clone()).expect("the pass is total");
    verify::verify(&reusing).unwrap_or_else(|bug| panic!("{bug}\n{source}"));
    let run = |program| {
        let args = vec![Value::Scalar(Scalar::I64(number))];
        let (result, used) = run_entry_metered(program, "f", args, Default::default());
        let result = match result {
            Ok(values) => match values[..] {
                [Value::Scalar(Scalar::I64(value))] => Ok(value),
                _ => panic!("{values:?}"),
            },
            Err(Stop::Stuck { message, .. }) => Err(message),
            Err(stop) => panic!("{stop}"),
        };
        (result, used)
    };
    let (plain, with_moves, with_reuse) = (run(&program), run(&ended), run(&reusing));
    assert_eq!(plain.0, with_moves.0, "{source}\n{}", text::print(&ended));
    assert_eq!(plain.0, run(&borrowing).0, "{source}\n{}", text::print(&borrowing));
    assert_eq!(plain.0, with_reuse.0, "{source}\n{}", text::print(&reusing));
    with_reuse
}

#[test]
fn what_is_stuck() {
    let object = "var o : object o <- object (1, 1, 2i64) var m : mem var p : object
        var s : object s <- mutable (1, 1, 1i64) var x : i64 := 0i64";
    for (body, message) in [
        ("r <- o.word.i64[0]", "word 0 of an object was never set"),
        ("o.word.i32[0] <- 1i32 r <- o.word.i64[0]", "word 0 of an object is i32 and is read as i64"),
        ("r <- o.word.i64[1]", "an object has no word 1"),
        ("o.word.i64[1] <- 1i64", "an object has no word 1"),
        ("m <- o.memory[0] r <- m.i64[0i64]", "reference 0 of an object refers to no block"),
        ("m <- alloc i64 1i64 o.memory[1] <- ref m r <- m.i64[0i64]", "an object has no reference to memory 1"),
        ("m <- o.memory[1] r <- m.i64[0i64]", "an object has no reference to memory 1"),
        ("o.memory[0] <- ref m", "m_"),
        ("p <- o.object[1i64] r <- p.word.i64[0]", "reference 1 of an object refers to no object"),
        ("p <- o.object[n] r <- p.word.i64[0]", "an object has no reference to an object 2"),
        ("p <- o.object[(0i64 - n)] r <- p.word.i64[0]", "an object has no reference to an object -2"),
        ("o.object[n] <- ref o", "an object has no reference to an object 2"),
        ("o.object[0i64] <- ref p", "p_"),
        ("r <- p.word.i64[0]", "p_"),
        ("p <- ref o release o r <- o.word.i64[0]", "o_"),
        ("p <- move o r <- o.word.i64[0]", "o_"),
        ("o.object[0i64] <- move p", "p_"),
        ("p <- constant 1 p.word.i64[0] <- 1i64", "a constant is written"),
        ("o.word.i64[0] <- 1i64 p <- object (0, 0, 0i64) reuse o r <- o.word.i64[0]", "o_"),
        ("p <- object (0, 0, (n - 3i64)) r <- p.word.i64[0]", "an object with -1 references"),
        ("r <- s.word.i64[0]", "s_5 is accessed as mutable and is not"),
        ("s.word.i64[0] <- 1i64", "s_5 is accessed as mutable and is not"),
        ("p <- s.object[0i64] r <- p.word.i64[0]", "s_5 is accessed as mutable and is not"),
        ("x <- o.mutable.word.i64[0] r <- x", "o_2 is accessed as mutable and is not"),
        ("o.mutable.word.i64[0] <- 1i64", "o_2 is accessed as mutable and is not"),
        ("x <- s.mutable.word.i64[0] r <- x", "word 0 of an object was never set"),
        ("m <- s.mutable.memory[0] r <- m.i64[0i64]", "reference 0 of an object refers to no block"),
        ("p <- s.mutable.object[1i64] r <- p.word.i64[0]", "an object has no reference to an object 1"),
        ("p <- ref o o.word.i64[0] <- 1i64 r <- p.word.i64[0]", "o_2 is written and not mutable"),
    ] {
        let source = format!(
            "fun \"f\" (n : i64) -> (r : i64) {{ {object} {body} }} \
             fun \"g\" (o : object) -> (r : i64) {{ r <- 1i64 }} entry \"f\" = fun 0 (n : i64) -> i64"
        );
        let (result, _) = run_text(&source, 2);
        let error = result.expect_err(&source);
        assert!(error.starts_with(message), "{body}: {error}");
        assert_eq!(
            message.ends_with('_'),
            error.contains("refers to no") && !error.starts_with("reference"),
            "{error}"
        );
    }
}

/// Reads of a mutable object give what it holds at their place, whoever changed it.
#[test]
fn mutable_objects_change() {
    let body = "var s : object s <- mutable (1, 1, 1i64) s.mutable.word.i64[0] <- n
        var t : object t <- ref s
        var a : i64 := 0i64 a <- s.mutable.word.i64[0]
        t.mutable.word.i64[0] <- 5i64
        var b : i64 := 0i64 b <- s.mutable.word.i64[0]
        var m : mem m <- alloc i64 1i64 m.i64[0i64] <- 7i64 s.mutable.memory[0] <- ref m
        var k : mem k <- t.mutable.memory[0]
        var o : object o <- constant 3 t.mutable.object[0i64] <- ref o
        var p : object p <- s.mutable.object[0i64]
        o <- constant 4 s.mutable.object[0i64] <- ref o
        call (a) <- fun 1 (ref s, a)
        r <- ((((a * 1000i64) + (b * 100i64)) + (k.i64[0i64] * 10i64)) + p.number)";
    let source = format!(
        "fun \"f\" (n : i64) -> (r : i64) {{ {body} }}
         fun \"g\" (o : object, x : i64) -> (r : i64) {{
           var p : object p <- o.mutable.object[0i64]
           o.mutable.object[0i64] <- ref o
           r <- (x + p.number)
           p <- constant 1 o.mutable.object[0i64] <- ref p
         }}
         entry \"f\" = fun 0 (n : i64) -> i64"
    );
    assert_eq!(run_text(&source, 2).0, Ok(6573));
}

/// The evaluator ignores the mark of objects that may be parts of cycles.
#[test]
fn cyclic_objects_are_marked() {
    let body = "var s : object s <- mutable (1, 0, 1i64) cyclic s.mutable.object[0i64] <- ref s
        var o : object o <- object (1, 0, 1i64) cyclic o.object[0i64] <- ref s o.word.i64[0] <- n r <- o.word.i64[0]";
    assert_eq!(run(body, 4).0, Ok(4));
    let source = format!("fun \"f\" (n : i64) -> (r : i64) {{ {body} }}");
    let printed = text::print(&text::parse(FileId(0), &source).expect("it is right"));
    assert!(printed.contains("<- mutable (1, 0, 1i64) cyclic\n"), "{printed}");
    assert_eq!(text::print(&text::parse(FileId(0), &printed).expect("it is right")), printed);
}

/// A list of `n` cells, and its sum.
const LIST: &str = "
    var l : object
    l <- object (1, 0, 0i64)
    l.word.i64[0] <- 0i64
    for i : i64 < n {
      var c : object
      c <- object (2, 0, 1i64)
      c.word.i64[0] <- 1i64
      c.word.i64[1] <- i
      c.object[0i64] <- ref l
      l <- ref c
    }";

const SUM: &str = "
    while (l.word.i64[0] == 1i64) {
      r <- (r + l.word.i64[1])
      var t : object
      t <- l.object[0i64]
      l <- ref t
    }";

#[test]
fn long_lists_are_freed() {
    let (result, used) = run(&format!("{LIST} r <- l.word.i64[0]"), 500_000);
    assert_eq!((result, used.allocations), (Ok(1), 500_001));
}

#[test]
fn a_list_ends_as_it_is_walked() {
    let after = "var m : mem m <- alloc i64 (3i64 * n) m.i64[0i64] <- r r <- m.i64[0i64]";
    let (result, used) = run(&format!("{LIST} {SUM} release l {after}"), 1000);
    assert_eq!(result, Ok(499_500));
    // The block is allocated after all cells are released.
    assert_eq!((used.allocations, used.allocated_bytes), (1002, 48_008));
    assert_eq!(used.peak_bytes, 24_008);
}

#[test]
fn a_unique_list_is_reversed_in_its_cells() {
    let reverse = "
        var s : object
        s <- object (1, 0, 0i64)
        s.word.i64[0] <- 0i64
        while (l.word.i64[0] == 1i64) {
          var t : object
          t <- l.object[0i64]
          var x : i64 := l.word.i64[1]
          var d : object
          d <- object (2, 0, 1i64) reuse l
          d.word.i64[0] <- 1i64
          d.word.i64[1] <- x
          d.object[0i64] <- ref s
          s <- ref d
          l <- ref t
        }
        r <- s.word.i64[1]";
    assert_eq!(run(&format!("{LIST} {reverse}"), 100).1.allocations, 102);
    let (result, used) = run(&format!("{LIST} var k : object k <- ref l {reverse} r <- (r + k.word.i64[1])"), 100);
    assert_eq!((result, used.allocations), (Ok(99), 202));
}

#[test]
fn a_map_of_a_unique_list_allocates_nothing() {
    let map = "fun \"map\" (l : object) -> (r : object) {
      if (l.word.i64[0] == 1i64) {
        var x : i64 := l.word.i64[1]
        var t : object
        t <- l.object[0i64]
        var u : object
        call (u) <- fun 1 (ref t)
        r <- object (2, 0, 1i64)
        r.word.i64[0] <- 1i64
        r.word.i64[1] <- (x + 1i64)
        r.object[0i64] <- ref u
      } else { r <- ref l }
    }";
    let of = |after: &str| {
        format!(
            "fun \"f\" (n : i64) -> (r : i64) {{ {LIST} var s : object call (s) <- fun 1 (ref l) r <- s.word.i64[1] {after} }}
             {map} entry \"f\" = fun 0 (n : i64) -> i64"
        )
    };
    let (result, used) = run_text(&of(""), 100);
    assert_eq!((result, used.allocations), (Ok(100), 101));
    let (result, used) = run_text(&of("r <- (r + l.word.i64[1])"), 100);
    assert_eq!((result, used.allocations), (Ok(199), 201));
}

/// What a borrowed object holds may not change. C would read freed storage afterwards.
#[test]
fn what_is_borrowed_does_not_change() {
    let text = "fun \"f\" (n : i64) -> (r : i64) {
            var o : object var p : object o <- object (0, 0, 1i64) p <- object (1, 0, 0i64) p.word.i64[0] <- 1i64
            o.object[0i64] <- move p call (r) <- fun 1 (ref o, ref o) }
        fun \"g\" (b : borrowed, o : object) -> (r : i64) {
            var c : borrowed c <- b.object[0i64] r <- c.word.i64[0]
            o.object[0i64] <- ref o r <- c.word.i64[0] }
        entry \"f\" = fun 0 (n : i64) -> i64";
    let program = text::parse(FileId(0), text).expect("it is right");
    assert_eq!(verify::faults(&program), Vec::<String>::new());
    let (result, _) = run_entry_metered(&program, "f", vec![Value::Scalar(Scalar::I64(0))], Default::default());
    let Err(Stop::Stuck { message, .. }) = result else { panic!("{result:?}") };
    assert!(message.ends_with("is written and not mutable, and something else refers to it"), "{message}");
}

#[test]
fn a_list_ends_in_a_constant() {
    let list = LIST.replace("l <- object (1, 0, 0i64)\n    l.word.i64[0] <- 0i64", "l <- constant 0");
    let list = list.replace("object (2, 0, 1i64)", "object (2, 0, 1i64) number 1");
    let sum = SUM.replace("l.word.i64[0] == 1i64", "l.number == 1i64");
    let (result, used) = run(&format!("{list} {sum} r <- (r + l.number)"), 100);
    assert_eq!((result, used.allocations), (Ok(4950), 100));
}

/// Returns the results of a function with that body, as written and with lifetimes ended.
fn with_and_without_moves(body: &str) -> [Result<Vec<Value>, Stop>; 2] {
    let source = format!("fun \"f\" () -> (r : i64) {{ {body} }} entry \"f\" = fun 0 () -> i64");
    let program = text::parse(FileId(0), &source).unwrap_or_else(|error| panic!("{error:?}\n{source}"));
    let ended = lifetime::end_lifetimes(program.clone());
    [program, ended].map(|program| {
        verify::verify(&program).unwrap_or_else(|bug| panic!("{bug}\n{source}"));
        run_entry_metered(&program, "f", Vec::new(), Default::default()).0
    })
}

#[test]
fn who_refers_to_what_shows() {
    let gives = |number: i64| Ok(vec![Value::Scalar(Scalar::I64(number))]);
    for (kind, made) in [("mem", "alloc i64 1i64"), ("object", "object (1, 0, 0i64)")] {
        let asked = format!(
            "var a : {kind} var b : {kind} a <- {made} b <- ref a if unique(b) {{ r <- 1i64 }} else {{ r <- 2i64 }}"
        );
        assert_eq!(with_and_without_moves(&asked), [gives(2), gives(1)]);
        // The second variable shares the object that the first one still refers to, and is not used when the third one
        // is tested.
        let used = format!("{asked} var c : {kind} c <- ref a if unique(c) {{ r <- (r + 3i64) }}");
        assert_eq!(with_and_without_moves(&used), [gives(2), gives(5)]);
    }
    let same = "var a : mem var b : mem var c : mem a <- alloc i64 1i64 b <- alloc i64 1i64 c <- ref a
        if same(a, c) { r <- 1i64 } if same(a, b) { r <- (r + 2i64) }";
    assert_eq!(with_and_without_moves(same), [gives(1), gives(1)]);
}
