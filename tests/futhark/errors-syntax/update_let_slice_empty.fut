-- `let` with an empty index.
-- ==
-- error: error\[E0102\]: unexpected `\]`

def f (xs: *[]i32) : []i32 = let xs[] = 1 in xs
