-- `#[unsafe]` leaves out the checks of an expression, and of the functions that it mentions. All other checks stay.
-- ==
-- entry: gather
-- input { [30i32, 10, 20] [1i64, 2] } output { [10i32, 20] }
-- input { [30i32, 10, 20] empty([0]i64) } output { empty([0]i32) }

-- ==
-- entry: one_of_two
-- input { [1i32, 2] 1i64 } output { 4i32 }
-- input { [1i32, 2] 2i64 } error: Index \[2\] out of bounds

-- ==
-- entry: guarded
-- input { [1i32, 2] [0i64, 5, -1, 1] } output { [1i32, 0, 0, 2] }
-- input { empty([0]i32) [0i64] } output { [0i32] }

-- ==
-- entry: outside
-- input { [1i32, 2] 1i64 } output { 2i32 }
-- input { [1i32, 2] 2i64 } error: Index \[2\] out of bounds

-- ==
-- entry: constant
-- input { 3i64 } error: Index \[2\] out of bounds

-- ==
-- entry: argument
-- input { [1i32, 2] [3i32, 4] } output { 11i32 }
-- input { [1i32, 2] [3i32] } error: .

-- ==
-- entry: sizes
-- input { 3i64 2i64 } output { [[0i64, 1], [2, 3], [4, 5]] [0i64, 1] }

-- ==
-- entry: recursive
-- input { [1i32, 2, 3] 2i64 } output { 6i32 }

-- ==
-- entry: polymorphic
-- input { [1i32, 2, 3] [true, false] 1i64 } output { 2i32 false }

def get 'a (xs: []a) (i: i64) : a = xs[i]

entry gather (xs: []i32) (is: []i64) : []i32 = #[unsafe] map (get xs) is

entry one_of_two (xs: []i32) (i: i64) : i32 = get xs i + #[unsafe] get xs i

-- The condition decides whether an index is in bounds, so the access stays behind it.
entry guarded (xs: []i32) (is: []i64) : []i32 =
  map (\i -> if i >= 0 && i < length xs then #[unsafe] xs[i] else 0) is

entry outside (xs: []i32) (i: i64) : i32 = let at j = xs[j] in #[unsafe] at i

-- A constant is computed once for all its uses, so it keeps its checks.
def broken : i64 = (replicate 2 1)[2]
entry constant (i: i64) : i64 = #[unsafe] (i + broken)

entry argument [n] (xs: [n]i32) (ys: [n]i32) : i32 = #[unsafe] reduce (+) 0 (map2 (*) xs ys)

entry sizes (n: i64) (m: i64) : ([n][m]i64, [m]i64) =
  #[unsafe] let rows = unflatten (iota (n * m)) in (rows, rows[0] :> [m]i64)

def sum_to (xs: []i32) (i: i64) : i32 = if i < 0 then 0 else xs[i] + sum_to xs (i - 1)
entry recursive (xs: []i32) (i: i64) : i32 = #[unsafe] sum_to xs i

entry polymorphic (xs: []i32) (bs: []bool) (i: i64) : (i32, bool) = #[unsafe] (get xs i, get bs i)
