-- Tuples have no order.
-- ==
-- error: error\[E0304\]: a number or bool is needed, and this is \(i32, i32\)

def f (a: (i32, i32)) (b: (i32, i32)) : bool = a < b
