-- Loops in maps with different numbers of turns, arrays as variables, and updates.
-- ==
-- entry: main
-- input { [3i64, 0, 5] } output { [[0i64, 1, 2, 0, 0], [0, 0, 0, 0, 0], [0, 1, 2, 3, 4]] }
-- input { empty([0]i64) } output { empty([0][5]i64) }

-- ==
-- entry: sorted
-- input { [[3i32, 1, 2], [9, 8, 7]] } output { [[1i32, 2, 3], [7, 8, 9]] }
-- input { empty([0][3]i32) } output { empty([0][3]i32) }

-- ==
-- entry: roots
-- input { [4f64, 9] } output { [2f64, 3] }

entry main [n] (ks: [n]i64) : [n][5]i64 =
  map (\k -> loop xs = replicate 5 0 for i < k do xs with [i] = i) ks
entry sorted [n] [m] (a: [n][m]i32) : [n][m]i32 =
  map (\row ->
         loop row = copy row for i < m do
           loop row for j < m - 1 - i do
             let (x, y) = (row[j], row[j + 1])
             in if x > y then row with [j] = y with [j + 1] = x else row) a
entry roots [n] (xs: [n]f64) : [n]f64 =
  map (\x -> loop r = x while f64.abs (r * r - x) > 1e-9 do (r + x / r) / 2) xs
