-- A type where an abbreviation wants a size.
-- ==
-- error: error\[E0309\]: wrong kind of argument for the type `vec`

type vec [n] = [n]f32
def f (v: vec i32) : f32 = v[0]
