-- Both branches of a choice have the same type.
-- ==
-- error: (i32|f64)

entry clamped (x: f64) : f64 =
  let low = 0i32
  in if x < 0 then low else x
