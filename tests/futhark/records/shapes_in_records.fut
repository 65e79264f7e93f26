-- Records that hold arrays of several sizes: built, mapped over, returned from loops and branches, and put in arrays.
-- ==
-- entry: csr
-- input { [[0f64, 2, 0], [1, 0, 3]] [1f64, 2, 3] } output { [4f64, 10] [1i64, 2] 3i64 }
-- input { [[0f64, 0]] [1f64, 1] } output { [0f64] [0i64] 0i64 }

-- ==
-- entry: statistics
-- input { [1f64, 2, 3, 6] } output { 3f64 3.5f64 [1f64, 3, 6, 12] }
-- input { [5f64] } output { 5f64 0f64 [5f64] }

-- ==
-- entry: chosen
-- input { true 2i64 } output { [7i32, 7] 2i64 }
-- input { false 2i64 } output { [0i32, 1, 2] 3i64 }

-- ==
-- entry: looped
-- input { 5i64 } output { [0i64, 2, 4, 6, 8] 8i64 20i64 }
-- input { 0i64 } output { empty([0]i64) -1i64 0i64 }

-- ==
-- entry: batch
-- input { [[1i32, 2], [3, 4], [5, 6]] } output { [3i32, 7, 11] [[1i32, 3], [3, 7], [5, 11]] [2i32, 4, 6] }
-- input { empty([0][2]i32) } output { empty([0]i32) empty([0][2]i32) empty([0]i32) }

type csr [n][k] = {starts: [n]i64, columns: [k]i64, values: [k]f64}

def compress [n][m] (a: [n][m]f64) : ?[k].csr [n][k] =
  let cells = flatten (map2 (\i row -> zip3 (rep i) (iota m) row) (iota n) a)
  let kept = filter (\(_, _, x) -> x != 0) cells
  let (_, columns, values) = unzip3 kept
  let counts = map (\row -> i64.sum (map (\x -> i64.bool (x != 0)) row)) a
  let starts = map2 (-) (scan (+) 0 counts) counts
  in {starts, columns, values}

entry csr [n][m] (a: [n][m]f64) (x: [m]f64) : ([n]f64, [n]i64, i64) =
  let s = compress a
  let k = length s.values
  let row i =
    let end = if i + 1 < n then s.starts[i + 1] else k
    in loop sum = 0 for j in s.starts[i]..<end do sum + s.values[j] * x[s.columns[j]]
  let ends = map (\i -> if i + 1 < n then s.starts[i + 1] else k) (iota n)
  in (map row (iota n), map2 (-) ends s.starts, k)

def summary [n] (xs: [n]f64) : {mean: f64, variance: f64, sums: [n]f64} =
  let mean = f64.sum xs / f64.i64 n
  let variance = f64.sum (map (\x -> (x - mean) ** 2) xs) / f64.i64 n
  in {mean, variance, sums = scan (+) 0 xs}

entry statistics [n] (xs: [n]f64) : (f64, f64, [n]f64) =
  let {mean, variance, sums} = summary xs
  in (mean, variance, sums)

entry chosen (flag: bool) (n: i64) : ([]i32, i64) =
  let r = if flag
          then {items = replicate n 7i32, count = n}
          else {items = map i32.i64 (iota (n + 1)), count = n + 1}
  in (r.items, r.count)

entry looped (n: i64) : ([n]i64, i64, i64) =
  let r =
    loop r = {items = replicate n 0, greatest = -1, sum = 0} for i < n do
      let v = 2 * i
      in r with items[i] = v with greatest = i64.max r.greatest v with sum = r.sum + v
  in (r.items, r.greatest, r.sum)

entry batch [n] (rows: [n][2]i32) : ([n]i32, [n][2]i32, [n]i32) =
  let process (row: [2]i32) = {total = i32.sum row, sums = scan (+) 0 row, inner = {last = last row}}
  let results = map process rows
  in (map (.total) results, map (.sums) results, map (.inner.last) results)
