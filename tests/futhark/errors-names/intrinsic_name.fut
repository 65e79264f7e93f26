-- A name of the compiler is no name of the language.
-- ==
-- error: error\[E0201\]: `sum` is not defined

def f (xs: []i32) : i32 = sum xs
