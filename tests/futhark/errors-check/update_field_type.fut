-- An update of a field that the record does not have.
-- ==
-- error: error\[E0303\]: .*`z`

type point = {x: i32, y: i32}

entry main (x: i32) : i32 = (({x, y = x} : point) with z = 5).x
