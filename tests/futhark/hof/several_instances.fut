-- A polymorphic higher-order function at several types in one program.
-- ==
-- entry: main
-- input { 3i32 } output { 12i32 1.5f64 false 12u8 }
-- input { 0i32 } output { 0i32 0f64 false 0u8 }

-- ==
-- entry: structures
-- input { 4i32 } output { 6i32 4i32 [5i32, 6] }

def twice 'a (f: a -> a) (x: a) : a = f (f x)
entry main (x: i32) : (i32, f64, bool, u8) =
  (twice (* 2) x, twice (/ 2) (f64.i32 (2 * x)), twice not false, twice (* 2) (u8.i32 x))
entry structures (x: i32) : (i32, i32, [2]i32) =
  let (a, b) = twice (\(p, q) -> (p + 1, q)) (x, x)
  in (a, b, twice (\xs -> reverse (map (+ 0) xs)) [x + 1, x + 2])
