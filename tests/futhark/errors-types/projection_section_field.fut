-- A section takes a field that the record does not have.
-- ==
-- error: error\[E0303\]: there is no field `y` here

def f (ps: []{x: i32}) : []i32 = map (.y) ps
