-- A module's name where a value is needed.
-- ==
-- error: error\[E020[13]\]: .*`m`

module m = { def g (x: i32) : i32 = x }
def f (x: i32) : i32 = m x
