-- The body gives a pair, the loop has three parameters.
-- ==
-- error: error\[E0301\]: expected \(i32, number, number\), found \(number, i32\)

def f (n: i32) = loop (a, b, c) = (0, 1, 2) for i < n do (b, a + i)
