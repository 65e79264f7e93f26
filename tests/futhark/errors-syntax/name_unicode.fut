-- Names are of ASCII letters.
-- ==
-- error: error\[E0101\]: unknown character `ö`

def größe (x: i32) : i32 = x
