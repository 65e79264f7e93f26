-- Sums and products of sizes in types.
-- ==
-- entry: joined
-- input { [1i32, 2] [3i32] } output { [1i32, 2, 3] 3i64 }
-- input { empty([0]i32) empty([0]i32) } output { empty([0]i32) 0i64 }

-- ==
-- entry: framed
-- input { [1i32, 2] } output { [0i32, 1, 2, 0] [1i32, 2, 0, 0] }
-- input { empty([0]i32) } output { [0i32, 0] [0i32, 0] }

-- ==
-- entry: grouped
-- input { [1i32, 2, 3, 4, 5, 6] } output { [[1i32, 2], [3, 4], [5, 6]] [3i32, 7, 11] }

def join [n] [m] 'a (xs: [n]a) (ys: [m]a) : [n + m]a = xs ++ ys
entry joined [n] [m] (xs: [n]i32) (ys: [m]i32) : ([n + m]i32, i64) = (join xs ys, length (join xs ys))
def frame [n] (xs: [n]i32) : [1 + n + 1]i32 = [0] ++ xs ++ [0]
entry framed [n] (xs: [n]i32) : ([1 + n + 1]i32, [n + 2]i32) = (frame xs, xs ++ [0, 0])
def pairs [k] (xs: [k * 2]i32) : [k][2]i32 = unflatten xs
entry grouped (xs: [6]i32) : ([3][2]i32, [3]i32) = (pairs (xs :> [3 * 2]i32), map i32.sum (pairs (xs :> [3 * 2]i32)))
