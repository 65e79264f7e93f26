-- The start of a loop without a value is the variable of that name.
-- ==
-- error: error\[E0201\]: `acc` is not defined

def f (n: i32) : i32 = loop acc for i < n do acc + i
