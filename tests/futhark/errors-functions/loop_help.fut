-- The help is for loops.
-- ==
-- error: error\[E0197\](.|\n)*help: put the loop into the function

def f (n: i64) = loop g = \(x: i32) -> x for _i < n do \x -> g x + 1
