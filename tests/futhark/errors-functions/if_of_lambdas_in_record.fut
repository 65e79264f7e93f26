-- `if` cannot choose between records that hold functions.
-- ==
-- error: error\[E0197\]: a function must be known at compile time

entry main (c: bool) (x: i32) : i32 =
  let r = if c then {f = \y -> y + 1, k = x} else {f = \y -> y * 2, k = 0}
  in r.f r.k
