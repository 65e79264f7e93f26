-- Both operands of `**` have one type.
-- ==
-- error: error\[E0301\]: expected f64, found i32

def f (x: f64) (n: i32) : f64 = x ** n
