-- One name for two sizes of a type.
-- ==
-- error: error\[E0204\]: .*`n`

type mat [n][n] = [n][n]f32
