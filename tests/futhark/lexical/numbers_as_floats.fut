-- An integer literal becomes a float where its context is one: through `let`, arrays, branches and parameters.
-- ==
-- entry: main
-- input { true } output { 4.5f64 [1f64, 2.5] 1f64 7f32 }
-- input { false } output { 4.5f64 [1f64, 2.5] 2.5f64 7f32 }

-- ==
-- entry: loops
-- input { 3i32 } output { 8f64 1.5f64 }
-- input { 0i32 } output { 1f64 1.5f64 }

def seven () : f32 = 7
entry main (b: bool) : (f64, [2]f64, f64, f32) =
  let x = 3
  in (x + 1.5, [1, 2.5], if b then 1 else 2.5, seven ())
entry loops (n: i32) : (f64, f64) =
  (loop x = 1 for _i < n do x * 2.0, match n case 100 -> 2 case _ -> 1.5)
