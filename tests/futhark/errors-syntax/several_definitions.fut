-- Two definitions with a syntax error each; reading goes on at the next definition.
-- ==
-- error: error\[E0102\]: unexpected `def`(.|\n)*E0102\]: unexpected `\)`

def f (x: i32) : i32 = x +

def g (x: i32) : i32 = x)

def h (x: i32) : i32 = x
