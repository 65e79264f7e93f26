-- A function is used where its result is needed.
-- ==
-- error: error\[E030[14]\]: .*i32 -> i32

def add (a: i32) (b: i32) : i32 = a + b

entry main (x: i32) : i32 = 2 * add x
