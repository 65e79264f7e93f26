-- A constructor's name is a name.
-- ==
-- error: error\[E0101\]: unknown character `#`

type t = #1 | #b
