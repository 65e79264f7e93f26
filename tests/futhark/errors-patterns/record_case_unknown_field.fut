-- A pattern with a field that the record does not have.
-- ==
-- error: error\[E0301\]: expected \{a: i32, b: i32\}, found \{a: _, c: _\}

def f (r: {a: i32, b: i32}) : i32 = match r case {a, c} -> a + c
