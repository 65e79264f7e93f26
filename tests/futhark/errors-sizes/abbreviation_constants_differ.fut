-- Two sizes of one abbreviation differ.
-- ==
-- error: error\[E0501\]: expected size 4, found 3

type vec [n] = [n]f32
def f (v: vec [3]) : vec [4] = v
