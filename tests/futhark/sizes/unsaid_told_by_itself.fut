-- The size that a parameter leaves unsaid may be told by an expression with that parameter.
-- ==
-- entry: main
-- input { [0, 0] [1i64] [5] } output { [0, 5] }

def f (d: *[]i32) (is: []i64) (vs: []i32) = scatter d is vs
entry main (d: *[]i32) (is: []i64) (vs: []i32) : []i32 = f d is (vs :> [length is]i32)
