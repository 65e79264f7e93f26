-- One name for two parameters of a type.
-- ==
-- error: error\[E0204\]: .*`a`

type pair 'a 'a = (a, a)
