-- The inner record does not have the field.
-- ==
-- error: error\[E0303\]: there is no field `z` here

def f (p: {q: {x: i32}}) : {q: {x: i32}} = p with q.z = 1
