-- While a variable is in scope it is a size of its own.
-- ==
-- error: (?s)E0501.*expected size y, found x \+ 1.*without the values of variables

entry main (x: i64) : [](i64, i64) =
  let y = x + 1
  in zip (iota y) (iota (x + 1))
