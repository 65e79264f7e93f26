-- The users of a function with a mistake are not mistaken.
-- ==
-- error: `aa` is not defined

def f (x: i32) = aa x
def g (x: i32) : i32 = f x + 1
def h (x: i32) : bool = g x > f x
