-- A sign that is no operator.
-- ==
-- error: error\[E0101\]: .*≤

def f (x: i32) : bool = x ≤ 5
