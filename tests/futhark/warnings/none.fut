-- A program without a warning.
-- ==
-- warning: ^$
-- input { 1 } output { 2 }

type point = {x: i32, y: i32}

local def increment (x: i32) : i32 = x + 1
def main (x: i32) : i32 = increment x

entry named (p: point) (ps: []point) (_: ()) : ([]point, point) = (ps, p)
