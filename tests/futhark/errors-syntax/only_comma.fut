-- A comma without elements.
-- ==
-- error: error\[E0102\]: unexpected `,`

def f (x: i32) = [,]
