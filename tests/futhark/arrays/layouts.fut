-- Results that are parts of arguments, or arguments in another order: what is stored where must not show.
-- ==
-- entry: parts
-- input { [[1, 2, 3], [4, 5, 6]] } output { [[1, 4], [2, 5], [3, 6]] [[1, 3], [4, 6]] [6, 5, 4] [[1, 2, 3], [4, 5, 6]] [[1, 2, 3], [4, 5, 6]] }
-- input { [[7]] } output { [[7]] [[7]] [7] [[7]] [[7]] }

-- ==
-- entry: cube_slices
-- input { 2i64 3i64 4i64 } output { [[4i64, 5, 6, 7], [16, 17, 18, 19]] [[1i64, 13], [5, 17], [9, 21]] [[12i64, 14], [16, 18], [20, 22]] [5i64, 17] }

-- ==
-- entry: turned
-- input { [[1, 2, 3], [4, 5, 6]] } output { [1, 4, 2, 5, 3, 6] [3, 6, 2, 5, 1, 4] [2, 5, 3, 6] [[2, 1], [5, 4]] }

-- ==
-- entry: chosen
-- input { true [[1, 2], [3, 4]] } output { [[1, 3], [2, 4]] [1, 2] 5 }
-- input { false [[1, 2], [3, 4]] } output { [[3, 4], [1, 2]] [2, 4] 5 }

-- ==
-- entry: glued
-- input { [[1, 2], [3, 4]] } output { [[1, 3], [2, 4], [1, 2], [3, 4]] [4, 2, 1, 3] [[1, 2, 2], [3, 4, 4]] }

-- ==
-- entry: columns_written
-- input { [[1, 2, 3], [4, 5, 6]] } output { [[1, 4], [0, 0], [3, 6]] [[1, 2, 3], [4, 5, 6]] }

-- ==
-- entry: reshaped
-- input { 12i64 } output { [[0i64, 4, 8], [2, 6, 10]] [[11i64, 10], [9, 8], [7, 6], [5, 4], [3, 2], [1, 0]] [1i64, 5, 9, 3, 7, 11] }

-- ==
-- entry: rows_of
-- input { [[1, 2], [3, 4]] } output { [[[1, 3], [2, 4]], [[2, 4], [4, 6]]] }

entry parts (a: [][]i32) = (transpose a, a[:, ::2], a[length a - 1, ::-1], a, a)

entry cube_slices (n: i64) (m: i64) (k: i64) =
  let a = tabulate_3d n m k (\i j l -> i * m * k + j * k + l)
  in (a[:, 1, :], transpose a[:, :, 1], a[1, :, ::2], a[:, 1, 1])

entry turned (a: [][]i32) =
  let t = transpose a
  in (flatten t, flatten (reverse t), flatten t[1:], transpose (reverse t[:2]))

entry chosen (flip: bool) (a: [2][2]i32) =
  let b = if flip then transpose a else reverse a
  let c = if flip then a[0] else a[:, 1]
  in (b, c, b[0, 0] + b[1, 1])

entry glued (a: [2][2]i32) =
  (transpose a ++ a, a[1, ::-1][:1] ++ a[:, 1][:1] ++ a[:, 0],
   transpose (transpose a ++ [a[:, 1]]))

entry columns_written [n] (a: [n][]i32) =
  let t = copy (transpose a)
  let t[1] = replicate n 0
  in (t, a)

entry reshaped (n: i64) =
  let rows = unflatten (iota n :> [3 * 4]i64) :> [3][4]i64
  let evens = (transpose rows)[::2]
  let pairs = unflatten (reverse (flatten rows) :> [6 * 2]i64) :> [6][2]i64
  in (evens, pairs, flatten (transpose rows[:, 1::2]))

entry rows_of (a: [2][2]i32) =
  map (\k -> transpose (map (\row -> map2 (+) row (map (* k) (copy a[0]))) a)) [0, 1]
  |> map (map (map (+ 0)))
