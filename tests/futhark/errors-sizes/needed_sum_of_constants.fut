-- The same for numbers.
-- ==
-- error: expected size 2 \+ 2, found 5

def f (xs: [5]i32) : ([2]i32, [2]i32) = split xs
