-- A literal that is too large for the type that it gets.
-- ==
-- error: error\[E0103\]: 1e39 does not fit in f32

def f : f32 = 1e39
