-- Two duplicates: a definition and a parameter.
-- ==
-- error: E0204\]: `x` is bound twice(.|\n)*E0204\]: `f` is defined twice|E0204\]: `f` is defined twice(.|\n)*E0204\]: .*`x`

def f (x: i32) : i32 = x
def g (x: i32) (x: i32) : i32 = x
def f (y: i64) : i64 = y
