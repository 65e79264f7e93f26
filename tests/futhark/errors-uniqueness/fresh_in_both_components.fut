-- The result's other component is not fresh.
-- ==
-- error: E0403

def f (r: {a: *[]i32, b: []i32}) : {a: *[]i32, b: *[]i32} = r with a = (r.a with [0] = 5)
