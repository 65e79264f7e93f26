-- Functions on functions, and the operators that have no type of their own.
-- ==
-- entry: pipes
-- input { 5 } output { 12 12 12 12 }
-- input { -2147483648 } output { 2 2 2 2 }

-- ==
-- entry: combined
-- input { 7 2 } output { 7 7 5 -5 5 9 }

-- ==
-- entry: iterated
-- input { 10 } output { 1024 128 1024 }
-- input { 0 } output { 1 128 1 }
-- input { -3 } output { 1 128 1 }

-- ==
-- entry: not_at_all
-- input { 200 } output { 200 200 }
-- input { 3 } output { 192 192 }

-- ==
-- entry: collatz
-- input { [1, 6, 7, 27] } output { [0, 8, 16, 111] }
-- input { empty([0]i32) } output { empty([0]i32) }

-- ==
-- entry: equality
-- input { [1, 2] [1, 2] } output { true false true false true }
-- input { [1, 2] [1, 3] } output { false true true false true }
-- input { empty([0]i32) empty([0]i32) } output { true false true false true }

-- ==
-- entry: seen_through
-- input { [3, 1] } output { [3, 1] [3, 1] [3, 1] }

-- ==
-- entry: shorthands
-- input { -7 2.75f32 -2.75f64 } output { -7f32 2 -7f64 -2 }
-- input { 2147483647 -3e10f32 f64.nan } output { 2147483648f32 -2147483648 2147483647f64 0 }

def add_one (x: i32) : i32 = x + 1
def double (x: i32) : i32 = x * 2

entry pipes (x: i32) =
  (x |> add_one |> double, double <| add_one x, (add_one >-> double) x, (double <-< add_one) x)

entry combined (x: i32) (y: i32) =
  (id x, const x y, curry (\(a, b) -> a - b) x y, flip (\a b -> a - b) x y, uncurry (\a b -> a - b) (x, y),
   uncurry (+) (x, y))

entry iterated (n: i32) =
  let (_, counted) = iterate_while (\(i, _) -> i < n) (\(i, x) -> (i + 1, x * 2)) (0, 1)
  in (iterate n double 1, iterate_until (> 100) double 1, counted)

entry not_at_all (x: i32) = (iterate_until (> 100) double x, iterate_while (<= 100) double x)

entry collatz (xs: []i32) =
  let next (x, k: i32) = (if x % 2 == 0 then x // 2 else 3 * x + 1, k + 1)
  in map (\x -> (iterate_until (\(y, _) -> y == 1) next (x, 0)).1) xs

entry equality [n] (xs: [n]i32) (ys: [n]i32) =
  (xs == ys, xs != ys, (1, true, {a = 2.0}) == (1, true, {a = 2.0}), (1, 2) == (2, 1), f64.nan != f64.nan)

entry seen_through (xs: []i32) = (opaque xs, trace xs, break xs)

entry shorthands (i: i32) (x: f32) (y: f64) = (r32 i, t32 x, r64 i, t64 y)
