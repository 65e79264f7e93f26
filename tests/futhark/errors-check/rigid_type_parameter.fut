-- A function that promises to work for every type may not use one of them.
-- ==
-- error: error\[E030[14]\]: .*

def first 'a (x: a) (_y: a) : a = x + 1i32

entry main (x: i32) : i32 = first x x
