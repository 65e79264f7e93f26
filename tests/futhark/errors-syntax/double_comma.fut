-- Two commas.
-- ==
-- error: error\[E0102\]: unexpected `,`

def f (x: i32) : [2]i32 = [x,, 1]
