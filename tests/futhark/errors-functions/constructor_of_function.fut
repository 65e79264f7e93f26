-- A sum type cannot hold a function chosen at run time.
-- ==
-- error: error\[E0197\]: a function must be known at compile time

entry main (c: bool) (x: i32) : i32 =
  let o : #none | #some (i32 -> i32) = if c then #some (+ x) else #none
  in match o case #none -> 0 case #some f -> f 1
