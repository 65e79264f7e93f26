-- An argument of another type than the parameter's.
-- ==
-- error: error\[E0301\]: .*f32.*i64

def scale (k: f32) (xs: []f32) : []f32 = map (* k) xs

entry main (n: i64) (xs: []f32) : []f32 = scale n xs
