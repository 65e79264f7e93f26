-- The rows of a traversal without elements: their sizes are what they would be, as far as that depends on no element.
-- ==
-- entry: zipped
-- input { empty([0][5]f64) } output { empty([0][5]f64) }
-- input { [[1f64, 2]] } output { [[2f64, 4]] }

-- ==
-- entry: looped
-- input { empty([0][2]i32) } output { empty([0][2]i32) empty([0][2]i32) }
-- input { [[3i32, 4]] } output { [[0i32, 0]] [[4i32, 3]] }

-- ==
-- entry: swapped
-- input { empty([0][2]i32) } output { empty([0][2][3]i32) }
-- input { [[7i32, 8]] } output { [[[7i32, 7, 7], [8, 8, 8]]] }

entry zipped [h][w] (a: [h][w]f64) : [h][w]f64 = map2 (map2 (+)) a a

entry looped [n][m] (rows: [n][m]i32) : ([n][m]i32, [n][m]i32) =
  let cleared = map (\row -> loop r = copy row for i < m do r with [i] = 0) rows
  let turned = map (\row -> loop r = row for _i < 3i32 do reverse r) rows
  in (cleared, turned)

#[noinline]
def spread [m] (k: i64) (row: [m]i32) : [m][k]i32 = map (\x -> replicate k x) row

entry swapped [n][m] (rows: [n][m]i32) : [n][m][]i32 =
  let k = i64.i32 (1 + 2)
  in map (spread k) rows
