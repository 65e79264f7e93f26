-- A type that nothing defines, used by two functions: a message at each place.
-- ==
-- error: error\[E0202\]: .*`vec`(.|\n)*E0202\]: .*`vec`

def f (x: vec) : i32 = 1
def g (x: vec) : i32 = f x
