-- One field of a record is changed in place, the other is kept.
-- ==
-- entry: main
-- input { [1i32,2] } output { [5i32, 2] [1i32, 2] }

def f (r: {a: *[]i32, b: []i32}) : {a: *[]i32, b: []i32} = r with a = (r.a with [0] = 5)
entry main (xs: []i32) = let r = f {a = copy xs, b = xs} in (r.a, r.b)
