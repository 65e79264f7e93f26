-- The rows of a `map` have the length of a call, and there are none: the length is known all the same where the call cannot fail. Where it
-- may fail, or has no end, it is not computed: these entries end without an error.
-- ==
-- entry: constant
-- input { empty([0]u8) } output { empty([0][4]u8) }
-- input { [7u8] } output { [[7u8, 7u8, 7u8, 7u8]] }

-- ==
-- entry: divided
-- input { empty([0][6]i32) 2i64 } output { empty([0][3][2]i32) }
-- input { empty([0][6]i32) 0i64 } output { empty([0][0][0]i32) }
-- input { [[1, 2, 3, 4, 5, 6]] 2i64 } output { [[[1, 2], [3, 4], [5, 6]]] }

-- ==
-- entry: nested
-- input { 2i64 0i64 } output { empty([2][0][9]i64) }

-- ==
-- entry: of_length
-- input { empty([0]i64) [1u8, 2u8] } output { empty([0][3]i64) }

-- ==
-- entry: failing
-- input { empty([0]i64) 0i64 } output { 0i64 }
-- input { [1i64] 2i64 } output { 3i64 }
-- input { [1i64] 0i64 } error: zero

-- ==
-- entry: endless
-- input { empty([0]i64) 1i64 } output { 0i64 }

def twice (n: i64) = 2 * n

entry constant [n] (xs: [n]u8) = map (\c -> replicate (twice 2) c) xs

def div (a: i64) (b: i64) : i64 = if b == 0 then 0 else a / b

entry divided [n][m] (rows: [n][m]i32) (k: i64) : [n][][]i32 =
  map (\row -> let parts = div m k in tabulate_2d parts k (\i j -> row[i * k + j])) rows

def more (n: i64) : i64 = i64.max (twice n) 3 + div n 2 + 4

entry nested (n: i64) (m: i64) : [][][]i64 =
  map (\i -> map (\j -> replicate (more n) (i + j)) (iota m)) (iota n)

entry of_length [n][m] (xs: [n]i64) (ys: [m]u8) =
  map (\x -> replicate (length ys + 1) x) xs

def part (a: i64) (b: i64) : i64 = a / b

entry failing [n] (xs: [n]i64) (k: i64) : i64 =
  i64.sum (flatten (map (\x -> replicate (part 6 k) x) xs))

def grow (n: i64) : i64 = loop n while n > 0 do n + 0

entry endless [n] (xs: [n]i64) (k: i64) : i64 =
  i64.sum (flatten (map (\x -> replicate (grow k) x) xs))
