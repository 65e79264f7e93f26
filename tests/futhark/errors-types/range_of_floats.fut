-- The ends of a range are integers.
-- ==
-- error: error\[E0304\]: an integer is needed, and this is f32

def f (n: f32) : []f32 = 0...n
