-- Two arguments are of other types.
-- ==
-- error: error\[E0301\]: .*i32.*bool(.|\n)*E0301\]: .*f32.*i32

def g (a: i32) (b: f32) : i32 = a
def f (x: i32) (y: bool) : i32 = g y x
