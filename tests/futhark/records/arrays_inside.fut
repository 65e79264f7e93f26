-- Records with arrays of sizes that belong together, through functions and maps.
-- ==
-- entry: main
-- input { [1f64, 2] [3f64, 4] } output { 11f64 [4f64, 6] }
-- input { empty([0]f64) empty([0]f64) } output { 0f64 empty([0]f64) }

-- ==
-- entry: mapped
-- input { [[1i32, 2], [3, 4]] } output { [3i32, 7] [[2i32, 1], [4, 3]] }
-- input { empty([0][2]i32) } output { empty([0]i32) empty([0][2]i32) }

type vectors [n] = {x: [n]f64, y: [n]f64}
def dot [n] (v: vectors [n]) : f64 = f64.sum (map2 (*) v.x v.y)
def sum [n] ({x, y}: vectors [n]) : [n]f64 = map2 (+) x y
entry main [n] (x: [n]f64) (y: [n]f64) : (f64, [n]f64) = (dot {x, y}, sum {y, x})
entry mapped [n] [m] (a: [n][m]i32) : ([n]i32, [n][m]i32) =
  let rs = map (\row -> {total = i32.sum row, back = reverse row}) a
  in (map (.total) rs, map (.back) rs)
