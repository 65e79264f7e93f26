-- A function whose body does not fit its type is used as its type says.
-- ==
-- error: error\[E0301\]: expected f32, found i32

def f (x: i32) : f32 = x
def g (x: i32) : f32 = f x * 2
