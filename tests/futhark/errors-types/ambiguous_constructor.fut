-- Of which type the constructor is, is not said.
-- ==
-- error: E0306\]: .*|E0[0-9]*\]: .*#some

def f (x: i32) = #some x
