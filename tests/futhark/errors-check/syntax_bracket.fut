-- A bracket that is not closed.
-- ==
-- error: error\[E0102\]: unexpected

entry main (xs: []i32) : i32 =
  let total = (i32.sum xs
  let twice = total * 2
  in twice
