-- A field is given by its variable and by a value.
-- ==
-- error: error\[E0204\]: .*`a`

def f (a: i32) = {a, a = 5}
