-- Arrays of records with arrays in them: the outer size is shared, the inner ones are each array's own.
-- ==
-- entry: heaviest
-- input { [5i32, 6] [[1.0, 2.0], [3.0, 4.0]] } output { 6i32 [3.0, 4.0] }
-- input { [5i32, 6, 7] [[9.0], [3.0], [4.0]] } output { 5i32 [9.0] }

-- ==
-- entry: lengths
-- input { [[1i8, 2, 3], [4, 5, 6]] [[true], [false]] } output { 2i64 3i64 1i64 }
-- input { empty([0][3]i8) empty([0][1]bool) } output { 0i64 3i64 1i64 }
-- input { [[1i8]] [[true], [false]] } error: argument `rs` has arrays of shapes \[2\]\[1\] and \[1\]\[1\] that should be equal

-- ==
-- entry: grid
-- input { [[1i32, 2, 3], [4, 5, 6]] } output { [[0i64, 0], [1, 1], [2, 2]] [[1i32, 4], [2, 5], [3, 6]] }
-- input { empty([2][0]i32) } output { empty([0][2]i64) empty([0][2]i32) }

type item [k] = {weights: [k]f64, id: i32}

entry heaviest [n] [k] (items: [n]item [k]) : item [k] =
  loop best = items[0] for i in 1..<n do
    if f64.sum items[i].weights > f64.sum best.weights then items[i] else best

entry lengths [n] [k] [m] (rs: [n]{a: [k]i8, b: [m]bool}) : (i64, i64, i64) = (n, k, m)

entry grid [n] [m] (xss: [n][m]i32) : [m][n]{at: i64, x: i32} =
  transpose (map (map2 (\at x -> {at, x}) (iota m)) xss)
