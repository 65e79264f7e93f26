-- Two functions with a mistake each.
-- ==
-- error: expected f32, found i32(.|\n)*expected i64, found bool

def f (x: i32) : f32 = x
def g (x: bool) : i64 = x
