-- Two pairs of sizes that differ are two unknown sizes.
-- ==
-- error: two sizes that may differ
entry main (b: bool) (n: i64) (m: i64) : i64 =
  let (xs, ys) = if b then (iota n, iota m) else ([1], [2])
  in length (zip xs ys)
