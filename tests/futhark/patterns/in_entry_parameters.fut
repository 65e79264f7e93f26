-- Patterns as parameters of entry points, of tuples too.
-- ==
-- entry: main
-- input { 1i32 2i32 } output { 3i32 }

-- ==
-- entry: sized
-- input { [[1i32, 2, 3], [4, 5, 6]] [1i32, 1] } output { [5i32, 7, 9] }
-- input { [[1i32, 2]] [5i32] } output { [5i32, 10] }

-- ==
-- entry: ignored
-- input { 1i32 true } output { 7i32 }

entry main (a: i32) (b: i32) : i32 = a + b
entry sized [n] [m] (a: [n][m]i32) (v: [n]i32) : [m]i32 = map (\c -> i32.sum (map2 (*) v c)) (transpose a)
entry ignored (_: i32) (_: bool) : i32 = 7
