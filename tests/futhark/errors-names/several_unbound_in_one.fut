-- Two names that nothing defines, in one expression.
-- ==
-- error: `aa` is not defined(.|\n)*`bb` is not defined

def f (x: i32) : i32 = (x + aa) * (bb - x)
