-- A specification may not be more general than the function.
-- ==
-- error: E0205

module m : {val f 'a : a -> a} = {def f (x: i32) : i32 = x}
