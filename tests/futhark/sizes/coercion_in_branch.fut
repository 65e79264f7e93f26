-- A coercion is checked when it is reached, also between sizes that are numbers.
-- ==
-- entry: main
-- input { [1, 2, 3] } output { [0, 0] }

-- ==
-- entry: reached
-- input { 5 } error: Value of shape \[3\] cannot match shape of type \[2\]i32

def pair [n] (xs: [n]i32) : [2]i32 = if n == 2 then xs :> [2]i32 else [0, 0]

entry main (xs: [3]i32) : [2]i32 = if length xs == 2 then xs :> [2]i32 else pair xs
entry reached (x: i32) : [2]i32 = [x, x, x] :> [2]i32
