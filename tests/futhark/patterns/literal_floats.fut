-- Floats as patterns are compared like by `==`.
-- ==
-- entry: main
-- input { 0f64 } output { 1i32 }
-- input { -0f64 } output { 1i32 }
-- input { 1.5f64 } output { 2i32 }
-- input { -2f64 } output { 3i32 }
-- input { 1000f64 } output { 4i32 }
-- input { f64.nan } output { 0i32 }

-- ==
-- entry: narrow
-- input { 0.5f32 } output { 1i32 }
-- input { 0.25f32 } output { 2i32 }
-- input { 0.1f32 } output { 0i32 }

entry main (x: f64) : i32 =
  match x
  case 0.0 -> 1
  case 1.5 -> 2
  case -2.0 -> 3
  case 1e3 -> 4
  case _ -> 0
entry narrow (x: f32) : i32 = match x case 0.5f32 -> 1 case 0x1.0p-2f32 -> 2 case _ -> 0
