-- The help is for arrays; there is no condition here.
-- ==
-- error: error\[E0197\](.|\n)*help: store values in the array, and write one function that takes them

def f = [\(x: i32) -> x, \x -> x + 1]
