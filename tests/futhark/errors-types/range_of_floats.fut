-- The ends of a range are integers.
-- ==
-- error: error\[E0304\]: expected an integer, found f32

def f (n: f32) : []f32 = 0...n
