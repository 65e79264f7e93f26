-- Both sides of a comparison have one type.
-- ==
-- error: error\[E0301\]: expected i32, found f32

def f (a: i32) (b: f32) : bool = a < b
