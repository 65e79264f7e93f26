-- A type parameter in an abbreviation that does not bind it.
-- ==
-- error: error\[E0202\]: .*`a`

type pair = (a, a)
