-- A control character, which must not reach the terminal.
-- ==
-- error: error\[E0101\]: unknown character `.u\{1b\}`

def f (x: i32) : i32 = [31m x
