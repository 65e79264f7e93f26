-- Sizes with operators as functions in them are equal when they are written alike.
-- ==
-- entry: ranges
-- input { [3i64, 1] } output { [0i64, 1, 2, 3] 4i64 }

-- ==
-- entry: largest
-- input { [2i64, 3, 1] } output { [7, 7, 7] }

def range [n] (ns: [n]i64) : [reduce (+) 0 ns]i64 = iota (reduce (+) 0 ns)

entry ranges (ns: []i64) = let xs = range ns in (xs, length xs)

def sevens [n] (ns: [n]i64) : [reduce i64.max 0 ns]i32 = replicate (reduce i64.max 0 ns) 7

def sized [n] (ns: [n]i64) (xs: [reduce i64.max 0 ns]i32) : []i32 = map2 (\x y -> x * y / 7) xs (sevens ns)

entry largest (ns: []i64) : []i32 = sized ns (sevens ns)
