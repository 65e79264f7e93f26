-- One polymorphic recursive function at numbers, records, arrays and sums.
-- ==
-- entry: main
-- input { 3i64 } output { [7i32, 7, 7] [true, true, true] [[1i32, 2], [1, 2], [1, 2]] }
-- input { 0i64 } output { empty([0]i32) empty([0]bool) empty([0][2]i32) }

def rev 'a [n] (i: i64) (xs: *[n]a) : *[n]a =
  if 2 * i + 1 >= n then xs else
  let x = copy xs[i]
  let y = copy xs[n - 1 - i]
  let xs = xs with [i] = y
  let xs = xs with [n - 1 - i] = x
  in rev (i + 1) xs

type opt = #some i32 | #none

entry main (n: i64) : ([n]i32, [n]bool, [n][2]i32) =
  let rs = rev 0 (replicate n {a = 7i32, b = (true, 2f32)})
  let os : [n]opt = rev 0 (replicate n (#some 3))
  let is_some (o: opt) = match o case #some _ -> true case #none -> false
  in (map (.a) rs, map2 (\r o -> r.b.0 && is_some o) rs os, rev 0 (replicate n [1, 2]))
