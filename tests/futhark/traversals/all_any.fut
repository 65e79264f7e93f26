-- `all`, `any`, `and` and `or`, with empty arrays and inside of maps.
-- ==
-- entry: main
-- input { [1i32, 2, 3] } output { true false true }
-- input { [1i32, -2] } output { false true true }
-- input { empty([0]i32) } output { true false false }

-- ==
-- entry: rows
-- input { [[true, true], [true, false], [false, false]] } output { [true, false, false] [true, true, false] }
-- input { empty([0][2]bool) } output { empty([0]bool) empty([0]bool) }

entry main (xs: []i32) : (bool, bool, bool) = (all (> 0) xs, any (< 0) xs, any (> 0) xs)
entry rows [n] (a: [n][2]bool) : ([n]bool, [n]bool) = (map and a, map or a)
