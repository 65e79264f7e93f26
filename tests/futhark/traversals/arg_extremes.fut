-- The place of an extreme element, by a reduction of pairs whose operator does not commute.
-- ==
-- entry: main
-- input { [3i32, 9, 2, 9] } output { 9i32 1i64 }
-- input { [-5i32] } output { -5i32 0i64 }
-- input { empty([0]i32) } output { -2147483648i32 -1i64 }

-- ==
-- entry: rows
-- input { [[1i32, 5, 2], [7, 0, 7]] } output { [1i64, 0] }
-- input { empty([0][3]i32) } output { empty([0]i64) }

def greater (a: i32, i: i64) (b: i32, j: i64) : (i32, i64) = if b > a || i < 0 then (b, j) else (a, i)
def argmax [n] (xs: [n]i32) : (i32, i64) = reduce greater (i32.lowest, -1) (zip xs (iota n))
entry main (xs: []i32) : (i32, i64) = argmax xs
entry rows [n] (a: [n][3]i32) : [n]i64 = map (\r -> (argmax r).1) a
