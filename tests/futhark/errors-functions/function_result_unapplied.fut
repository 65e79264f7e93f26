-- A partially applied function is stored in a record that wants a number.
-- ==
-- error: error\[E0301\]: expected \{s: i32\}, found \{s: i32 -> i32\}

def add (x: i32) (y: i32) : i32 = x + y
def f (x: i32) : {s: i32} = {s = add x}
