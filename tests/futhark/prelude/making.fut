-- Making arrays, and tuples of arrays.
-- ==
-- entry: counted
-- input { 4i64 } output { [0i64, 1, 2, 3] [7u8, 7, 7, 7] [0i64, 1, 2, 3] [0i64, 1, 4, 9] }
-- input { 0i64 } output { empty([0]i64) empty([0]u8) empty([0]i64) empty([0]i64) }

-- ==
-- entry: repeated
-- input { 3i64 } output { [1.5, 1.5, 1.5] }
-- input { 0i64 } output { empty([0]f64) }

-- ==
-- entry: tables
-- input { 2i64 3i64 } output { [[0i64, 1, 2], [10, 11, 12]] [[[0i64, 1], [10, 11], [20, 21]], [[100, 101], [110, 111], [120, 121]]] }
-- input { 0i64 3i64 } output { empty([0][3]i64) empty([0][3][2]i64) }
-- input { 1i64 0i64 } output { empty([1][0]i64) empty([1][0][2]i64) }

-- ==
-- entry: rows
-- input { 2i64 [4i32, 5] } output { [[4i32, 5], [4, 5]] [[4i32, 9], [4, 5]] [[4i32, 4], [5, 5]] }

-- ==
-- entry: zipped
-- input { [1i32, 2] [1.5, 2.5] [true, false] [7u8, 8] [-1i64, -2] }
-- output { [1i32, 2] [1.5, 2.5] [1i32, 2] [1.5, 2.5] [true, false] [1i32, 2] [7u8, 8] [1i32, 2] [-1i64, -2] [7u8, 8] }
-- input { empty([0]i32) empty([0]f64) empty([0]bool) empty([0]u8) empty([0]i64) }
-- output { empty([0]i32) empty([0]f64) empty([0]i32) empty([0]f64) empty([0]bool) empty([0]i32) empty([0]u8)
--   empty([0]i32) empty([0]i64) empty([0]u8) }

-- ==
-- entry: zip_elements
-- input { [1i32, 2] [10i32, 20] [100i32, 200] [1000i32, 2000] [10000i32, 20000] }
-- output { [11i32, 22] [11i32, 22] [111i32, 222] [1111i32, 2222] [11111i32, 22222] }

-- ==
-- entry: uneven
-- input { [1i32, 2] [1i32, 2] } output { [2i32, 4] }
-- input { [1i32, 2] [1i32] } error: Error

entry counted (n: i64) = (iota n, replicate n 7u8, indices (replicate n 'x'), tabulate n (\i -> i * i))
entry repeated (n: i64) : [n]f64 = rep 1.5
entry tables (n: i64) (m: i64) =
  (tabulate_2d n m (\i j -> 10 * i + j), tabulate_3d n m 2 (\i j k -> 100 * i + 10 * j + k))

-- A copy can be written to; what it was copied from stays.
entry rows (n: i64) (row: []i32) =
  let table = replicate n row
  let written = copy table with [0, 1] = 9
  in (table, written, manifest (transpose table))

entry zipped [n] (as: [n]i32) (bs: [n]f64) (cs: [n]bool) (ds: [n]u8) (es: [n]i64) =
  let (a, b) = unzip (zip as bs)
  let (a2, b2) = unzip2 (zip2 as bs)
  let (_, _, c3) = unzip3 (zip3 as bs cs)
  let (a4, _, _, d4) = unzip4 (zip4 as bs cs ds)
  let (a5, _, _, d5, e5) = unzip5 (zip5 as bs cs ds es)
  in (a, b, a2, b2, c3, a4, d4, a5, e5, d5)

entry zip_elements [n] (as: [n]i32) (bs: [n]i32) (cs: [n]i32) (ds: [n]i32) (es: [n]i32) =
  (map (\(a, b) -> a + b) (zip as bs), map (\(a, b) -> a + b) (zip2 as bs), map (\(a, b, c) -> a + b + c) (zip3 as bs cs),
   map (\(a, b, c, d) -> a + b + c + d) (zip4 as bs cs ds),
   map (\(a, b, c, d, e) -> a + b + c + d + e) (zip5 as bs cs ds es))

entry uneven [n] [m] (as: [n]i32) (bs: [m]i32) = map (\(a, b) -> a + b) (zip as (bs :> [n]i32))
