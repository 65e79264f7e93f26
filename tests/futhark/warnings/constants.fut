-- The name of a constant stands for its number in a size, which is not portable.
-- ==
-- warning: E0704.*not portable: a constant and its value used as the same size(.|\n)*:12:\d+(.|\n)*`n` where `3`(.|\n)*:14:\d+(.|\n)*`3` where `n`(.|\n)*:16:\d+(.|\n)*`3 \+ 1` where `n \+ 1`

-- ==
-- input { [1, 2, 3] } output { 6 6 [0, 0, 0, 0] }

def n : i64 = 3

def sum3 (xs: [3]i32) = i32.sum xs

def of_three (xs: [n]i32) = sum3 xs

def of_n (xs: [3]i32) = let sum (ys: [n]i32) = i32.sum ys in sum xs

def larger (xs: [3 + 1]i32) : [n + 1]i32 = xs

def main (xs: [3]i32) = (of_three (xs :> [n]i32), of_n xs, larger (replicate (3 + 1) 0))
