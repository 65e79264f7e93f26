-- A constructor with too few payloads.
-- ==
-- error: error\[E0[0-9]*\]: .*#rectangle

type shape = #circle f32 | #rectangle f32 f32

def area (s: shape) : f32 = match s case #circle r -> r * r case #rectangle a b -> a * b

entry main (x: f32) : f32 = area (#rectangle x)
