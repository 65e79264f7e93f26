-- Number literals inside of functions without types default, and those with types follow.
-- ==
-- entry: main
-- input { 2i64 } output { 3i64 4i32 1.5f64 }
-- input { -1i64 } output { 0i64 4i32 1.5f64 }

-- ==
-- entry: passed
-- input { 2u8 } output { 253u8 }

def inc (x: i64) = x + 1
def three () = 3
def half (x: f64) = x / 2
entry main (x: i64) : (i64, i32, f64) = (inc x, three () + 1, half 3)
def less_by 'a (minus: a -> a -> a) (x: a) (y: a) : a = minus x y
entry passed (x: u8) : u8 = less_by (-) x 5
