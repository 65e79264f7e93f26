-- Local functions with type parameters, with unknown types of their own inside and known ones outside.
-- ==
-- entry: main
-- input { 3i32 true } output { 3i32 true 3i32 [1i32, 3i32] 6i32 true }

entry main (k: i32) (c: bool) : (i32, bool, i32, []i32, i32, bool) =
  let r = \x -> x + 0
  let g 'b (y: b) : b = let h = \z -> z in h y
  let pair 'b (y: b) = (y, r k)
  let both 'b (y: b) (z: b) = let inner 'c (v: c) (w: b) = [w, z] in inner true y
  let apply 'b 'c (f: b -> c) (y: b) : c = let z = f y in z
  in (g k, g c, (pair c).1, both 1 k, apply (\x -> x * 2) k, apply (\x -> x) c)
