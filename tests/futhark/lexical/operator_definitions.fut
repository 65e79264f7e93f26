-- Infix definitions with patterns and types, and prefix ones with a result type.
-- ==
-- entry: main
-- input { 3i32 4i32 } output { 7i32 34i32 -1i32 25i32 }
-- input { 0i32 1i32 } output { 1i32 1i32 -1i32 1i32 }

-- ==
-- entry: inside
-- input { 5i32 } output { 16i32 }

def (a: i32) +-+ (b: i32) : i32 = a + b
def a <+> b : i32 = 10 * a + b
def (-/-) (a: i32) : i32 -> i32 = \b -> a - b
def (a, b) *** (c, d) : i32 = a * c + b * d
entry main (a: i32) (b: i32) : (i32, i32, i32, i32) = (a +-+ b, a <+> b, a -/- b, (a, b) *** (a, b))
entry inside (x: i32) : i32 =
  let (++-) (a: i32) (b: i32) : i32 = 3 * a + b
  in x ++- 1
