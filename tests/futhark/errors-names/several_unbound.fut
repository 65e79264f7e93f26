-- Three names that nothing defines, in three functions.
-- ==
-- error: `aa` is not defined(.|\n)*`bb` is not defined(.|\n)*`cc` is not defined

def f (x: i32) : i32 = x + aa
def g (x: i32) : i32 = x * bb
def h (x: i32) : i32 = x - cc
