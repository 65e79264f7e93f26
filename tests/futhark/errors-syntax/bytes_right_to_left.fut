-- A sign that turns the direction of the text.
-- ==
-- error: error\[E0101\]: unknown character `.u\{202e\}`

def f (x: i32) : i32 = x ‮ + 1
