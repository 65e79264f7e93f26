-- A variable that goes out of scope stands for what it was bound to.
-- ==
-- entry: main
-- input { 4i64 } output { [0i64, 2i64, 4i64, 6i64, 8i64] }

def half (n: i64) : i64 = n / 2

def more (n: i64) : [n + 1]i64 =
  let m = n + 1
  in iota m

def less (n: i64) : [half n]i64 =
  let h = half n
  in iota h

entry main (n: i64) : []i64 =
  let _ = map2 (+) (less n) (iota (half n))
  in map2 (+) (more n) (iota (n + 1))
