-- Definitions that give functions which consume their arguments, by themselves, applied in part, and in records.
-- ==
-- entry: main
-- input { 5i32 } output { 2i32 [3i32, 5] [4i32, 5] }

def setting (x: i32) : (*[2]i32 -> [2]i32) = \(xs: *[2]i32) -> xs with [0] = x

def three = setting 3

def second (xs: *[2]i32) : i32 = let xs[0] = 1 in xs[1]

def both = {use = second, other = setting 4}

entry main (k: i32) : (i32, [2]i32, [2]i32) = (both.use [k, 2], copy (three [k, k]), copy (both.other [k, k]))
