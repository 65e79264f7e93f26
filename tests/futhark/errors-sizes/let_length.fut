-- The value of a `let` has another size than the written type.
-- ==
-- error: error\[E0501\]: expected size 2, found 3

def f : i32 =
  let xs : [2]i32 = [1, 2, 3]
  in xs[0]
