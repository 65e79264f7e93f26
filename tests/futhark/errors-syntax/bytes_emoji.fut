-- A picture is no name.
-- ==
-- error: error\[E0101\]: unknown character `🚀`

def 🚀 (x: i32) : i32 = x
