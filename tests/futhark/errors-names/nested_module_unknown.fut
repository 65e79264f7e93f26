-- A module in a module that it does not have.
-- ==
-- error: E0203\]: .*`n`|E0203\]: .*`m.n`

module m = { module k = { def x = 5i32 } }
def f (y: i32) : i32 = m.n.x + y
