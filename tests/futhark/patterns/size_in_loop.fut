-- Size binders inside of loops, maps and matches.
-- ==
-- entry: looped
-- input { [5i32, -1, 3, 8] } output { [8i32] 1i64 }
-- input { [3i32, 3, 1] } output { [3i32] 1i64 }
-- input { [1i32] } output { [1i32] 0i64 }

-- ==
-- entry: mapped
-- input { [3i64, 0, 2] } output { [3i64, 0, 1] }

-- ==
-- entry: matched
-- input { [1i32, 2, 3] true } output { 2i64 }
-- input { [1i32, 2, 3] false } output { 3i64 }

entry looped (xs: []i32) : ([]i32, i64) =
  loop (ys, turns) = (xs, 0) while length ys > 1 do
    let [m] (zs: [m]i32) = filter (> ys[0] + i32.i64 turns) ys
    in if m == 0 then ([ys[0]], turns + 1) else (zs, turns + 1)
entry mapped [n] (ks: [n]i64) : [n]i64 =
  map (\k -> let [m] (ys: [m]i64) = filter (\x -> k % 2 == 1 || x > 0) (iota k) in m) ks
entry matched (xs: []i32) (b: bool) : i64 =
  match b
  case true -> (let [k] (ys: [k]i32) = filter (> 1) xs in k + 0 * length ys)
  case false -> length xs
