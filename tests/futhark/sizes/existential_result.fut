-- A result may hide a size that two of its parts share.
-- ==
-- entry: main
-- input { [1i32, -2i32, 3i32] } output { [2i32, 6i32] }

def positive (xs: []i32) : ?[k].([k]i32, [k]i32) =
  let [k] (ps: [k]i32) = filter (> 0) xs
  in (ps, ps)

entry main (xs: []i32) : []i32 = let (a, b) = positive xs in map2 (+) a b
