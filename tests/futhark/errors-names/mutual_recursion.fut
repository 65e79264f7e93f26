-- Two functions cannot call each other.
-- ==
-- error: error\[E0201\]: `odd` is not defined

def even (x: i32) : bool = if x == 0 then true else odd (x - 1)
def odd (x: i32) : bool = if x == 0 then false else even (x - 1)
