-- Both branches of `if` hold a mistake of their own.
-- ==
-- error: `aa` is not defined(.|\n)*E0301\]: .*i32.*bool

def f (c: bool) (x: i32) : i32 = if c then x + aa else x + c
