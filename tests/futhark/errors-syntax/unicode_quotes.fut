-- Typographic quotes are no quotes, neither the first one nor the second one.
-- ==
-- error: error\[E0101\].*“(.|\n)*E0101\].*”

def f (_x: i32) : []u8 = “abc”
