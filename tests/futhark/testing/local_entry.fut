-- Entry points that `local` hides from importers are called from outside all the same.
-- ==
-- entry: sum
-- script input { ones 5 } output { 5 }

-- ==
-- entry: ones
-- input { 2i64 } output { [1, 1] }

local entry ones (n: i64) : []i32 = replicate n 1
entry sum (xs: []i32) : i32 = i32.sum xs
