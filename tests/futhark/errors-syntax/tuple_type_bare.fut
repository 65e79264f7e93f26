-- A tuple type needs brackets.
-- ==
-- error: error\[E0102\]: unexpected `,`

def f (x: i32) : i32, i32 = (x, x)
