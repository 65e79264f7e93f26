-- There are no semicolons.
-- ==
-- error: error\[E0101\]: unknown character `;`

def f (x: i32) : i32 = x;
