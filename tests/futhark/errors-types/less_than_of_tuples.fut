-- Tuples have no order.
-- ==
-- error: error\[E0304\]: expected a number or bool, found \(i32, i32\)

def f (a: (i32, i32)) (b: (i32, i32)) : bool = a < b
