-- The cases are complete; which sum it is nothing says.
-- ==
-- error: error\[E0306\]: the sum type of `#b` is not known

def f : i32 = match (#b 3) case #a -> 1 case #b x -> x
