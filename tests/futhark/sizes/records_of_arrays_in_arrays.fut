-- Arrays of records of arrays have one size for each field in all elements.
-- ==
-- entry: main
-- input { 2i64 3i64 } output { [[0i64, 1, 2], [1, 2, 3]] [[0i64, 0], [1, 1]] 10i64 }
-- input { 0i64 3i64 } output { empty([0][3]i64) empty([0][2]i64) 0i64 }
-- input { 1i64 0i64 } output { empty([1][0]i64) [[0i64, 0]] 0i64 }

type rec [n] [m] = {left: [n]i64, right: [m]i64}

def make (n: i64) (i: i64) : rec [n] [2] = {left = map (+ i) (iota n), right = [i, i]}

entry main (k: i64) (n: i64) : ([k][n]i64, [k][2]i64, i64) =
  let rs = map (make n) (iota k)
  let total (r: rec [n] [2]) : i64 = i64.sum r.left + i64.sum r.right - 2 * r.right[0]
  in (map (.left) rs, map (\r -> r.right) rs, i64.sum (map total rs) + (if k == 2 then 1 else 0))
