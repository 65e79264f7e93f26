-- A name that the opened module does not have.
-- ==
-- error: error\[E0201\]: `foo`

def f (y: i32) : i32 = i32.(foo y)
