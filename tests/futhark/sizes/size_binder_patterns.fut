-- Size binders in `let` name unknown sizes, also within tuples and records.
-- ==
-- entry: main
-- input { [3i32, 1, 2] } output { 2i64 [3i32, 2] 3i64 }
-- input { empty([0]i32) } output { 0i64 empty([0]i32) 0i64 }

entry main (xs: []i32) : (i64, []i32, i64) =
  let [k] (ys: [k]i32) = filter (> 1) xs
  let [a] [b] {p = (_: [a]i32), q = (_: [b]i32)} = {p = ys, q = xs}
  let zs : [k]i32 = map id ys
  in (a + 0 * k, zs, b)
