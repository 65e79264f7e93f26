-- A parameter whose field is taken needs its type written.
-- ==
-- error: error\[E0[0-9]*\]: .

def get r = r.value

entry main (x: i32) : i32 = get {value = x, other = 2}
