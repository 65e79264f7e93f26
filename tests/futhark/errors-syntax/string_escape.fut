-- An escape that means nothing.
-- ==
-- error: error\[E0101\]: malformed string

def f (_x: i32) : []u8 = "a\qc"
