-- A function inside a record makes the record incomparable, also where the record's type is found out later.
-- ==
-- error: error\[E0304\]: expected something with `==`, found i32 -> i32

def same = \a b -> a == b
def f (k: i32) : bool = same {n = k, f = \(x: i32) -> x + k} {n = k, f = \(x: i32) -> x}
