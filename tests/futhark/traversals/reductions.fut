-- Reductions with many operators, over tuples and inside maps.
-- ==
-- entry: basic
-- input { [3, 1, 2] } output { 6 6 3 1 6 0 }
-- input { [-5] } output { -5 -5 -5 -5 -5 -5 }
-- input { empty([0]i32) } output { 0 1 -2147483648 2147483647 0 0 }

-- ==
-- entry: logic
-- input { [1, 2, 3] } output { true false true false false }
-- input { [0, 5] } output { false true true true true }
-- input { empty([0]i32) } output { true true false false false }

-- ==
-- entry: ends
-- input { [4, 9, 2, 9, 2] } output { 2 2i64 9 1i64 }
-- input { [7] } output { 7 0i64 7 0i64 }

-- ==
-- entry: dot
-- input { [1.0, 2.0, 3.0] [4.0, 5.0, 6.0] } output { 32.0 32.0 0.9746318461970762 }
-- input { [1.0] [2.0] } output { 2.0 2.0 1.0 }

-- ==
-- entry: polynomial
-- input { [1, 2, 3] 10 } output { 321 }
-- input { [7] 10 } output { 7 }
-- input { empty([0]i32) 10 } output { 0 }

-- ==
-- entry: moments
-- input { [1.0, 2.0, 3.0, 4.0] } output { 4 10.0 30.0 }
-- input { empty([0]f64) } output { 0 0.0 0.0 }

-- ==
-- entry: longest
-- input { [1, 1, 2, 2, 2, 3] } output { 3 }
-- input { [5, 5, 5, 5] } output { 4 }
-- input { [1] } output { 1 }
-- input { empty([0]i32) } output { 0 }

entry basic (xs: []i32) =
  (reduce (+) 0 xs, reduce (*) 1 xs, reduce i32.max i32.lowest xs, reduce i32.min i32.highest xs,
   reduce_comm (+) 0 <| xs, reduce (^) 0 xs)

entry logic (xs: []i32) =
  (all (> 0) xs, all (!= 2) xs, any (> 2) xs, any (== 0) xs, or (map (== 0) xs))

entry ends [n] (xs: [n]i32) =
  let least (a: i32, i: i64) (b, j) = if b < a || b == a && j < i then (b, j) else (a, i)
  let greatest (a, i) (b, j) = if b > a || b == a && j < i then (b, j) else (a: i32, i: i64)
  let (low, low_at) = reduce_comm least (i32.highest, n) (zip xs (iota n))
  let (high, high_at) = reduce_comm greatest (i32.lowest, n) (zip xs (iota n))
  in (low, low_at, high, high_at)

entry dot [n] (xs: [n]f64) (ys: [n]f64) =
  let product = reduce (+) 0 (map2 (*) xs ys)
  let norm = f64.sqrt <| reduce (+) 0 <| map (** 2) xs
  in (product, f64.sum (map (\(x, y) -> x * y) (zip xs ys)), product / norm / f64.sqrt (f64.sum (map (** 2) ys)))

-- | Horner's rule, as an associative operator on pairs of a value and a power.
entry polynomial (coefficients: []i32) (x: i32) : i32 =
  (reduce (\(a, p) (b, q) -> (a + p * b, p * q)) (0, 1) (map (\c -> (c, x)) coefficients)).0

entry moments (xs: []f64) =
  reduce (\(n, s, q) (m, t, r) -> (n + m, s + t, q + r)) (0, 0, 0) (map (\x -> (1, x, x * x)) xs)

-- | The longest run of equal elements: of a piece, its first and last run, best run, length and ends.
entry longest (xs: []i32) : i32 =
  let join (f0, l0, b0, n0, x0, y0) (f1, l1, b1, n1, x1, y1) : (i32, i32, i32, i32, i32, i32) =
    if n0 == 0 then (f1, l1, b1, n1, x1, y1)
    else if n1 == 0 then (f0, l0, b0, n0, x0, y0)
    else
      let meet = if y0 == x1 then l0 + f1 else 0
      let first = if f0 == n0 && y0 == x1 then n0 + f1 else f0
      let last = if l1 == n1 && y0 == x1 then n1 + l0 else l1
      in (first, last, meet `i32.max` b0 `i32.max` b1, n0 + n1, x0, y1)
  let (_, _, best, _, _, _) = reduce join (0, 0, 0, 0, 0, 0) (map (\x -> (1, 1, 1, 1, x, x)) xs)
  in best
