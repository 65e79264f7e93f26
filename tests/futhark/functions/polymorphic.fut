-- Polymorphic functions with type and size parameters, used at several types; local functions with their own type
-- parameters; size-dependent function arguments.
-- ==
-- entry: at_types
-- input { [1i32, 2, 3] [true, false] } output { [3i32, 2, 1, 3, 2, 1] [false, true, false, true] 3i64 2i64 }

-- ==
-- entry: pairs
-- input { [4i32, 5] [1f32, 2] } output { [1f32, 2] [4i32, 5] 5i32 }
-- input { empty([0]i32) empty([0]f32) } output { empty([0]f32) empty([0]i32) 0i32 }

-- ==
-- entry: locals
-- input { 3i32 2.5f64 } output { 3i32 2.5f64 [3i32, 3] [[2.5f64, 2.5], [2.5, 2.5]] }

-- ==
-- entry: windows_of
-- input { 3i64 [1i32, 2, 3, 4, 5] } output { [6i32, 9, 12] [3i32, 4, 5] }
-- input { 5i64 [1i32, 2, 3, 4, 5] } output { [15i32] [5i32] }
-- input { 1i64 [8i32] } output { [8i32] [8i32] }

-- ==
-- entry: folds
-- input { [[1i32, 2], [3, 4], [5, 6]] } output { [9i32, 12] [5i32, 6] 21i32 }
-- input { empty([0][2]i32) } output { [0i32, 0] [0i32, 0] 0i32 }

-- ==
-- entry: minimum_by
-- input { [3i32, -5, 4, 1] } output { 1i32 -5i32 3i64 }
-- input { empty([0]i32) } output { 0i32 0i32 -1i64 }

def twice 't [n] (xs: [n]t) : [2 * n]t = flatten [xs, xs]

def backwards_twice 't [n] (xs: [n]t) : [2 * n]t = twice (reverse xs)

def size_of 't [n] (_: [n]t) : i64 = n

entry at_types [n][m] (a: [n]i32) (b: [m]bool) : ([]i32, []bool, i64, i64) =
  (backwards_twice a, backwards_twice b, size_of a, size_of (zip b b))

def swap 'a 'b (x: a, y: b) : (b, a) = (y, x)

entry pairs [n] (a: [n]i32) (b: [n]f32) : ([n]f32, [n]i32, i32) =
  let (x, y) = unzip (map swap (zip a b))
  let last_or 't [k] (none: t) (xs: [k]t) : t = if k == 0 then none else xs[k - 1]
  in (x, y, last_or 0 a)

entry locals (a: i32) (b: f64) : (i32, f64, [2]i32, [2][2]f64) =
  let same 't (x: t) : t = x
  let both 't (x: t) : [2]t = [same x, x]
  in (same a, same b, both a, both (both b))

def windows 'a 'b [n] (k: i64) (f: (m: i64) -> [m]a -> b) (xs: [n]a) : [n - k + 1]b =
  tabulate (n - k + 1) (\i -> f k (xs[i:i + k] :> [k]a))

entry windows_of [n] (k: i64) (xs: [n]i32) : ([]i32, []i32) =
  ( windows k (\_ window -> i32.sum window) xs
  , windows k (\m window -> window[m - 1]) xs
  )

entry folds [n][m] (rows: [n][m]i32) : ([m]i32, [m]i32, i32) =
  let add [k] (a: [k]i32) (b: [k]i32) : [k]i32 = map2 (+) a b
  in ( foldl add (replicate m 0) rows
     , foldr (\row acc -> if null rows then acc else map2 i32.max row acc) (replicate m 0) rows
     , rows |> map i32.sum |> i32.sum
     )

def min_by 't [n] (key: t -> i32) (none: t) (xs: [n]t) : (t, i64) =
  let better (a, i) (b, j) = if i < 0 || j >= 0 && key b < key a then (b, j) else (a, i)
  in reduce better (none, -1) (zip xs (iota n))

entry minimum_by (xs: []i32) : (i32, i32, i64) =
  let (nearest, at) = min_by (\x -> x * x) 0 xs
  let (least, _) = min_by id 0 xs
  in (nearest, least, at)
