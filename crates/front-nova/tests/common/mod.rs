//! Programs for tests.

/// The examples of the paper's section 3.5. The first has the inputs and types that the paper omits; the second has the
/// missing `in` and `n.0`.
pub const EXAMPLES: [&str; 2] = [
    "((input : (List int)))
(types (List 'a : (+ (Nil : unit) (Cons : ('a, (List 'a))))))
(let
  (len
    (mu (len : int → (List 'a) → int)
      (lambda (l : int) (xs : (List 'a)) : int
        (case xs
          (Nil x l)
          (Cons xs (len (+ l 1) (xs.1)))))))
  in (len 0 input))",
    "((input : (Tree int)))
(types (Tree 'a : (+ (Leaf : 'a) (Node : ('a, (Tree 'a), (Tree 'a))))))
(let
  (red
    (mu (red : ('a → 'a → 'a) → (Tree 'a) → 'a)
      (lambda (f: 'a → 'a → 'a) (t: (Tree 'a)) : 'a
        (case t
          (Leaf l (l))
          (Node n
            (let
              (left (red f (n.1)))
              (right (red f (n.2)))
              in (f (n.0) (f left right))))))))
  in (red + input))",
];
