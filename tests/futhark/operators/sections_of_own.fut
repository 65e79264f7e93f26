-- Sections of operators defined here, local ones and ones of modules.
-- ==
-- entry: main
-- input { 2i32 } output { 21i32 12i32 52i32 9i32 }
-- input { 0i32 } output { 1i32 10i32 50i32 5i32 }

-- ==
-- entry: qualified
-- input { 4i32 } output { 14i32 41i32 }

def (<+>) (a: i32) (b: i32) : i32 = 10 * a + b
module m = { def (%+) (a: i32) (b: i32) : i32 = a * 10 + b }
entry main (x: i32) : (i32, i32, i32, i32) =
  let (+-+) (a: i32) (b: i32) : i32 = a + 2 * b
  in ((<+> 1) x, (1 <+>) x, (<+>) 5 x, (5 +-+) x)
entry qualified (x: i32) : (i32, i32) = ((1 m.%+) x, (m.%+ 1) x)
