-- An abbreviation's size is missing.
-- ==
-- error: error\[E0309\]: the type `vec` takes 1 argument, not 0

type vec [n] = [n]f32
def f (v: vec) : f32 = v[0]
