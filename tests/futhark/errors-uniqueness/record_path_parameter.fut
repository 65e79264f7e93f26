-- The message names the parameter that is updated at the end of a path.
-- ==
-- error: error\[E0402\]: `r` may not be consumed

def f (r: {a: {b: [3]i32}}) : {a: {b: [3]i32}} = r with a.b[0] = 1
