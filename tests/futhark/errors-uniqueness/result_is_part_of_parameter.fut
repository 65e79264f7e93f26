-- A slice of a parameter is not fresh.
-- ==
-- error: error\[E0403\]: .*`front`

def front [n] (xs: [n]i32) : *[]i32 = xs[:n / 2]

entry main [n] (xs: [n]i32) : []i32 = front xs
