-- The rows of an array have one size, which is checked where the sizes are known.
-- ==
-- error: (2|3)

entry triangle : [][]i32 = [[1, 2], [3, 4, 5]]
