-- A type abbreviation with more sizes than it has parameters.
-- ==
-- error: error\[E0309\]: .*`square`.*1.*2

type square [n] = [n][n]f32

def trace (m: square [2][3]) : f32 = m[0, 0]

entry main (x: f32) : f32 = x
