-- The cases are complete; which sum it is nothing says.
-- ==
-- error: error\[E0306\]: cannot infer the sum type of `#b`

def f : i32 = match (#b 3) case #a -> 1 case #b x -> x
