-- A function inside of a record is evaluated wherever it is applied, so it does not consume an array on the way.
-- ==
-- error: error\[E0402\]: the definition of a function consumes an array

entry main (xs: *[2]i32) : i32 =
  let r = {g = (let ys = xs with [0] = 1 in \(i: i64) -> ys[i]), k = 3}
  in r.g 0 + r.k
