-- Arrays have no order.
-- ==
-- error: error\[E0304\]: expected a number or bool, found \[n\]i32

def f [n] (a: [n]i32) (b: [n]i32) : bool = a < b
