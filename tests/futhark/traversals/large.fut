-- Traversals of arrays too long for small special cases, with results that are known in closed form.
-- ==
-- entry: sums
-- input { 100000i64 } output { 4999950000i64 333328333350000i64 true }
-- input { 1i64 } output { 0i64 0i64 true }
-- input { 0i64 } output { 0i64 0i64 true }
-- input { 65537i64 } output { 2147516416i64 93827139731456i64 true }

-- ==
-- entry: order
-- input { 50000i64 } output { 49999i64 49999i64 0i64 25000i64 }
-- input { 3i64 } output { 2i64 2i64 0i64 2i64 }

-- ==
-- entry: affine
-- input { 70000i64 } output { true }
-- input { 1i64 } output { true }
-- input { 0i64 } output { true }

-- ==
-- entry: matrix
-- input { 300i64 200i64 } output { 1799970000i64 true true }
-- input { 1i64 1i64 } output { 0i64 true true }

-- ==
-- entry: compacted
-- input { 40000i64 } output { 5715i64 39998i64 true }
-- input { 7i64 } output { 1i64 0i64 true }

entry sums (n: i64) =
  let xs = iota n
  let prefix = scan (+) 0 xs
  in (i64.sum xs, i64.sum (map (\x -> x * x) xs), and (map2 (\s i -> s == i * (i + 1) / 2) prefix xs))

-- | Operators that are associative, but do not commute: keep the last, keep the first.
entry order (n: i64) =
  let xs = iota n
  let join (a, b, e) (c, d, f) = if e then (c, d, f) else if f then (a, b, e) else (a, d, false)
  let (first, last, _) = reduce join (-1, -1, true) (map (\x -> (x, x, false)) xs)
  in (reduce (\_ y -> y) (-1) xs, last, first,
      i64.sum (map2 (\a b -> i64.bool (a % 2 == 0 && b == a)) xs (scan (\_ y -> y) 0 xs)))

-- | Composes x -> a * x + b, modulo 2^64, by a scan and by a loop.
entry affine (n: i64) =
  let fs = map (\i -> (u64.i64 i * 2 + 3, u64.i64 i ^ 0x55)) (iota n)
  let compose (a, b) (c, d) = (a * c, b * c + d)
  let parallel = scan compose (1, 0) fs
  let (wrong, _) = loop (wrong, f) = (0i64, (1, 0)) for i < n do
    let f = compose f fs[i]
    in (wrong + i64.bool (f.0 != parallel[i].0 || f.1 != parallel[i].1), f)
  in wrong == 0

entry matrix (n: i64) (m: i64) =
  let a = tabulate_2d n m (\i j -> i * m + j)
  let rows = map i64.sum a
  let columns = reduce (map2 (+)) (replicate m 0) a
  in (i64.sum rows, i64.sum rows == i64.sum columns, and (map2 (==) columns (map i64.sum (transpose a))))

entry compacted (n: i64) =
  let kept = filter (\x -> x % 7 == 0) (iota n)
  let (odd, even) = partition (\x -> x % 2 == 1) kept
  in (length kept, last kept, length odd + length even == length kept)
