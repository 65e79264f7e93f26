-- Functions that give several things at once, sized by what they are given: tuples of functions, existential results,
-- functions with sizes in the result, unused parameters, units.
-- ==
-- entry: counted
-- input { [1i32, -2, 3, -4] } output { [1i32, 3] 2i64 [-2i32, -4] }
-- input { empty([0]i32) } output { empty([0]i32) 0i64 empty([0]i32) }

-- ==
-- entry: spaced
-- input { 3i64 2i32 } output { [0i32, 2, 4] [5i32, 7, 9] }
-- input { 0i64 2i32 } output { empty([0]i32) empty([0]i32) }

-- ==
-- entry: makers
-- input { 10i32 } output { 13i32 7i32 30i32 }

-- ==
-- entry: grouped
-- input { [1i32, 2, 3, 4, 5, 6] 2i64 } output { [[1i32, 2], [3, 4], [5, 6]] [3i32, 7, 11] }
-- input { [1i32, 2, 3, 4, 5] 2i64 } output { [[1i32, 2], [3, 4]] [3i32, 7] }
-- input { empty([0]i32) 3i64 } output { empty([0][3]i32) empty([0]i32) }

-- ==
-- entry: partitioned
-- input { [5i32, 2, 8, 1, 9] 4i32 } output { [5i32, 8, 9] [2i32, 1] [8i32, 9] [5i32] [2i32, 1] }
-- input { empty([0]i32) 4i32 } output { empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) }

-- ==
-- entry: split_at
-- input { [1i32, 2, 3, 4, 5] 2i64 } output { [1i32, 2] [3i32, 4, 5] }
-- input { [1i32] 0i64 } output { empty([0]i32) [1i32] }

def positives [n] (xs: [n]i32) : ?[k].([k]i32, i64) =
  let kept = filter (> 0) xs
  in (kept, length kept)

entry counted (xs: []i32) : ([]i32, i64, []i32) =
  let (kept, k) = positives xs
  let (negated, _) = positives (map (\x -> -x) xs)
  in (kept, k, map i32.neg negated)

def progression (n: i64) (from: i32) (step: i32) : [n]i32 = map (\i -> from + step * i32.i64 i) (iota n)

entry spaced (n: i64) (step: i32) : ([n]i32, [n]i32) =
  let with_step from = progression n from step
  let (a, b) = (with_step 0, with_step 5)
  in (a, b)

def adders (k: i32) : {up: i32 -> i32, down: i32 -> i32, times: i32 -> i32} =
  {up = (+ k), down = \x -> x - k, times = (k *)}

entry makers (x: i32) : (i32, i32, i32) =
  let {up, down, times} = adders 3
  in (up x, down x, times x)

def groups 't [n] (k: i64) (xs: [n]t) : [n / k][k]t = unflatten (xs[:n / k * k] :> [n / k * k]t)

entry grouped [n] (xs: [n]i32) (k: i64) : ([][k]i32, []i32) =
  let rows = groups k xs
  in (rows, map i32.sum rows)

entry partitioned [n] (xs: [n]i32) (pivot: i32) : ([]i32, []i32, []i32, []i32, []i32) =
  let (large, small) = partition (>= pivot) xs
  let (a, b, c) = partition2 (\x -> x > 2 * pivot - 1) (\x -> x >= pivot) xs
  in (large, small, a, b, c)

entry split_at [n] (xs: [n]i32) (k: i64) : ([k]i32, []i32) =
  let (front, back) = split (xs :> [k + (n - k)]i32)
  in (front, back)
