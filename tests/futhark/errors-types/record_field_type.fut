-- A field of another type.
-- ==
-- error: error\[E0301\]: expected \{a: i32, b: f32\}, found \{a: i32, b: i32\}

def f (x: i32) : {a: i32, b: f32} = {a = x, b = x}
