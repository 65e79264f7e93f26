-- A functional parameter consumes its argument: twice is once too often.
-- ==
-- error: E0401

def f (g: *[]i32 -> i32) : i32 =
  let xs = [1, 2]
  in g xs + g xs
