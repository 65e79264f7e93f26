-- The same sum in three precisions, and where they begin to differ.
-- ==
-- entry: main
-- input { 10i32 } output { 55f16 55f32 55f64 }
-- input { 0i32 } output { 0f16 0f32 0f64 }

-- ==
-- entry: lost
-- input { 2048i32 } output { true false false }
-- input { 16777216i32 } output { false true false }

entry main (n: i32) : (f16, f32, f64) =
  let xs = 1..<n + 1
  in (f16.sum (map f16.i32 xs), f32.sum (map f32.i32 xs), f64.sum (map f64.i32 xs))
entry lost (n: i32) : (bool, bool, bool) =
  ( n < 60000 && f16.i32 n + 1 == f16.i32 n
  , f32.i32 n + 1 == f32.i32 n
  , f64.i32 n + 1 == f64.i32 n
  )
