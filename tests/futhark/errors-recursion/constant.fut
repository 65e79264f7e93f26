-- A constant is no function.
-- ==
-- error: E0210

def xs : [3]i32 = [1, 2, xs[0]]
