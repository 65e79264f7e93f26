-- Names with primes, whatever the types are.
-- ==
-- error: error\[E0603\]: .*

type point = {x: i32, y: i32}
entry p' (p: point) : point = p
