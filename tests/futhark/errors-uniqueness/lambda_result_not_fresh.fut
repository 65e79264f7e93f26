-- ==
-- error: marked `\*` but shares memory

def apply 'a 'b (f: a -> b) (x: a) : b = f x

entry main [n] (xs: [n]i32) : [n]i32 = apply (\(i: i64) : *[n]i32 -> xs) 0
