-- A record pattern has all fields.
-- ==
-- error: error\[E0301\]: expected \{a: i32, b: i32\}, found \{a: _\}

def f (r: {a: i32, b: i32}) : i32 = match r case {a = 0} -> 1 case _ -> 0
