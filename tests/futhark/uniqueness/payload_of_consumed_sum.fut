-- The payload of a consumed sum is changed in place.
-- ==
-- entry: main
-- input { [1i32,2] } output { [1i32, 2] }

type u = #a ([2]i32) | #b
def f (x: *u) : *[2]i32 = match x case #a xs -> xs with [0] = 1 case #b -> [0, 0]
entry main (xs: [2]i32) = f (#a (copy xs))
