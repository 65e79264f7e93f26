-- A constructor's name follows its sign at once.
-- ==
-- error: error\[E0101\]: unknown character `#`

type t = # a | #b
