-- A size in an abbreviation that does not bind it.
-- ==
-- error: error\[E0201\]: `n`

type vec = [n]f32
