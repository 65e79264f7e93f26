-- A field of a record as a size.
-- ==
-- entry: main
-- input { 3i64 } output { [0i64, 2i64, 4i64] }

def count (s: {size: i64, step: i64}) : [s.size]i64 = map (* s.step) (iota s.size)

entry main (n: i64) : []i64 =
  let s = {size = n, step = 1}
  in map2 (+) (count s) (iota s.size)
