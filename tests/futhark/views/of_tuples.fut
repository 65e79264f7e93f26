-- Strided views of arrays of tuples and of rows.
-- ==
-- entry: main
-- input { [1i32, 2, 3, 4, 5, 6] } output { [[1i32, 3], [2, 4]] [[true, true], [false, false]] }

-- ==
-- entry: outside
-- input { [1i32, 2, 3] } error: bounds|out of

entry main (xs: []i32) : ([2][2]i32, [2][2]bool) =
  let ps = map (\x -> (x, x % 2 == 1)) xs
  let v = intrinsics.flat_index_2d ps 0 2 1 2 2
  in (map (map (.0)) v, map (map (.1)) v)

entry outside (xs: []i32) : [2][2]i32 = intrinsics.flat_index_2d xs 0 2 2 2 1
