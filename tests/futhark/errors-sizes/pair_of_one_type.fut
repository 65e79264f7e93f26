-- One type parameter is one type, sizes included.
-- ==
-- error: E0501.*expected size 1, found 2

def pair 't (x: t) (y: t) = (x, y)

entry main (x: i32) = pair [x] [x, x]
