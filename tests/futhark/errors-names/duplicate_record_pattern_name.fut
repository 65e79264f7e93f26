-- One name for two fields in a pattern.
-- ==
-- error: error\[E0204\]: .*`a`

def f (r: {x: i32, y: i32}) : i32 = let {x = a, y = a} = r in a
