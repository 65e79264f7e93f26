-- A type where an abbreviation wants a size.
-- ==
-- error: error\[E0309\]: the arguments of the type `vec` are of another kind

type vec [n] = [n]f32
def f (v: vec i32) : f32 = v[0]
