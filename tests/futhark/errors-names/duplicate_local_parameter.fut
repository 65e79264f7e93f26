-- One name for two parameters of a local function.
-- ==
-- error: error\[E0204\]: .*`y`

def f (x: i32) : i32 = let g (y: i32) (y: i32) = y in g x x
