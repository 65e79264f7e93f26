-- A file that uses what it consumed.
-- ==
-- error: E0401.*(\n|.)*wrong_use.fut:5

def twice [n] (xs: *[n]i32) : ([n]i32, [n]i32) = let ys = xs with [0] = 1 in (xs, ys)
