-- Maps in maps, over rows, over pairs of arrays, with what the outer one knows.
-- ==
-- entry: table
-- input { [1i32, 2] [10i32, 20, 30] } output { [[10i32, 20, 30], [20, 40, 60]] }
-- input { empty([0]i32) [10i32] } output { empty([0][1]i32) }
-- input { [1i32] empty([0]i32) } output { empty([1][0]i32) }

-- ==
-- entry: product
-- input { [[1i32, 2], [3, 4]] [[0i32, 1], [1, 0]] } output { [[2i32, 1], [4, 3]] }
-- input { [[1i32, 2]] [[5i32], [6]] } output { [[17i32]] }

-- ==
-- entry: deep
-- input { [[[1i32, 2]], [[3, 4]]] } output { [[[2i32, 3]], [[4, 5]]] [[3i32], [7]] }

entry table [n] [m] (a: [n]i32) (b: [m]i32) : [n][m]i32 = map (\x -> map (\y -> x * y) b) a
entry product [n] [k] [m] (a: [n][k]i32) (b: [k][m]i32) : [n][m]i32 =
  map (\row -> map (\column -> i32.sum (map2 (*) row column)) (transpose b)) a
entry deep [n] [m] [k] (a: [n][m][k]i32) : ([n][m][k]i32, [n][m]i32) =
  (map (map (map (+ 1))) a, map (map i32.sum) a)
