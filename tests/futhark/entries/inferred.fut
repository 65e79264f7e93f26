-- Types that nobody wrote down.
-- ==
-- entry: stats
-- input { [1i32, 5, 3] } output { 5i32 1i32 9i32 }

-- ==
-- entry: project
-- input { 4i32 true } output { 4i32 }

-- ==
-- entry: tagged
-- input { 5i64 } output { 5i64 true }

-- ==
-- entry: constant
-- input { } output { 1i32 [2i32, 3] }

entry stats (xs: []i32) = {min = i32.minimum xs, max = i32.maximum xs, sum = i32.sum xs}
entry project {x: i32, y: bool} = if y then x else 0
entry tagged n = let (k: i64) = n in (k, k > 3)
entry constant = {a = 1i32, b = [2i32, 3]}
