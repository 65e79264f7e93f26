-- Sizes whose product is no `i64`: nothing is that large, and no smaller array stands in its place.
-- ==
-- entry: unflattened
-- input { 4294967296i64 5i64 empty([0]i32) } error: cannot be unflattened
-- input { 2i64 1i64 [1i32, 2, 3, 4] } output { 4i32 }
-- input { 0i64 0i64 empty([0]i32) } error: out of bounds

-- ==
-- entry: empty
-- input { empty([0][4611686018427387904]i32) } output { 4611686018427387904i64 0i64 }

-- ==
-- entry: sums
-- input { empty([0][4611686018427387904]i32) } output { false }
-- input { [[1i32, 2]] } output { true }

-- ==
-- entry: standing
-- input { [7i32] 3i64 } output { [7i32, 7, 7] }
-- compiled input { [7i32] 4611686018427387904i64 } error: out of bounds

entry unflattened [k] (n: i64) (i: i64) (xs: [k]i32) : i32 = (unflatten (xs :> [n * n]i32))[i, i]

entry empty [n] [m] (a: [n][m]i32) : (i64, i64) = (m, length (flatten a))

-- That twice a size is more than the size is not to be taken for granted.
entry sums [n] [m] (_: [n][m]i32) : bool = m + m >= m

-- A view may stay at one place, but not for longer than there is memory.
entry standing [n] (xs: [n]i32) (k: i64) : []i32 = copy (intrinsics.flat_index_2d xs 0 1 1 k 0)[0]
