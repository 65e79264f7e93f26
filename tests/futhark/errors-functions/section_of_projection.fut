-- A path section is for values that have the field.
-- ==
-- error: error\[E0301\]: expected a record with `b`, found \{a: i32\}

def f (r: {a: i32}) : i32 = (.b) r
