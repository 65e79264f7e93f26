-- Functions that call each other.
-- ==
-- error: error\[E0201\]: (.|\n)*`even` and `odd` cannot call each other

def even (n: i32) : bool = if n == 0 then true else odd (n - 1)
def odd (n: i32) : bool = if n == 0 then false else even (n - 1)

entry main (n: i32) : bool = even n
