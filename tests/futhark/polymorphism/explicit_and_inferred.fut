-- Functions without any types, which get the most general ones, next to annotated ones.
-- ==
-- entry: main
-- input { 3i32 } output { 3i32 true 4f64 6i32 }
-- input { 0i32 } output { 0i32 true 4f64 3i32 }

-- ==
-- entry: arrays
-- input { [1i32, 2] } output { [2i32, 1] 2i64 [1i32] }
-- input { [5i32] } output { [5i32] 1i64 [5i32] }

def same x = x
def apply f x = f x
def pair x y = (x, y)
entry main (x: i32) : (i32, bool, f64, i32) =
  let (a, b) = pair (same x) (same true)
  in (a, b, apply (+ 1) 3f64, apply (apply (+)) x 3)
def backwards xs = reverse xs
entry arrays [n] (xs: [n]i32) : ([n]i32, i64, [1]i32) = (backwards xs, length (backwards xs), [head xs])
