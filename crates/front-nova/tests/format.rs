//! Tests of the formatter's layout.

use crate::common::EXAMPLES;
use base::{Error, FileId};
use front_nova::format::format;

fn formatted(text: &str) -> String {
    let once = format(FileId(0), text).unwrap();
    assert_eq!(format(FileId(0), &once).unwrap(), once, "formatting twice changes nothing");
    once
}

#[test]
fn short_forms_stand_on_one_line() {
    let text = "((X:vector   float)(Y : vector#2 float))\n(types(A:int))(foreign (f:int->int))\n(  let (x 1)\n(y X!0)\n in (f x.0 y))";
    let lines = "((X : vector float) (Y : vector#2 float))\n(types (A : int))\n(foreign (f : int -> int))\n";
    assert_eq!(formatted(&text.replace("X!0", "(X!0)")), format!("{lines}(let (x 1) (y (X ! 0)) in (f x.0 y))\n"));
}

#[test]
fn what_does_not_fit_is_broken_as_its_first_word_says() {
    assert_eq!(
        formatted(EXAMPLES[1]),
        "((input : (Tree int)))
(types (Tree 'a : (+ (Leaf : 'a) (Node : ('a, (Tree 'a), (Tree 'a))))))
(let
  (red
    (mu (red : ('a → 'a → 'a) → (Tree 'a) → 'a)
      (lambda (f : 'a → 'a → 'a) (t : (Tree 'a)) : 'a
        (case t
          (Leaf l (l))
          (Node n (let (left (red f (n.1))) (right (red f (n.2))) in (f (n.0) (f left right))))))))
  in (red + input))
"
    );
}

#[test]
fn comments_and_empty_lines_stay() {
    let text = "; The file.

; The inputs.
((X : vector float) ; behind
 (Y:vector#2 float))


(foreign (f:int->int) ; f
  ; g is
  (g : int))
(let (x 1) ; one

; two
(y (if (< x a_long_name_here_and_there) then (f x x x x x x x x x x x x x x x x x x x x x x x x x) else (x, y, z)))
(z (map (lambda (x : int) (y : double) : double (+ (to_double x) (+ y (+ y (+ y (+ y (+ y 1.0L))))))) X Y))
in ; the body
 (a_rather_long_function_name (X ! (+ i -1)) ((f x) y) (reduce + 0 (map (lambda (x : int) : int (* x x)) (range n))))
; last
)
; end";
    assert_eq!(
        formatted(text),
        "; The file.

; The inputs.
((X : vector float) ; behind
 (Y : vector#2 float))

(foreign
  (f : int -> int) ; f
  ; g is
  (g : int))
(let
  (x 1) ; one

  ; two
  (y
    (if (< x a_long_name_here_and_there)
      then (f x x x x x x x x x x x x x x x x x x x x x x x x x)
      else (x, y, z)))
  (z
    (map (lambda (x : int) (y : double) : double
           (+ (to_double x) (+ y (+ y (+ y (+ y (+ y 1.0L)))))))
         X
         Y))
  in ; the body
  (a_rather_long_function_name
    (X ! (+ i -1))
    ((f x) y)
    (reduce + 0 (map (lambda (x : int) : int (* x x)) (range n))))
; last
)
; end
"
    );
}

#[test]
fn what_has_errors_is_not_formatted() {
    assert!(matches!(format(FileId(0), "(f x"), Err(Error::User(found)) if found.len() == 1));
}
