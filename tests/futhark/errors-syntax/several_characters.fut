-- Two characters that mean nothing.
-- ==
-- error: error\[E0101\]: .*\$(.|\n)*E0101\]: .*;

def f (x: i32) : i32 = $x

def g (x: i32) : i32 = x;
