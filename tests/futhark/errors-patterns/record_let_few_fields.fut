-- A pattern of a `let` names all of a record's fields.
-- ==
-- error: error\[E0301\]: expected \{a: i32, b: i32\}, found \{a: _\}

def f (r: {a: i32, b: i32}) : i32 = let {a} = r in a
