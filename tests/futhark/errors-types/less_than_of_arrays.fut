-- Arrays have no order.
-- ==
-- error: error\[E0304\]: a number or bool is needed, and this is \[n\]i32

def f [n] (a: [n]i32) (b: [n]i32) : bool = a < b
