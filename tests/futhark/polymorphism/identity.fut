-- The simplest polymorphic functions at every kind of type.
-- ==
-- entry: main
-- input { 3i32 [1i32, 2] } output { 3i32 [1i32, 2] true 3i32 }
-- input { 0i32 empty([0]i32) } output { 0i32 empty([0]i32) true 0i32 }

-- ==
-- entry: first_second
-- input { 1i32 2f64 } output { 1i32 2f64 1i32 }

def same 'a (x: a) : a = x
def first 'a 'b (x: a) (_: b) : a = x
def second 'a 'b (_: a) (y: b) : b = y
entry main [n] (x: i32) (xs: [n]i32) : (i32, [n]i32, bool, i32) = (same x, same xs, same true, (same {x}).x)
entry first_second (a: i32) (b: f64) : (i32, f64, i32) = (first a b, second a b, first (second b a) [b])
