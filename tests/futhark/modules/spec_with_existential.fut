-- Specifications with existential results.
-- ==
-- entry: main
-- input { [1i32, -2, 3] } output { [1i32, 3] [1i32, 3] 2i64 }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) 0i64 }

module type filt = {
  val pos [n] : [n]i32 -> []i32
  val pos2 [n] : (xs: [n]i32) -> ?[k].([k]i32, [k]i32)
}

module m : filt = {
  def pos (xs: []i32) : []i32 = filter (> 0) xs
  def pos2 (xs: []i32) = let ys = filter (> 0) xs in (ys, ys)
}

entry main (xs: []i32) : ([]i32, []i32, i64) =
  let (a, b) = m.pos2 xs
  in (m.pos xs, map2 i32.max a b, length a)
