-- A type parameter in a type that nothing binds.
-- ==
-- error: error\[E0202\]: .*`a`

def f (x: a) : a = x
