-- Functions given fewer arguments than they have, bound to names and passed on.
-- ==
-- entry: main
-- input { 1i32 2i32 3i32 } output { 123i32 123i32 123i32 321i32 }
-- input { 0i32 0i32 7i32 } output { 7i32 7i32 7i32 700i32 }

-- ==
-- entry: mapped
-- input { [1i32, 2] } output { [121i32, 122] [912i32, 922] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) }

def digits (a: i32) (b: i32) (c: i32) : i32 = 100 * a + 10 * b + c
entry main (a: i32) (b: i32) (c: i32) : (i32, i32, i32, i32) =
  let f = digits a
  let g = f b
  let h = flip (digits c) a
  in (f b c, g c, (digits a b) c, h b)
entry mapped [n] (xs: [n]i32) : ([n]i32, [n]i32) =
  (map (digits 1 2) xs, map (\x -> digits 9 x 2) xs)
